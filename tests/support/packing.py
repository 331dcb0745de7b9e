"""The packed forms that the two cores share, spelled out once more and independently."""

from naive import parse
from strategies import NAMES

NO_CARD = 63
NO_CELL = 255


def fields_key(fields, crib):
    """The key of four cards and a starter given as field values 0..63."""
    return sum(field << 6 * place for place, field in enumerate(fields)) | crib << 30


def cell_bytes(names):
    """Card names as index bytes; None, no card, is 255."""
    return bytes(NO_CELL if name is None else NAMES.index(name) for name in names)


def name_key(names, crib):
    """The key of four cards and a starter given as names or None."""
    return fields_key([NO_CARD if name is None else NAMES.index(name) for name in names], crib)


def unpack(packed):
    """(fifteens, pairs, runs, flush, nobs); what stands above the last part spoils nobs, and is so seen."""
    flush = (0, 4, 5, None)[packed >> 11 & 3]
    return 2 * (packed & 15), 2 * (packed >> 4 & 7), packed >> 7 & 15, flush, packed >> 13


def deals_text(deals):
    """Deals of open_deals.json as a C program reads them: sixteen cards, the starter, the best total."""
    return "".join(
        " ".join(map(str, [*cell_bytes([*deal["cards"].split(), deal["starter"]]), deal["best"]])) + "\n"
        for deal in deals
    )


def parsed(names):
    """Card names as the naive scorer's cards, without the places that are empty."""
    return [parse(name) for name in names if name is not None]
