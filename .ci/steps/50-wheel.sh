# A wheel built from the sdist, fit for any Linux and for the stable ABI; it counts every hand on every CPython that is
# here, and passes the quick tests on the C core out of the tree. (.ci/full tests it on each of the Pythons.)
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
build_wheel "$STEP_WORK/dist"
deactivate
for python in $(pythons); do
  echo "-- $python: $("$python" -V)"
  environment "$("$python" -V | tr -d ' ')" "$python"
  python -m pip install -q "$STEP_WORK"/dist/cribscore-*.whl
  (cd "$STEP_WORK" && cribscore --version && cribscore selftest)
  deactivate
done
environment wheel
python -m pip install -q "$(echo "$STEP_WORK"/dist/cribscore-*.whl)[test]"
# With what other platforms get of the tree for their tests, and nothing else.
mkdir "$STEP_WORK/tests"
(cd "$STEP_WORK/dist/sdist" && python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["tool"]["cibuildwheel"]["test-sources"])' | xargs cp -r -t "$STEP_WORK/tests")
cd "$STEP_WORK/tests"
python -m pytest -q -m "not python and not slow and not exhaustive and not programs and not screen"
