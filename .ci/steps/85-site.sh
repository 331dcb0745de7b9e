# The site: each warning is an error, on the Python core too; then its links, names and pages as Chromium shows them.
. .ci/lib.sh
debian_packages chromium
environment
python -m pip install -q ".[site]"
python docs/page/build.py build/extra/play/index.html
CRIBSCORE_CORE=python python -m sphinx -q -W --keep-going -n -E -b dirhtml docs build/site
python -m pytest -q -p no:cacheprovider tests/on_site.py
