"""The rules for cards of any number, tried on every subset: for `score_cards` and `explain_cards`."""

from itertools import chain, combinations

from naive import JACK, is_run


def cards_parts(cards, starter, crib):
    """Score cards with or without a starter: (fifteens, pairs, runs, flush, nobs) in points."""
    items = cards_items(cards, starter)
    fifteens, pairs, runs = (
        sum(points for kind, _, points in items if kind == wanted) for wanted in ("fifteen", "pair", "run")
    )
    flush = 0
    if len(cards) >= 4 and len({suit for _, suit in cards}) == 1:
        if starter is not None and starter[1] == cards[0][1]:
            flush = len(cards) + 1
        elif not crib:
            flush = len(cards)

    nobs = sum(starter is not None and card == (JACK, starter[1]) for card in cards)
    return fifteens, pairs, runs, flush, nobs


def cards_items(cards, starter):
    """List the single fifteens, pairs and runs: (kind, cards, points), by number of cards and by place."""
    counted = [*cards] if starter is None else [*cards, starter]
    subsets = list(chain.from_iterable(combinations(counted, size) for size in range(2, len(counted) + 1)))
    ranks = {rank for rank, _ in counted}

    def cannot_grow(run):
        run_ranks = [rank for rank, _ in run]
        return min(run_ranks) - 1 not in ranks and max(run_ranks) + 1 not in ranks

    return [
        *(("fifteen", subset, 2) for subset in subsets if sum(min(rank, 10) for rank, _ in subset) == 15),
        *(("pair", subset, 2) for subset in subsets if len(subset) == 2 and subset[0][0] == subset[1][0]),
        *(("run", subset, len(subset)) for subset in subsets if is_run(subset) and cannot_grow(subset)),
    ]
