"""Every hand there is, up to renaming suits: no rule asks for a suit by its name."""

from itertools import combinations, permutations, product

CHOICES = 12_994_800
UP_TO_SUITS = 652_353


def rank_sets(size, ranks=range(13)):
    """The sets of so many ranks, each as the tuple of its ranks."""
    return list(combinations(ranks, size))


def other_suits(size):
    """Yield the ways to give so many cards to three suits, up to renaming these.

    Each comes as three rank sets in descending order, with the number of ways to name the suits.
    """
    every = [ranks for part in range(size + 1) for ranks in rank_sets(part)]
    for first, second in product(every, repeat=2):
        left = size - len(first) - len(second)
        if second <= first and left >= 0:
            for third in rank_sets(left):
                if third <= second:
                    yield (first, second, third), len({*permutations((first, second, third))})


def hands_up_to_suits():
    """The keys of all hands up to renaming suits, the starter a club, and how many hands each stands for."""
    triples = [
        [
            ([4 * rank + suit for suit, ranks in enumerate(three, start=1) for rank in ranks], names)
            for three, names in other_suits(size)
        ]
        for size in range(5)
    ]
    keys = []
    for starter in range(13):
        others = [rank for rank in range(13) if rank != starter]
        for clubs in range(5):
            for ranks in rank_sets(clubs, others):
                for cards, names in triples[4 - clubs]:
                    a, b, c, d = [4 * rank for rank in ranks] + cards
                    keys.append((a | b << 6 | c << 12 | d << 18 | 4 * starter << 24, 4 * names))
    return keys
