# What the steps share.

# environment [NAME]: make a fresh virtual environment of this step, and activate it.
environment() {
  local folder="$STEP_WORK/environment-${1:-main}"
  python3 -m venv "$folder"
  # shellcheck disable=SC1091
  . "$folder/bin/activate"
}

# readme_command N: command N of the shell block of README.md, word for word.
readme_command() {
  sed -n '/^```shell$/,/^```$/p' README.md | sed -n "$(($1 + 1))p"
}
