"""A second proof of the largest total, apart from the library: `python tests/support/independent_maximum.py`.

It scores by the tests' naive scorer. Of the bounds in docs/background/maximum.md it uses only 1 to 3.
Each set of rows that can make half of the total is tried with all 13,824 orders of its ranks, and each grid
of ranks that remains with every choice of suits.
"""

from collections import Counter
from itertools import combinations_with_replacement, permutations, product

import numpy as np

from naive import JACK, hand_parts

HEARTS = 2
EXTRA = 2  # nobs in a row and in a column; or heels, when the jack of the starter's suit is the starter
LINES = [[4 * i + j for j in range(4)] for i in range(4)] + [[4 * j + i for j in range(4)] for i in range(4)]
ORDERS = list(permutations(range(4)))
# Every choice of orders for the second to fourth row: for each of them and each column the place taken.
PLACES = [
    [[choice[row][column] for choice in product(ORDERS, repeat=3)] for column in range(4)] for row in range(3)
]
PLACES = np.array(PLACES)


def rank_points(ranks, starter):
    """Fifteens, pairs and runs of four ranks with the starter's."""
    cards = [(rank, place) for place, rank in enumerate(ranks)]  # suits do not matter for these
    return sum(hand_parts(cards, (starter, 4), False)[:3])


def most_of(ranks, starter):
    """The most that a line of these ranks makes without nobs."""
    flush = 0 if len(set(ranks)) < 4 else 4 if starter in ranks else 5
    return rank_points(ranks, starter) + flush


def row_sets(most, starter, least):
    """Every set of four rows that one pack can deal and that can make at least so much."""
    lines = sorted(most, key=most.__getitem__, reverse=True)

    def extend(rows, start, points):
        left = 4 - len(rows)
        if left == 0:
            yield rows
            return
        for index in range(start, len(lines)):
            if points + left * most[lines[index]] < least:
                return
            chosen = [*rows, lines[index]]
            dealt = Counter(rank for row in chosen for rank in row)
            dealt[starter] += 1
            if max(dealt.values()) <= 4:
                yield from extend(chosen, index, points + most[lines[index]])

    return extend([], 0, 0)


def smallest(ranks):
    """The arrangement of a grid of ranks, of the 1152 with the same rows and columns, that reads smallest."""
    grid = [tuple(ranks[4 * i : 4 * i + 4]) for i in range(4)]
    return min(
        tuple(
            row[place] for row in sorted(turned, key=lambda row: [row[i] for i in order]) for place in order
        )
        for turned in (grid, list(zip(*grid, strict=True)))
        for order in ORDERS
    )


def grids_of_ranks(starter, target):
    """Every grid of ranks, up to symmetry, whose lines can make the target with this starter."""
    ranks = range(1, 14)
    most = {line: most_of(line, starter) for line in combinations_with_replacement(ranks, 4)}
    table = np.zeros((14,) * 4, np.int8)
    for line, points in most.items():
        for order in permutations(line):
            table[order] = points
    found, count = set(), 0
    for rows in row_sets(most, starter, (target - EXTRA + 1) // 2):
        count += 1
        arranged = [np.array(row)[PLACES[i]] for i, row in enumerate(rows[1:])]
        columns = sum(
            table[rows[0][i], arranged[0][i], arranged[1][i], arranged[2][i]].astype(np.int16)
            for i in range(4)
        )
        least = target - EXTRA - sum(most[row] for row in rows)
        for choice in np.flatnonzero(columns >= least):
            found.add(smallest([*rows[0], *(int(row[i][choice]) for row in arranged for i in range(4))]))
    return found, count


def suitings(ranks, starter):
    """Every choice of suits with a heart as starter, the names of the others changed or not counted once."""

    def extend(suits, used):
        place = len(suits)
        if place == 16:
            yield suits
            return
        taken = {suit for suit, rank in zip(suits, ranks, strict=False) if rank == ranks[place]}
        taken |= {HEARTS} if ranks[place] == starter else set()
        for suit in (HEARTS, *[0, 1, 3][: used + 1]):
            if suit not in taken:
                is_new = suit != HEARTS and suit not in suits
                yield from extend([*suits, suit], used + is_new)

    return extend([], 0)


def totals(ranks, starter):
    """How many choices of suits give each total of a grid of ranks."""
    base = sum(rank_points([ranks[place] for place in line], starter) for line in LINES)
    found = Counter()
    for suits in suitings(ranks, starter):
        points = 2 if starter == JACK else 0
        for line in LINES:
            line_suits = {suits[place] for place in line}
            if len(line_suits) == 1:
                points += 5 if HEARTS in line_suits else 4
            points += starter != JACK and any(
                ranks[place] == JACK and suits[place] == HEARTS for place in line
            )
        found[base + points] += 1
    return found


def main():
    """Look at every grid that can make 171 or more."""
    everything = Counter()
    for starter in range(1, 14):
        grids, count = grids_of_ranks(starter, 171)
        print(f"starter of rank {starter}: {count} sets of rows, {len(grids)} grids of ranks", flush=True)
        for ranks in grids:
            everything += totals(ranks, starter)
    for total in (171, 172, 173):
        print(f"choices of suits that make {total}: {everything[total]}")
    print(f"largest total: {max(everything)}")


if __name__ == "__main__":
    main()
