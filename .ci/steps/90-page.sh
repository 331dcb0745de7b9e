# The page docs/page/, built, and used as a person uses it in Chromium; its answers are those of the library.
. .ci/lib.sh
command -v chromium google-chrome || debian_packages chromium
environment
python -m pip install -q ".[page]"
export CRIBSCORE_PAGE=$STEP_WORK/index.html
python docs/page/build.py "$CRIBSCORE_PAGE"
python -m pytest -q -s -m "browser or coreless" --durations=10 tests/page
