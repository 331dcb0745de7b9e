"""The functions of the C core, called through cffi. `_core` declares them and checks what they are given."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from ._wire import KEEPS, LINES, PARTS, RANK_PAIRS, STRUCK, THROWS, CardRows, Column, Rows, Valid, Valued

_NOT_NEGATIVE: Final = bytes([*range(128), *[STRUCK] * 128])  # a signed byte that is below 0 is not a card


def functions(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    """Return the functions by their names, for one of the kernels."""
    return {
        **_scoring(ffi, lib, kernel),
        **_batches(ffi, lib, kernel),
        **_keeps(ffi, lib),
        **_play(ffi, lib),
        **_policy(ffi, lib),
        **_values(ffi, lib),
        **_texts(ffi, lib),
        "random_deals": _random_deals(ffi, lib),
    }


def _scoring(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    new, ok = ffi.new, lib.CRIB_OK
    eight, deck = ffi.typeof("uint32_t[8]"), ffi.typeof("uint8_t[52]")

    def pack_grid(cells: bytes) -> list[int]:
        packed = new(eight)
        if lib.crib_pack_grid(cells, packed) != ok:
            raise ValueError("not different cards")
        lines: list[int] = ffi.unpack(packed, 8)
        return lines

    def deal_cards(seed: int, count: int) -> list[int]:
        cards = new(deck)
        if lib.crib_deal(seed, count, cards) != ok:
            raise ValueError("not so many cards")
        dealt: list[int] = ffi.unpack(cards, count)
        return dealt

    def hand_counts(crib: bool) -> list[int]:
        counts = new("int64_t[30]")
        lib.crib_hand_counts(kernel, crib, counts)
        totals: list[int] = ffi.unpack(counts, 30)
        return totals

    return {
        "pack_hand": lib.crib_pack_hand,
        "pack_fifteens": lib.crib_pack_fifteens,
        "hand_counts": hand_counts,
        "pack_grid": pack_grid,
        "grid_total": lib.crib_grid_total,
        "deal_cards": deal_cards,
    }


def _batches(ffi: Any, lib: Any, kernel: int) -> dict[str, Callable[..., Any]]:
    from_buffer, byte_array = ffi.from_buffer, ffi.typeof("uint8_t[]")

    def scorer(score_rows: Any, wide: int, results: int) -> Callable[[Rows, int, int, int, Any], int]:
        def score(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
            cards, first, row_step, card_step, starters, first_starter, starter_step, cribs, _, _ = rows
            if cribs is not None:
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

    def score_whole(cards: Any, starters: Any, width: int, wanted: int, scores: Any) -> int:
        good: int = score_objects(kernel, id(cards), id(starters), width, wanted, id(scores))
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
        if column.size == 1 and column.signed:  # all others below 0 are above a byte to C
            found = to[start : start + count]
            if not found.isascii():
                to[start : start + count] = found.translate(_NOT_NEGATIVE)

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


def _texts(ffi: Any, lib: Any) -> dict[str, Callable[..., Any]]:
    from_buffer, byte_array = ffi.from_buffer, ffi.typeof("uint8_t[]")

    def read_cards(text: bytes, cards: Any) -> int:
        with from_buffer(byte_array, cards, True) as card_bytes:
            count: int = lib.crib_read_cards(text, len(text), len(card_bytes), card_bytes)
        return count

    def read_rows(text: bytes, form: int, width: int, count: int, cards: Any) -> bool:
        with from_buffer(byte_array, cards, True) as card_bytes:
            _demand(len(card_bytes) >= width * count)
            return bool(lib.crib_read_rows(text, len(text), form, width, count, card_bytes) == lib.CRIB_OK)

    def write_rows(rows: CardRows, begin: int, end: int, text: Any) -> int:
        with (
            from_buffer(byte_array, rows.cards) as card_bytes,
            from_buffer(byte_array, text, True) as letters,
        ):
            _demand(len(letters) >= 3 * rows.width * end)
            good: int = lib.crib_write_rows(
                card_bytes + (rows.first + begin * rows.row_step),
                rows.row_step,
                rows.card_step,
                rows.width,
                end - begin,
                letters + 3 * rows.width * begin,
            )
        return begin + good

    def check_rows(cards: Any, width: int, begin: int, end: int) -> int:
        with from_buffer(byte_array, cards) as card_bytes:
            _demand(len(card_bytes) >= width * end)
            good: int = lib.crib_check_rows(card_bytes + width * begin, width, end - begin)
        return begin + good

    def unpack_keys(keys: Any, width: int, cards: Any) -> None:
        with from_buffer("uint32_t[]", keys) as words, from_buffer(byte_array, cards, True) as card_bytes:
            _demand(len(card_bytes) >= width * len(words))
            lib.crib_unpack_keys(words, len(words), width, card_bytes)

    return {
        "read_cards": read_cards,
        "read_rows": read_rows,
        "write_rows": write_rows,
        "check_rows": check_rows,
        "unpack_keys": unpack_keys,
    }


def _random_deals(ffi: Any, lib: Any) -> Callable[..., None]:
    def random_deals(seed: int, first: int, cards: int, begin: int, end: int, rows: Any) -> None:
        with ffi.from_buffer("uint8_t[]", rows, True) as row_bytes:
            _demand(len(row_bytes) >= cards * end)
            lib.crib_random_deals(seed, first + begin, end - begin, cards, row_bytes + cards * begin)

    return random_deals


def _demand(fits: bool) -> None:
    if not fits:
        raise ValueError("the buffer is too small")


def _policy(ffi: Any, lib: Any) -> dict[str, Callable[..., Any]]:
    new, ok = ffi.new, lib.CRIB_OK

    @lru_cache(4)
    def prepared(policy: bytes) -> tuple[Any, Any]:
        """A policy with its tables, and its memory, which this keeps."""
        memory = new("uint64_t[]", lib.crib_policy_size() // 8 + 1)
        made = ffi.cast("crib_policy *", memory)
        if lib.crib_policy_start(made, policy) != ok:
            raise ValueError("not a policy")
        return made, memory

    def crib_sums(policy: bytes, thrower: int, cards: bytes, dead: int) -> list[int]:
        sums = new("int64_t[]", THROWS)
        if lib.crib_crib_sums(prepared(policy)[0], thrower, cards, dead, sums) != ok:
            raise ValueError("not six cards and dead ones, or not a thrower")
        found: list[int] = ffi.unpack(sums, THROWS)
        return found

    def throw_choices(policy: bytes, thrower: int, unseen: int) -> list[int]:
        choices = new("uint32_t[]", 13 * len(RANK_PAIRS))
        if lib.crib_throw_choices(prepared(policy)[0], thrower, unseen, choices) != ok:
            raise ValueError("not a thrower, or too many cards")
        found: list[int] = ffi.unpack(choices, len(choices))
        return found

    @lru_cache(4)
    def keep_weights(policy: bytes) -> Any:
        weights = new("uint32_t[]", 2 * KEEPS)
        for player in range(2):
            lib.crib_keep_weights(prepared(policy)[0], player, weights + KEEPS * player)
        return weights

    def advise_peg(
        policy: bytes, hand: int, unseen: int, played: bytes, worlds: int, seed: int
    ) -> tuple[int, int, dict[int, int]] | None:
        found, weights = new("crib_advice *"), keep_weights(policy)
        if lib.crib_advise_peg(weights, hand, unseen, played, len(played), worlds, seed, found) != ok:
            return None
        nets = {rank: found.nets[rank] for rank in range(1, 14) if found.ranks >> rank & 1}
        return found.weight, found.hands, nets

    return {"crib_sums": crib_sums, "throw_choices": throw_choices, "advise_peg": advise_peg}


def _values(ffi: Any, lib: Any) -> dict[str, Callable[..., Any]]:
    from_buffer, new, ok = ffi.from_buffer, ffi.new, lib.CRIB_OK

    def read_values(weights: bytes) -> Any:
        memory = new("uint64_t[]", lib.crib_values_size() // 8 + 1)
        values = ffi.cast("crib_values *", memory)
        lib.crib_values_start(values, weights, len(weights))
        return values, memory  # the memory is freed with the pair

    def outlook(values: Any, position: bytes) -> list[int]:
        found = new("int32_t[52]")
        if lib.crib_outlook(values[0], from_buffer("crib_position *", position), found) != ok:
            raise ValueError("not a position")
        by_card: list[int] = ffi.unpack(found, 52)
        return by_card

    def weigh(values: Any, position: bytes) -> list[Valued]:
        memory = new("uint64_t[]", lib.crib_player_size() // 8 + 1)
        advice = ffi.cast("crib_player *", memory)
        if lib.crib_player_start(advice, values[0], from_buffer("crib_position *", position), 0, 0, 0) != ok:
            raise ValueError("not a position")
        found = new("crib_advised[]", lib.CRIB_MOVES)
        count = lib.crib_player_found(advice, found)
        return [
            Valued(one.source, one.to, one.value, one.win, one.found == lib.CRIB_EXACT)
            for one in found[0:count]
        ]

    return {"read_values": read_values, "outlook": outlook, "weigh": weigh}
