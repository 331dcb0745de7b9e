# What .ci/run, .ci/full and their steps share.

# environment [NAME [PYTHON]]: make a fresh virtual environment of this step, and activate it.
environment() {
  local folder="$STEP_WORK/environment-${1:-main}"
  "${2:-python3}" -m venv "$folder"
  # shellcheck disable=SC1091
  . "$folder/bin/activate"
}

# readme_command N: command N of the shell block of README.md, word for word.
readme_command() {
  sed -n '/^```shell$/,/^```$/p' README.md | sed -n "$(($1 + 1))p"
}

# debian_packages NAME...: install what is missing of them, as root on Debian; elsewhere say what is missing.
debian_packages() {
  local missing
  missing=$(for name in "$@"; do
    dpkg-query -W -f '${Status}\n' "$name" 2>/dev/null | grep -q "^install ok installed$" || echo "$name"
  done)
  [ -n "$missing" ] || return 0
  # Two steps may want packages at once; they take turns.
  # shellcheck disable=SC2086
  flock /tmp/cribscore-ci-packages.lock sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends "$@" >&2' - $missing ||
    { echo "cannot install the Debian packages" $missing && return 1; }
}

# pythons: the path of every CPython from 3.11 on this machine, one a version, also where none is on the PATH.
pythons() {
  local path
  for path in ${PATH//:/\/python3* }/python3* "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3 /opt/python/*/bin/python3; do
    [[ $path =~ /python3(\.[0-9]+t?)?$ && -x $path ]] || continue
    "$path" -c 'import sys, sysconfig, venv, ensurepip
if sys.implementation.name == "cpython" and sys.version_info >= (3, 11):
    threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    print("{}.{}{}".format(*sys.version_info[:2], threads), sys.executable)' 2>/dev/null || true
  done | sort -s -V -k 1,1 -u | cut -d " " -f 2-
}

# build_wheel FOLDER: make the sdist and from it the wheel, repaired and checked as one for any Linux of this processor
# and for the stable ABI from Python 3.11 on; leave both in the folder, and the sdist's tree in FOLDER/sdist.
build_wheel() {
  python -m build -q --sdist --outdir "$1" .
  mkdir "$1/sdist"
  tar -xzf "$1"/cribscore-*.tar.gz -C "$1/sdist" --strip-components 1
  python -m build -q --wheel --outdir "$1/unrepaired" "$1/sdist"
  auditwheel repair --wheel-dir "$1" "$1"/unrepaired/cribscore-*-cp311-abi3-linux_*.whl
  ls "$1"/cribscore-*-cp311-abi3-manylinux*.whl
  abi3audit --strict "$1"/cribscore-*.whl
  twine check --strict "$1"/cribscore-*.whl "$1"/cribscore-*.tar.gz
}

# run_step FILE: run one step in a copy of the tree and with a folder of its own, and keep what it prints.
run_step() {
  local name start=$SECONDS status=0
  name=$(basename "$1" .sh)
  mkdir -p "$CI_WORK/$name/tree"
  tar --exclude=./.git --exclude=./build -cf - . | tar -xf - -C "$CI_WORK/$name/tree"
  (cd "$CI_WORK/$name/tree" && STEP_WORK=$CI_WORK/$name bash -euo pipefail "$1") \
    >"$CI_WORK/$name.log" 2>&1 </dev/null || status=$?
  echo "=== $name: $([ $status = 0 ] && echo passed || echo "FAILED ($status)") in $((SECONDS - start)) s" |
    tee -a "$CI_WORK/$name.log"
  return $status
}

# step_files FOLDER [NAME...]: the files of the steps of those names, NN-NAME.sh in the folder, or of all.
step_files() {
  local folder=$1 name files
  shift
  if [ $# = 0 ]; then
    printf '%s\n' "$folder"/*.sh
    return
  fi
  for name in "$@"; do
    files=("$folder"/[0-9][0-9]-"$name".sh)
    if [ ! -f "${files[0]}" ]; then
      echo "no step is called $name; the steps are:" $(cd "$folder" && printf '%s\n' *.sh | sed 's/^[0-9]*-//; s/\.sh$//') >&2
      return 2
    fi
    echo "${files[0]}"
  done
}

# run_steps FOLDER [NAME...]: run the steps of a folder, or those of these names, two at a time, with the C core
# demanded. What they print comes in their order, and the answer is whether all passed.
run_steps() {
  local status=0 files
  files=$(step_files "$@") || return
  CI_WORK=$(mktemp -d)
  trap 'rm -rf "$CI_WORK"' EXIT
  export CI_WORK CRIBSCORE_REQUIRE_NATIVE=1 CRIBSCORE_CORE=c PIP_DISABLE_PIP_VERSION_CHECK=1
  unset PYTHONPATH VIRTUAL_ENV
  export -f run_step
  echo "$files" | xargs -P 2 -I{} bash -c 'run_step {}' || status=1
  cat "$CI_WORK"/*.log
  echo "=== all in $SECONDS s: $([ $status = 0 ] && echo passed || echo FAILED)"
  return $status
}
