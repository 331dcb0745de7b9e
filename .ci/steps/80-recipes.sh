# The recipes with pandas and Polars: large packages, without which the suite leaves these sections out.
. .ci/lib.sh
environment
python -m pip install -q ".[recipes]"
python -c "import numpy, pandas, polars; print(*(f'{m.__name__} {m.__version__}' for m in (numpy, pandas, polars)))"
python -m pytest -q tests/unit/test_docs.py -m needs
