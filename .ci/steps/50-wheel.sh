# A wheel built from the sdist, checked against the stable ABI, installed in an environment of its own and tested out
# of the tree.
. .ci/lib.sh
environment dev
python -m pip install -q ".[dev]"
python -m build -q --sdist --outdir "$CI_WORK/dist" .
tar -xzf "$CI_WORK"/dist/cribscore-*.tar.gz -C "$CI_WORK"
sdist=$(echo "$CI_WORK"/cribscore-*/)
python -m build -q --wheel --outdir "$CI_WORK/dist" "$sdist"
ls "$CI_WORK/dist"
abi3audit --strict "$CI_WORK"/dist/cribscore-*-abi3-*.whl
deactivate
environment wheel
python -m pip install -q "$(echo "$CI_WORK"/dist/cribscore-*-abi3-*.whl)[test]"
rm -r "$sdist/src"
(cd "$sdist" && python -m pytest -q -k "not python and not exhaustive and not full_enumeration")
