"""Measure the cribbage scorers on PyPI on the same random hands.

    python benchmarks/compare.py

Each is installed in a temporary virtual environment and run there with this interpreter. The results go to
benchmarks/results/scorers.json; report.py makes a table of them.
"""

import datetime
import json
import random
import subprocess
import sys
import tempfile
import time
import timeit
import venv
from pathlib import Path

import numpy as np

from cribscore import DECK, Hand, __version__, score_hand, score_hands

RESULTS = Path(__file__).parent / "results" / "scorers.json"
COUNT = 20_000

# The program that runs in each environment. An adapter defines `prepare`, which turns a hand into what the
# scorer takes, and `score`, which is timed.
PROGRAM = """
import json, sys
from time import process_time  # does not count other processes

{adapter}

hands = [prepare(*hand) for hand in json.load(sys.stdin)]
scores = [int(score(*hand)) for hand in hands]
best = float("inf")
for _ in range(5):
    begin = process_time()
    for hand in hands:
        score(*hand)
    best = min(best, process_time() - begin)
print(json.dumps([scores, best]))
"""

# Cards come as (rank 1 to 13, suit 0 to 3: clubs, diamonds, hearts, spades).
ADAPTERS = {
    "cribbage": """
from cribbage.card import Card
from cribbage.score import score_hand as score
def card(rank, suit):
    return Card((1, 0, 2, 3)[suit] * 13 + rank - 1)
def prepare(four, starter):
    return [card(*each) for each in four], card(*starter)
""",
    "cribbage-scorer": """
from cribbage_scorer.cribbage_scorer import show_calc_score
def card(rank, suit):
    return rank, "CDHS"[suit]
def prepare(four, starter):
    return card(*starter), [card(*each) for each in four]
def score(starter, four):
    return show_calc_score(starter, four)[0]
""",
    "cribbagesim": """
from CribbageSim.CribbageDeal import CribbageDeal
from HandsDecksCards.card import Card
from HandsDecksCards.hand import Hand
deal = CribbageDeal()
def card(rank, suit):
    return Card("CDHS"[suit], "A 2 3 4 5 6 7 8 9 10 J Q K".split()[rank - 1])
def prepare(four, starter):
    hand = Hand()
    hand.add_cards([card(*each) for each in four])
    return hand, card(*starter)
def score(hand, starter):
    return deal.determine_score_showing_hand(hand, starter, [])
""",
    "magmacrunch-cribbage": """
from cribbage.cards import RANKS, Card, score_hand
def card(rank, suit):
    return Card(("clubs", "diamonds", "hearts", "spades")[suit], RANKS[rank - 1])
def prepare(four, starter):
    return [card(*each) for each in four], card(*starter)
def score(four, starter):
    return score_hand(four, starter).total
""",
}
# It asks for Python 3.12, but its scorer does not need it.
OPTIONS = {"cribbagesim": ["--ignore-requires-python"]}

OURS = """
from cribscore import DECK, Hand, score_hand as score
def card(rank, suit):
    return DECK[4 * (rank - 1) + suit]
def prepare(four, starter):
    return Hand([card(*each) for each in four]), card(*starter)
"""


class UnusableError(Exception):
    """A scorer cannot be measured; the text says why."""


def run(command, **options):
    """Return what a command prints."""
    result = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, timeout=600, **options
    )
    if result.returncode != 0:
        said = [line for line in result.stderr.splitlines() if line.strip()] or ["failed without a message"]
        raise UnusableError(said[-1].removeprefix("ERROR: "))
    return result.stdout


def measure(python, adapter, hands, truth):
    """Return the hands a second of a scorer, and how many scores are wrong."""
    scores, seconds = json.loads(
        run([python, "-c", PROGRAM.format(adapter=adapter)], input=json.dumps(hands))
    )
    wrong = [at for at, score in enumerate(scores) if score != truth[at]]
    return {"wrong": len(wrong), "hands_per_second": round(len(hands) / seconds), "first_wrong": wrong[:1]}


def score_with_numpy(rows):
    """Score rows of five card indexes as a user of NumPy may write it, all at once."""
    rank, suit = rows // 4, rows % 4
    subsets = np.arange(32) >> np.arange(5)[:, None] & 1
    points = 2 * (np.minimum(rank + 1, 10).astype(np.int64) @ subsets == 15).sum(axis=1)
    counts = (rank[:, :, None] == np.arange(13)).sum(axis=1)
    points += (counts * (counts - 1)).sum(axis=1)
    runs = np.zeros(len(rows), np.int64)
    for length in (5, 4, 3):  # only the longest
        windows = np.lib.stride_tricks.sliding_window_view(counts, length, axis=1)
        runs = np.where(runs == 0, length * windows.prod(axis=2).sum(axis=1), runs)
    flush = (suit[:, :4] == suit[:, :1]).all(axis=1)
    points += 4 * flush + (flush & (suit[:, 4] == suit[:, 0]))
    return points + runs + ((rank[:, :4] == 10) & (suit[:, :4] == suit[:, 4:])).any(axis=1)


def measure_batch(score, rows, truth):
    """Return the same for a function that scores all hands in one call."""
    wrong = sum(int(found) != right for found, right in zip(score(rows), truth, strict=True))
    seconds = min(timeit.repeat(lambda: score(rows), number=1, repeat=30, timer=time.process_time))
    return {"wrong": wrong, "hands_per_second": round(len(rows) / seconds)}


def measure_in_environment(name, hands, truth):
    """Return the same for a scorer on PyPI, with its version; or the reason why it cannot be measured."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")
        try:
            run([python, "-m", "pip", "install", "-q", *OPTIONS.get(name, []), name])
            version = f"import importlib.metadata as m; print(m.version({name!r}))"
            found = {"version": run([python, "-c", version]).strip()}
            return found | measure(python, ADAPTERS[name], hands, truth)
        except (UnusableError, subprocess.TimeoutExpired) as error:
            return {"reason": str(error)}


def main():
    generator = random.Random(29)
    dealt = [generator.sample(DECK, 5) for _ in range(COUNT)]
    truth = [int(score_hand(Hand(four), starter)) for *four, starter in dealt]
    hands = [
        ([(card.rank, card.index % 4) for card in four], (starter.rank, starter.index % 4))
        for *four, starter in dealt
    ]
    ours = {"version": __version__}
    rows = np.array([[card.index for card in cards] for cards in dealt], np.uint8)
    scorers = {
        "cribscore, score_hand": ours | measure(sys.executable, OURS, hands, truth),
        "cribscore, score_hands": ours | measure_batch(score_hands, rows, truth),
        "plain NumPy": {"version": np.__version__} | measure_batch(score_with_numpy, rows, truth),
    }
    for name in ADAPTERS:
        scorers[name] = measure_in_environment(name, hands, truth)
        print(name, scorers[name], flush=True)
    for found in scorers.values():
        if first := found.pop("first_wrong", None):
            *four, starter = dealt[first[0]]
            found["example"] = f"{' '.join(map(str, four))} with {starter} is {truth[first[0]]}"
    results = {"date": datetime.date.today().isoformat(), "hands": COUNT, "scorers": scorers}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
