# The study of many deals is found again, on a cluster of a scheduler and two workers that are started by hand.
. .ci/lib.sh
environment
python -m pip install -q ".[dask]"
results=benchmarks/results/game_study.json
cp "$results" "$STEP_WORK/kept.json"
dask scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file "$STEP_WORK/scheduler.json" 2>"$STEP_WORK/scheduler.log" &
scheduler=$!
dask worker --nworkers 2 --nthreads 1 --no-dashboard --scheduler-file "$STEP_WORK/scheduler.json" 2>"$STEP_WORK/workers.log" &
workers=$!
trap 'kill $workers; wait $workers; kill $scheduler' EXIT
until [ -s "$STEP_WORK/scheduler.json" ]; do sleep 0.1; done
address=$(python -c "import json; print(json.load(open('$STEP_WORK/scheduler.json'))['address'])")
python - "$results" <<'END' >"$STEP_WORK/kinds"
import json, sys
sys.path.insert(0, "benchmarks")
from game_study import SIZES
for kind, size in SIZES.items():
    print(kind, json.load(open(sys.argv[1]))[kind]["deals"] // size)
END
while read -r kind blocks; do
  python benchmarks/game_study.py run "$STEP_WORK/journal" --kind "$kind" --blocks "$blocks" --cluster "$address" </dev/null
done <"$STEP_WORK/kinds"
python benchmarks/game_study.py sum "$STEP_WORK/journal"
python - "$results" "$STEP_WORK/kept.json" <<'END'
import json, sys
found, kept = (json.load(open(path)) for path in sys.argv[1:])
assert all(found[kind] == kept[kind] for kind in ("dealt", "best", "best_any_starter"))
END
