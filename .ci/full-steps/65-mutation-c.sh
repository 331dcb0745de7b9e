# The C core, changed in one place at a time, a sample of the places: each time a check of the suite must fail.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
python tests/support/mutate_core.py crib_hand.c crib_grid.c crib_tables.c crib_kernel_portable.c crib_batch.c \
  crib_counts.c crib_dispatch.c "crib_kernel.inc.h, AVX2" "crib_kernel.inc.h, AVX-512"
