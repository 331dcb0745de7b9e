"""The functions of the C core, called through cffi. `_core` declares them and checks what they are given."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ._wire import LINES, PARTS, CardRows, Column, Rows, Valid


def functions(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    """Return the functions by their names, for one of the kernels."""
    return {**_scoring(ffi, lib, kernel), **_batches(ffi, lib, kernel), **_keeps(ffi, lib), **_play(ffi, lib)}


def _scoring(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    new, ok = ffi.new, lib.CRIB_OK

    def pack_grid(cells: bytes) -> list[int]:
        packed = new("uint32_t[8]")
        if lib.crib_pack_grid(cells, packed) != ok:
            raise ValueError("not different cards")
        lines: list[int] = ffi.unpack(packed, 8)
        return lines

    def hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
        score = new("crib_score *")
        if lib.crib_score_hand(cards, crib, score) != ok:
            raise ValueError("not different cards")
        return score.fifteens, score.pairs, score.runs, score.flush, score.nobs, score.fifteen_mask

    def hand_counts(crib: bool) -> list[int]:
        counts = new("int64_t[30]")
        lib.crib_hand_counts(kernel, crib, counts)
        totals: list[int] = ffi.unpack(counts, 30)
        return totals

    return {
        "pack_hand": lib.crib_pack_hand,
        "hand_counts": hand_counts,
        "pack_grid": pack_grid,
        "hand_points": hand_points,
    }


def _batches(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    from_buffer, byte_array = ffi.from_buffer, ffi.typeof("uint8_t[]")

    def scorer(score_rows: Any, wide: int, results: int) -> Callable[[Rows, int, int, int, Any], int]:
        def score(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
            cards, first, row_step, card_step, starters, first_starter, starter_step, *_ = rows
            if rows.cribs is not None:
                return score_mixed(rows, begin, end, wanted, scores)
            # Released at the end, so that a traceback does not keep the buffers of an interrupted call.
            with (
                from_buffer(byte_array, cards) as card_bytes,
                from_buffer(byte_array, starters) as starter_bytes,
                from_buffer(byte_array, scores, True) as score_bytes,
            ):
                good: int = score_rows(
                    kernel,
                    card_bytes + (first + begin * row_step),
                    row_step,
                    card_step,
                    starter_bytes + (first_starter + begin * starter_step),
                    starter_step,
                    end - begin,
                    wanted,
                    score_bytes + begin * (results if wanted & wide else 1),
                )
            return begin + good

        return score

    def score_mixed(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
        with (
            from_buffer(byte_array, rows.cards) as card_bytes,
            from_buffer(byte_array, rows.starters) as starter_bytes,
            from_buffer(byte_array, rows.cribs) as crib_bytes,
            from_buffer(byte_array, scores, True) as score_bytes,
        ):
            good: int = lib.crib_score_mixed(
                kernel,
                card_bytes + (rows.first + begin * rows.row_step),
                rows.row_step,
                rows.card_step,
                starter_bytes + (rows.first_starter + begin * rows.starter_step),
                rows.starter_step,
                crib_bytes + (rows.first_crib + begin * rows.crib_step),
                rows.crib_step,
                end - begin,
                wanted,
                score_bytes + begin * (5 if wanted & PARTS else 1),
            )
        return begin + good

    def count_scores(rows: Rows, begin: int, end: int, wanted: int) -> tuple[int, list[int]]:
        counts = ffi.new("int64_t[30]")
        cribs = rows.starters if rows.cribs is None else rows.cribs
        with (
            from_buffer(byte_array, rows.cards) as card_bytes,
            from_buffer(byte_array, rows.starters) as starter_bytes,
            from_buffer(byte_array, cribs) as crib_bytes,
        ):
            good: int = lib.crib_count_scores(
                kernel,
                card_bytes + (rows.first + begin * rows.row_step),
                rows.row_step,
                rows.card_step,
                starter_bytes + (rows.first_starter + begin * rows.starter_step),
                rows.starter_step,
                crib_bytes + (rows.first_crib + begin * rows.crib_step),
                rows.crib_step,
                end - begin,
                wanted if rows.cribs is None else wanted | lib.CRIB_EACH,
                counts,
            )
        return begin + good, ffi.unpack(counts, 30)

    score_objects = lib.crib_score_objects

    def score_whole(cards: Any, width: int, wanted: int, scores: Any) -> int:
        good: int = score_objects(kernel, id(cards), width, wanted, id(scores))
        return good

    def narrow(column: Column, begin: int, count: int, to: Any, start: int) -> None:
        with (
            from_buffer(byte_array, column.buffer) as numbers,
            from_buffer(byte_array, to, True) as written,
        ):
            lib.crib_narrow(
                kernel,
                numbers + (column.first + begin * column.step),
                column.step,
                column.size,
                column.size - 1 if column.big else 0,
                count,
                written + start,
            )

    def strike(valid: Valid, begin: int, count: int, to: Any, start: int, step: int) -> None:
        with from_buffer(byte_array, valid.bits) as bits, from_buffer(byte_array, to, True) as written:
            lib.crib_strike(bits, valid.first + begin * valid.step, valid.step, count, step, written + start)

    def overlap(one: Any, other: Any) -> bool:
        with from_buffer(one) as begin, from_buffer(other) as other_begin:
            return bool(begin < other_begin + len(other_begin) and other_begin < begin + len(begin))

    return {
        "score_hands": scorer(lib.crib_score_hands, PARTS, 5),
        "score_grids": scorer(lib.crib_score_grids, LINES, 8),
        "score_whole": score_whole,
        "count_scores": count_scores,
        "narrow": narrow,
        "strike": strike,
        "overlap": overlap,
    }


def _keeps(ffi: Any, lib: Any) -> dict[str, Callable[..., Any]]:
    from_buffer, byte_array, new = ffi.from_buffer, ffi.typeof("uint8_t[]"), ffi.new

    @cache
    def fours() -> tuple[Any, Any]:
        """The table of four ranks with each rank of starter, and its memory, which this keeps."""
        memory = new("uint16_t[]", lib.crib_fours_size() // 2)
        table = ffi.cast("crib_fours *", memory)
        lib.crib_fours_start(table)
        return table, memory

    def forecast_hands(hands: CardRows, dead: CardRows, crib: bool, begin: int, end: int, counts: Any) -> int:
        with (
            from_buffer(byte_array, hands.cards) as hand_bytes,
            from_buffer(byte_array, dead.cards) as dead_bytes,
            from_buffer(byte_array, counts, True) as count_bytes,
        ):
            good: int = lib.crib_forecast_hands(
                fours()[0],
                hand_bytes + (hands.first + begin * hands.row_step),
                hands.row_step,
                hands.card_step,
                dead_bytes + (dead.first + begin * dead.row_step),
                dead.row_step,
                dead.card_step,
                dead.width,
                end - begin,
                crib,
                count_bytes + 30 * begin,
            )
        return begin + good

    def keep_sums(deals: CardRows, begin: int, end: int, sums: Any) -> int:
        with (
            from_buffer(byte_array, deals.cards) as deal_bytes,
            from_buffer("uint16_t[]", sums, True) as row_sums,
        ):
            good: int = lib.crib_keep_sums(
                fours()[0],
                deal_bytes + (deals.first + begin * deals.row_step),
                deals.row_step,
                deals.card_step,
                end - begin,
                row_sums + 15 * begin,
            )
        return begin + good

    return {"forecast_hands": forecast_hands, "keep_sums": keep_sums}


def _play(ffi: Any, lib: Any) -> dict[str, Callable[..., Any]]:
    from_buffer, byte_array, new, ok = ffi.from_buffer, ffi.typeof("uint8_t[]"), ffi.new, lib.CRIB_OK

    def score_pegs(piles: CardRows, begin: int, end: int, scores: Any) -> int:
        with (
            from_buffer(byte_array, piles.cards) as card_bytes,
            from_buffer(byte_array, scores, True) as score_bytes,
        ):
            good: int = lib.crib_score_pegs(
                card_bytes + (piles.first + begin * piles.row_step),
                piles.row_step,
                piles.card_step,
                piles.width,
                end - begin,
                score_bytes + begin,
            )
        return begin + good

    def peg_deals(hands: CardRows, plays: CardRows, begin: int, end: int, points: Any) -> int:
        with (
            from_buffer(byte_array, hands.cards) as card_bytes,
            from_buffer(byte_array, plays.cards) as place_bytes,
            from_buffer(byte_array, points, True) as point_bytes,
        ):
            good: int = lib.crib_peg_deals(
                card_bytes + (hands.first + begin * hands.row_step),
                hands.row_step,
                hands.card_step,
                place_bytes + (plays.first + begin * plays.row_step),
                plays.row_step,
                plays.card_step,
                end - begin,
                point_bytes + 8 * begin,
            )
        return begin + good

    def best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
        card, value = new("uint8_t *"), new("int *")
        if lib.crib_play_best(mover, other, pile, card, value) != ok:
            raise ValueError("not a play")
        return card[0], value[0]

    return {
        "pack_peg": lib.crib_pack_peg,
        "score_pegs": score_pegs,
        "peg_deals": peg_deals,
        "best_peg": best_peg,
    }
