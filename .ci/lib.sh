# What the steps share.

# environment NAME [PYTHON]: make the fresh virtual environment NAME, unless a step made it already, and activate it.
environment() {
  [ -d "$CI_WORK/$1" ] || "${2:-python3}" -m venv "$CI_WORK/$1"
  # shellcheck disable=SC1091
  . "$CI_WORK/$1/bin/activate"
}

# readme_command N: command N of the shell block of README.md, word for word.
readme_command() {
  sed -n '/^```shell$/,/^```$/p' README.md | sed -n "$(($1 + 1))p"
}
