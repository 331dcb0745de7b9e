# What is larger than memory or than one process: the page about scale and its functions, with two workers.
. .ci/lib.sh
environment
python -m pip install -q ".[test,dask,arrow]" "duckdb>=2" "polars>=1"
python -c "import dask, distributed, duckdb, pandas, polars, pyarrow, zarr
for module in (dask, distributed, duckdb, pandas, polars, pyarrow, zarr): print(module.__name__, module.__version__)"
time python -m pytest -q -m "" -k "scale" tests/unit/test_scale.py tests/unit/test_docs.py
