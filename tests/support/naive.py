"""A naive scorer, the yardstick of the tests: each rule read off the page, every subset of the cards tried.

A card is a pair (rank 1..13, suit 0..3); clubs are 0, diamonds 1, hearts 2, spades 3.
"""

from itertools import combinations

JACK = 11


def parse(text):
    """Read a card such as 'JH'; an empty cell ('..' or None) gives None."""
    if text in (None, ".."):
        return None
    rank, suit = text
    return "A23456789TJQK".index(rank) + 1, "CDHS".index(suit)


def is_run(cards):
    ranks = sorted(rank for rank, _ in cards)
    return len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def hand_parts(cards, starter, crib):
    """Score up to four cards with or without a starter: (fifteens, pairs, runs, flush, nobs) in points."""
    counted = [*cards] if starter is None else [*cards, starter]
    subsets = [subset for size in range(2, 6) for subset in combinations(counted, size)]

    fifteens = 2 * sum(sum(min(rank, 10) for rank, _ in subset) == 15 for subset in subsets)
    pairs = 2 * sum(one[0] == other[0] for one, other in combinations(counted, 2))

    run_lengths = [len(subset) for subset in subsets if is_run(subset)]
    longest = max(run_lengths, default=0)
    runs = longest * run_lengths.count(longest)

    flush = 0
    if len(cards) == 4 and len({suit for _, suit in cards}) == 1:
        if starter is not None and starter[1] == cards[0][1]:
            flush = 5
        elif not crib:
            flush = 4

    nobs = int(starter is not None and (JACK, starter[1]) in cards)
    return fifteens, pairs, runs, flush, nobs


def grid_lines(cells, starter):
    """Score 16 cells row by row (None is empty): (parts of the rows, parts of the columns, heels)."""

    def line(places):
        return hand_parts([cells[place] for place in places if cells[place] is not None], starter, False)

    rows = [line(range(4 * row, 4 * row + 4)) for row in range(4)]
    columns = [line(range(column, 16, 4)) for column in range(4)]
    heels = 2 if starter is not None and starter[0] == JACK else 0
    return rows, columns, heels


def rank_items(ranks):
    """The fifteens, pairs and longest runs among cards of these ranks, each as (kind, places, points).

    Fifteens come by number of cards and then by place, pairs and runs by rank and then by place.
    """
    places = range(len(ranks))
    subsets = [subset for size in range(2, 6) for subset in combinations(places, size)]

    fifteens = [subset for subset in subsets if sum(min(ranks[place], 10) for place in subset) == 15]
    pairs = [(one, other) for one, other in combinations(places, 2) if ranks[one] == ranks[other]]
    runs = [subset for subset in subsets if is_run([(ranks[place], None) for place in subset])]
    longest = max(map(len, runs), default=0)

    def by_rank(subset):
        return sorted((ranks[place], place) for place in subset)

    return [
        *(("fifteen", subset, 2) for subset in fifteens),
        *(("pair", subset, 2) for subset in sorted(pairs, key=by_rank)),
        *(
            ("run", tuple(place for _, place in by_rank(subset)), longest)
            for subset in sorted(runs, key=by_rank)
            if len(subset) == longest
        ),
    ]


def suit_items(cards, starter, crib):
    """The flush and the nobs of up to four cards with or without a starter, each as (kind, cards, points)."""
    _, _, _, flush, nobs = hand_parts(cards, starter, crib)
    items = []
    if flush:
        items.append(("flush", tuple(cards) if flush == 4 else (*cards, starter), flush))
    if nobs:
        items.append(("nobs", ((JACK, starter[1]),), 1))
    return items


NAMES_OF_RUNS = {
    (3, 1): "run of three",
    (4, 1): "run of four",
    (5, 1): "run of five",
    (3, 2): "double run of three",
    (4, 2): "double run of four",
    (3, 3): "triple run",
    (3, 4): "double double run",
}


def rank_groups(items):
    """What a player names over the fifteens, pairs and runs of `rank_items`: (name, set of places, points).

    The runs are one group with all pairs inside them; of the other pairs those that share a card are one.
    """
    runs = [places for kind, places, _ in items if kind == "run"]
    in_run = {place for places in runs for place in places}
    groups = [("fifteen", set(places), 2) for kind, places, _ in items if kind == "fifteen"]
    royal, paired = [], 0
    for places in (set(places) for kind, places, _ in items if kind == "pair"):
        if places <= in_run:
            paired += 2
        elif royal and royal[-1][0] & places:
            royal[-1] = royal[-1][0] | places, royal[-1][1] + 2
        else:
            royal.append((places, 2))
    names = {2: "pair", 3: "pair royal", 4: "double pair royal"}
    groups += [(names[len(places)], places, points) for places, points in royal]
    if runs:
        name = NAMES_OF_RUNS[len(runs[0]), len(runs)]
        groups.append((name, in_run, len(runs) * len(runs[0]) + paired))
    return groups


def row_parts(row, crib=False):
    """Score five card indexes, a hand and the starter, as `hand_parts` does."""
    *cards, starter = _cards(row)
    return hand_parts(cards, starter, crib)


def row_lines(row):
    """Score seventeen card indexes, a full grid and the starter: (points of the eight lines, total)."""
    *cells, starter = _cards(row)
    rows, columns, heels = grid_lines(cells, starter)
    lines = [sum(parts) for parts in rows + columns]
    return lines, sum(lines) + heels


def _cards(row):
    return [(int(index) // 4 + 1, int(index) % 4) for index in row]
