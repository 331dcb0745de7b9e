# The quick tests where other libraries are installed: pandas, Polars and pyarrow, which the recipes show, and what the
# command line uses if it is there. The other steps run without them.
. .ci/lib.sh
environment
python -m pip install -q ".[recipes,cli]"
python -c "import numpy, pandas, polars, pyarrow
print(*(f'{module.__name__} {module.__version__}' for module in (numpy, pandas, polars, pyarrow)))"
python -m pytest -q
