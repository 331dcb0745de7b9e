# Style and types, and whether the files that only other services read are what those accept.
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
ruff check .
ruff format --check .
mypy
clang-format --dry-run --Werror docs/page/*.c csrc/*.c csrc/*.h csrc/python/*.h examples/*.c tests/programs/*.c tests/fuzz/*.[ch]
validate-pyproject pyproject.toml
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
zizmor --offline --pedantic --no-progress .github
for platform in linux macos windows; do
  CIBW_ARCHS=auto64 cibuildwheel --platform "$platform" --print-build-identifiers
done
