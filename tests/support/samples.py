"""A hand and two grids that many tests use, and how parameters are shown."""

import pickle

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)

HAND = "5H 5C 5S JD"
HAND_INDEXES = [18, 16, 19, 41]

FULL = "KH KC KD KS\nQH QC QD QS\nJH JC JD JS\nTH 5C 5D 5S"
FULL_NAMES = FULL.split()
FULL_ROWS = FULL.splitlines()
PARTIAL = "KH .. KD KS\n.. .. .. ..\nJH JC JD ..\nTH 5C 5D 5S"
PARTIAL_NAMES = [None if name == ".." else name for name in PARTIAL.split()]


def type_name(thing):
    return type(thing).__name__


def beginning(text):
    return text[:4]
