# A wheel built from the sdist, checked against the stable ABI, installed in an environment of its own and tested out
# of the tree.
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
python -m build -q --sdist --outdir "$STEP_WORK/dist" .
tar -xzf "$STEP_WORK"/dist/cribscore-*.tar.gz -C "$STEP_WORK"
sdist=$(echo "$STEP_WORK"/cribscore-*/)
python -m build -q --wheel --outdir "$STEP_WORK/dist" "$sdist"
ls "$STEP_WORK/dist"
abi3audit --strict "$STEP_WORK"/dist/cribscore-*-abi3-*.whl
deactivate
environment wheel
python -m pip install -q "$(echo "$STEP_WORK"/dist/cribscore-*-abi3-*.whl)[test]"
rm -r "$sdist/src"
(cd "$sdist" && python -m pytest -q -k "not python and not exhaustive and not every_hand and not full_enumeration \
  and not random_player and not second_program and not kernels")
