# The page docs/page/ in WebKit, on a screen that nobody sees.
. .ci/lib.sh
debian_packages xauth xvfb webkit2gtk-driver
environment
python -m pip install -q ".[page]" "selenium>=4.30"
python docs/page/build.py "$STEP_WORK/index.html"
xvfb-run -a python tests/page/webkit.py "$STEP_WORK/index.html"
