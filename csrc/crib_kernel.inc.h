/*
 * The vector kernel, which scores 32 rows at once. One file for each instruction set includes it and defines
 *
 *     CRIB_TARGET   the attribute that allows a function to use the instruction set
 *     CRIB_CODE     the name of the crib_kernel_code that is defined here
 *     CRIB_NAME     the name of the kernel, a string
 *     CRIB_VBMI     if one instruction looks up a table of 64 bytes
 *
 * A register holds one byte of each of 32 rows, such as the first card of 32 hands. Card bytes can be sorted
 * by rank directly, because a byte without its two low bits is 4 * (rank - 1).
 */
#include "crib_impl.h"
#include "crib_narrow.inc.h"

#include <immintrin.h>

#define INLINE static inline CRIB_TARGET __attribute__((always_inline))

typedef uint8_t lanes __attribute__((vector_size(32)));

/* ---------------------------------------------------------------- lanes */

INLINE lanes load(const uint8_t *bytes)
{
    return (lanes)_mm256_loadu_si256((const __m256i *)(const void *)bytes);
}

INLINE void store(uint8_t *bytes, lanes x)
{
    _mm256_storeu_si256((__m256i *)(void *)bytes, (__m256i)x);
}

INLINE lanes all(uint8_t byte)
{
    return (lanes)_mm256_set1_epi8((char)byte);
}

INLINE lanes min(lanes a, lanes b)
{
    return (lanes)_mm256_min_epu8((__m256i)a, (__m256i)b);
}

INLINE lanes max(lanes a, lanes b)
{
    return (lanes)_mm256_max_epu8((__m256i)a, (__m256i)b);
}

/* 255 in lanes that are equal, 0 in the others. Added to a number, 255 subtracts one. */
INLINE lanes equal(lanes a, lanes b)
{
    return (lanes)_mm256_cmpeq_epi8((__m256i)a, (__m256i)b);
}

/* In each half, the byte of the table at the low four bits of the index, or 0 if the high bit of the index is set. */
INLINE lanes look_up(lanes table, lanes index)
{
    return (lanes)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
}

/* Load a table of sixteen bytes into both halves of a register. */
INLINE lanes table16(const uint8_t *bytes)
{
    return (lanes)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

/* Divide each lane by four. The lanes must be multiples of four, so that no bit moves into another lane. */
INLINE lanes quarter(lanes x)
{
    return (lanes)_mm256_srli_epi16((__m256i)x, 2);
}

INLINE void order(lanes *low, lanes *high)
{
    lanes smaller = min(*low, *high);
    *high = max(*low, *high);
    *low = smaller;
}

INLINE void order4(lanes x[4])
{
    order(&x[0], &x[1]);
    order(&x[2], &x[3]);
    order(&x[0], &x[2]);
    order(&x[1], &x[3]);
    order(&x[1], &x[2]);
}

/* 255 in lanes whose card is missing. */
INLINE lanes missing(lanes card)
{
    return equal(card, all(CRIB_NONE));
}

/* ---------------------------------------------------------------- pairs and runs */

#ifdef CRIB_VBMI

/* A table of 64 bytes, with an index of six bits. */
typedef struct wide_table {
    lanes part[2];
} wide_table;

INLINE wide_table make_wide_table(const uint8_t *bytes)
{
    return (wide_table){{load(bytes), load(bytes + 32)}};
}

INLINE lanes look_up_wide(const wide_table *table, lanes index)
{
    return (lanes)_mm256_permutex2var_epi8((__m256i)table->part[0], (__m256i)index, (__m256i)table->part[1]);
}

#else

/* A table of 64 bytes, with an index of six bits, in four parts: each part is stored as its XOR with the next one. */
typedef struct wide_table {
    lanes part[4];
} wide_table;

INLINE wide_table make_wide_table(const uint8_t *bytes)
{
    const lanes last = table16(bytes + 48);
    return (wide_table){{table16(bytes) ^ table16(bytes + 16), table16(bytes + 16) ^ table16(bytes + 32),
                         table16(bytes + 32) ^ last, last}};
}

/* If 112 - 16 * i is added, an index beyond part i gets its high bit set, and the look-up in part i gives 0. */
INLINE lanes look_up_wide(const wide_table *table, lanes index)
{
    return look_up(table->part[0], index + all(112)) ^ look_up(table->part[1], index + all(96)) ^
           look_up(table->part[2], index + all(80)) ^ look_up(table->part[3], index + all(64));
}

#endif

/* The kinds of both sides of five sorted ranks (see crib_tables.c), combined into an index for look_up_wide. */
INLINE lanes sides(const lanes rank[5], lanes low_side, lanes high_side)
{
    lanes gap[4];
    for (int i = 0; i < 4; i++) {
        gap[i] = min(rank[i + 1] - rank[i], all(8));
    }
    return look_up(low_side, gap[0] + quarter(gap[1])) + look_up(high_side, gap[3] + quarter(gap[2]));
}

/* ---------------------------------------------------------------- fifteens, flush, nobs */

/* The rank of a card as 4 * (rank - 1), and a number far above all ranks for a missing card. */
INLINE lanes rank_of(lanes card)
{
    return card & all(0xFC);
}

/* The value of a rank as 4 * (value - 1). In this form fifteen is 60 minus four for each card. */
INLINE lanes worth(lanes rank)
{
    return min(rank, all(36));
}
#define FIFTEEN(cards) all(60 - 4 * (cards))

/*
 * Minus the number of fifteens of four cards and a fifth. with[i] is value[i] + fifth. Three cards make
 * fifteen if the other two make the total minus fifteen, and four cards do if the other one does.
 */
INLINE lanes minus_fifteens(const lanes value[4], lanes fifth, const lanes with[4])
{
    const lanes pair[6] = {value[0] + value[1], value[0] + value[2], value[0] + value[3],
                           value[1] + value[2], value[1] + value[3], value[2] + value[3]};
    const lanes total = with[0] + value[1] + pair[5], but_three = total - FIFTEEN(3),
                but_four = total - FIFTEEN(4);
    lanes found = equal(total, FIFTEEN(5)) + equal(fifth, but_four);
    for (int i = 0; i < 6; i++) {
        found += equal(pair[i], FIFTEEN(2)) + equal(pair[i], but_three);
    }
    for (int i = 0; i < 4; i++) {
        found += equal(with[i], FIFTEEN(2)) + equal(with[i], but_three) + equal(value[i], but_four);
    }
    return found;
}

/*
 * With `partial`, here and below, cards may be missing. A missing card counts sixteen, and so no fifteen contains it:
 * m of them and the others count m * 16 to m * 16 + 10 * (5 - m), which is never fifteen, nor is it in a byte, where
 * numbers of this form wrap around at 64.
 */
INLINE lanes worth_of(lanes card, int partial)
{
    const lanes value = worth(rank_of(card));
    return partial ? value + (missing(card) & all(4 * (16 - 10))) : value;
}

INLINE lanes flush(const lanes card[4], lanes starter, lanes four, int partial)
{
    lanes differ = (card[0] ^ card[1]) | (card[0] ^ card[2]) | (card[0] ^ card[3]);
    lanes with_starter = card[0] ^ starter;
    if (partial) {
        differ |= (missing(card[0]) | missing(card[1])) | (missing(card[2]) | missing(card[3]));
        with_starter |= missing(starter);
    }
    lanes all_four = equal(differ & all(3), all(0));
    lanes all_five = equal((differ | with_starter) & all(3), all(0));
    return (all_four & four) + (all_five & (all(5) - four));
}

/* The jack of the suit of the starter; a byte that no card has if the starter is missing. */
INLINE lanes nobs_card(lanes starter, int partial)
{
    const lanes jack = (starter & all(3)) | all(CRIB_JACK);
    return partial ? jack | (missing(starter) & all(0x80)) : jack;
}

INLINE lanes minus_nobs(const lanes card[4], lanes jack)
{
    return (equal(card[0], jack) | equal(card[1], jack)) | (equal(card[2], jack) | equal(card[3], jack));
}

/* ---------------------------------------------------------------- one line of 32 hands or grids */

typedef struct tables {
    lanes low_side, high_side, four;
    wide_table points, pairs, runs;
} tables;

INLINE tables make_tables(int wanted)
{
    return (tables){
        .low_side = table16(crib_side) * 8,
        .high_side = table16(crib_side),
        .four = all((wanted & CRIB_AS_CRIB) != 0 ? 0 : 4),
        .points = make_wide_table(crib_side_points),
        .pairs = make_wide_table(crib_side_pairs),
        .runs = make_wide_table(crib_side_runs),
    };
}

/* Insert the starter into four sorted cards. */
INLINE void order_starter(const lanes four[4], lanes starter, lanes sorted[5])
{
    sorted[4] = starter;
    for (int i = 3; i >= 0; i--) {
        sorted[i] = min(four[i], sorted[i + 1]);
        sorted[i + 1] = max(four[i], sorted[i + 1]);
    }
}

INLINE int none(lanes x)
{
    return _mm256_testz_si256((__m256i)x, (__m256i)x);
}

/* The index of the first lane that is not 0. At least one lane must not be 0. */
INLINE int first_lane(lanes x)
{
    return __builtin_ctz(~(uint32_t)_mm256_movemask_epi8((__m256i)equal(x, all(0))));
}

/* Not 0 in lanes whose byte is not a card. */
INLINE lanes not_card(lanes card)
{
    return (lanes)_mm256_subs_epu8((__m256i)card, (__m256i)all(CRIB_DECK - 1));
}

/* Not 0 in lanes whose five sorted bytes are not five different cards; with `partial`, the starter may be missing. */
INLINE lanes bad_hand(const lanes sorted[5], lanes starter, int partial)
{
    const lanes last =
        partial ? not_card(sorted[3]) | (not_card(sorted[4]) & ~missing(starter)) : not_card(sorted[4]);
    return last | equal(sorted[0], sorted[1]) | equal(sorted[1], sorted[2]) | equal(sorted[2], sorted[3]) |
           equal(sorted[3], sorted[4]);
}

/* ---------------------------------------------------------------- hands */

INLINE int64_t score_hands(const uint8_t *const column[6], int64_t count, int wanted, int parts, int each,
                           int partial, uint8_t *const result[5])
{
    const tables known = make_tables(wanted);
    for (int64_t row = 0; row < count; row += CRIB_LANES) {
        lanes card[4], sorted[5], value[5], with[4];
        const lanes starter = load(column[4] + row);
        for (int i = 0; i < 4; i++) {
            card[i] = load(column[i] + row);
        }
        const lanes four = each ? equal(load(column[5] + row), all(0)) & all(4) : known.four;
        const lanes suited = flush(card, starter, four, partial);
        const lanes nobs = minus_nobs(card, nobs_card(starter, partial));
        order4(card);
        order_starter(card, starter, sorted);
        const lanes bad = bad_hand(sorted, starter, partial);
        if (!none(bad)) {
            return row + first_lane(bad);
        }
        for (int i = 0; i < 5; i++) {
            sorted[i] = rank_of(sorted[i]);
        }
        const lanes side = sides(sorted, known.low_side, known.high_side);
        if (parts) {
            store(result[1] + row, look_up_wide(&known.pairs, side));
            store(result[2] + row, look_up_wide(&known.runs, side));
            store(result[3] + row, suited);
            store(result[4] + row, -nobs);
        }
        const lanes points = suited - nobs + look_up_wide(&known.points, side);
        for (int i = 0; i < 5; i++) {
            value[i] = worth(sorted[i]);
        }
        if (partial) {
            value[4] += missing(starter) & all(4 * (16 - 10)); /* a missing starter is the last one */
        }
        for (int i = 0; i < 4; i++) {
            with[i] = value[i] + value[4];
        }
        const lanes fifteens = minus_fifteens(value, value[4], with);
        store(result[0] + row, parts ? -(fifteens + fifteens) : points - fifteens - fifteens);
    }
    return count;
}

static CRIB_TARGET int64_t hands(const uint8_t *const column[6], int64_t count, int wanted,
                                 uint8_t *const result[5])
{
    const int each = (wanted & CRIB_EACH) != 0, partial = (wanted & CRIB_PARTIAL) != 0;
    /* A separate call for each choice that is often made, so that its loop need not decide it for every row. */
    if (each || partial) {
        return (wanted & CRIB_PARTS) != 0 ? score_hands(column, count, wanted, 1, each, partial, result)
                                          : score_hands(column, count, wanted, 0, each, partial, result);
    }
    return (wanted & CRIB_PARTS) != 0 ? score_hands(column, count, wanted, 1, 0, 0, result)
                                      : score_hands(column, count, wanted, 0, 0, 0, result);
}

/* ---------------------------------------------------------------- grids */

/* Merge two adjacent sorted lists of `half` elements each (Batcher's odd-even merge). */
INLINE void merge(lanes *x, int half)
{
#pragma GCC unroll 8
    for (int i = 0; i < half; i++) {
        order(&x[i], &x[i + half]);
    }
#pragma GCC unroll 3
    for (int apart = half / 2; apart > 0; apart /= 2) {
#pragma GCC unroll 8
        for (int first = apart; first + apart < 2 * half; first += 2 * apart) {
#pragma GCC unroll 4
            for (int i = first; i < first + apart; i++) {
                order(&x[i], &x[i + apart]);
            }
        }
    }
}

/* Not 0 in lanes whose grid is not seventeen different cards. `rows` are the four rows, each sorted. */
INLINE lanes bad_grid(const lanes rows[16], lanes starter, int partial)
{
    lanes sorted[16];
    for (int i = 0; i < 16; i++) {
        sorted[i] = rows[i];
    }
    merge(sorted, 4);
    merge(sorted + 8, 4);
    merge(sorted, 8);
    lanes bad = equal(sorted[15], starter) & (partial ? ~missing(starter) : all(255));
#pragma GCC unroll 15
    for (int i = 0; i < 15; i++) {
        const lanes twice = equal(sorted[i], starter) | equal(sorted[i], sorted[i + 1]);
        bad |= partial ? twice & ~missing(sorted[i]) : twice;
    }
    if (!partial) {
        return bad | not_card(sorted[15]) | not_card(starter);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        bad |= not_card(sorted[i]) & ~missing(sorted[i]);
    }
    return bad | (not_card(starter) & ~missing(starter));
}

/* Values that the lines of 32 grids share. They are in memory, since the registers hold only a tenth of them. */
typedef struct shared {
    uint8_t cell[16][CRIB_LANES], value[16][CRIB_LANES], with_starter[16][CRIB_LANES];
    uint8_t rows[16][CRIB_LANES]; /* the cells again, each row sorted */
    lanes starter, starter_rank, starter_value, jack;
} shared;

/* Load the cells. Returns lanes that are not 0 where the grid is invalid. */
INLINE lanes share(const uint8_t *const column[17], int64_t row, int partial, shared *grid)
{
    lanes rows[16];
    grid->starter = load(column[16] + row);
    grid->starter_rank = rank_of(grid->starter);
    grid->starter_value = worth_of(grid->starter, partial);
    grid->jack = nobs_card(grid->starter, partial);
    for (int i = 0; i < 16; i++) {
        rows[i] = load(column[i] + row);
        const lanes value = worth_of(rows[i], partial);
        store(grid->cell[i], rows[i]);
        store(grid->value[i], value);
        store(grid->with_starter[i], value + grid->starter_value);
    }
    for (int i = 0; i < 16; i += 4) {
        order4(rows + i);
    }
    for (int i = 0; i < 16; i++) {
        store(grid->rows[i], rows[i]);
    }
    return bad_grid(rows, grid->starter, partial);
}

/* Move the ranks of missing cards, which are the last ones, apart from each other: so they are no pairs. */
INLINE void part_missing(lanes rank[5])
{
    for (int i = 0; i < 4; i++) {
        rank[i] -= equal(rank[i], all(CRIB_NONE & 0xFC)) & all((uint8_t)(32 * (4 - i)));
    }
}

/* The points of the line of the cells first, first + step, first + 2 * step and first + 3 * step. */
INLINE lanes line_points(const shared *grid, int first, int step, const tables *known, int partial)
{
    lanes card[4], rank[5], value[4], with[4];
    for (int i = 0; i < 4; i++) {
        card[i] = load(grid->cell[first + i * step]);
    }
    lanes points = flush(card, grid->starter, known->four, partial) - minus_nobs(card, grid->jack);
    if (step == 1) {
        for (int i = 0; i < 4; i++) {
            card[i] = load(grid->rows[first + i]);
        }
    } else {
        order4(card);
    }
    for (int i = 0; i < 4; i++) {
        card[i] = rank_of(card[i]);
    }
    order_starter(card, grid->starter_rank, rank);
    if (partial) {
        part_missing(rank);
    }
    points += look_up_wide(&known->points, sides(rank, known->low_side, known->high_side));
    for (int i = 0; i < 4; i++) {
        value[i] = load(grid->value[first + i * step]);
        with[i] = load(grid->with_starter[first + i * step]);
    }
    const lanes fifteens = minus_fifteens(value, grid->starter_value, with);
    return points - fifteens - fifteens;
}

INLINE int64_t score_grids(const uint8_t *const column[17], int64_t count, int by_line, int partial,
                           uint8_t *const result[8])
{
    const tables known = make_tables(0);
    for (int64_t row = 0; row < count; row += CRIB_LANES) {
        shared grid;
        const lanes bad = share(column, row, partial, &grid);
        if (!none(bad)) {
            return row + first_lane(bad);
        }
        lanes total = equal(grid.starter_rank, all(CRIB_JACK)) & all(2);
        for (int i = 0; i < 4; i++) {
            const lanes across = line_points(&grid, 4 * i, 1, &known, partial),
                        down = line_points(&grid, i, 4, &known, partial);
            if (by_line) {
                store(result[i] + row, across);
                store(result[4 + i] + row, down);
            } else {
                total += across + down;
            }
        }
        if (!by_line) {
            store(result[0] + row, total);
        }
    }
    return count;
}

static CRIB_TARGET int64_t grids(const uint8_t *const column[17], int64_t count, int wanted,
                                 uint8_t *const result[8])
{
    const int by_line = (wanted & CRIB_LINES) != 0;
    if ((wanted & CRIB_PARTIAL) != 0) {
        return score_grids(column, count, by_line, 1, result);
    }
    return by_line ? score_grids(column, count, 1, 0, result) : score_grids(column, count, 0, 0, result);
}

/* The points of the eight lines of one grid, the rows and then the columns in lanes of their own. */
static CRIB_TARGET uint32_t lines(const uint8_t cells[16], uint8_t starter_card)
{
    static const uint8_t places[4][16] = {
        /* of the first cell of each line, of the second, ... */
        {0, 4, 8, 12, 0, 1, 2, 3, 128, 128, 128, 128, 128, 128, 128, 128},
        {1, 5, 9, 13, 4, 5, 6, 7, 128, 128, 128, 128, 128, 128, 128, 128},
        {2, 6, 10, 14, 8, 9, 10, 11, 128, 128, 128, 128, 128, 128, 128, 128},
        {3, 7, 11, 15, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128},
    };
    const tables known = make_tables(0);
    const lanes grid = table16(cells), starter = all(starter_card);
    lanes card[4], rank[5], value[5], with[4];
    for (int i = 0; i < 4; i++) {
        card[i] = look_up(grid, table16(places[i]));
    }
    lanes points = flush(card, starter, known.four, 0) - minus_nobs(card, nobs_card(starter, 0));
    order4(card);
    order_starter(card, starter, rank);
    for (int i = 0; i < 5; i++) {
        rank[i] = rank_of(rank[i]);
        value[i] = worth(rank[i]);
    }
    for (int i = 0; i < 4; i++) {
        with[i] = value[i] + value[4];
    }
    const lanes fifteens = minus_fifteens(value, value[4], with);
    points += look_up_wide(&known.points, sides(rank, known.low_side, known.high_side)) - fifteens - fifteens;
    const __m128i eight = _mm256_castsi256_si128((__m256i)points);
    return (uint32_t)_mm_cvtsi128_si32(_mm_sad_epu8(eight, _mm_setzero_si128()));
}

/* ---------------------------------------------------------------- transposing rows into columns, and back */

/* Load 16 bytes into the low half, and the 16 bytes that are `apart` bytes further on into the high half. */
INLINE lanes load_two(const uint8_t *bytes, int64_t apart)
{
    return (lanes)_mm256_loadu2_m128i((const __m128i *)(const void *)(bytes + apart),
                                      (const __m128i *)(const void *)bytes);
}

INLINE void store_two(uint8_t *bytes, int64_t apart, lanes x)
{
    _mm256_storeu2_m128i((__m128i *)(void *)(bytes + apart), (__m128i *)(void *)bytes, (__m256i)x);
}

INLINE lanes blend(lanes a, lanes b, lanes from_b)
{
    return (lanes)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)from_b);
}

/*
 * Sixteen rows of five bytes are eighty bytes, in five registers x[0] to x[4] (two such groups at once, one
 * in each half). Since 16 is one more than a multiple of 5, byte i of x[m] belongs to column (m + i) mod 5,
 * and byte i of column c is in x[(c - i) mod 5]. So three blends collect a column, and a shuffle sorts it.
 * The way back is the same in reverse.
 */
static const uint8_t fives_1_or_3[16] = {0, 255, 0,   255, 0,   0, 255, 0, 255,
                                         0, 0,   255, 0,   255, 0, 0}; /* bytes, by their index modulo 5 */
static const uint8_t fives_2_or_3[16] = {0, 0, 255, 255, 0, 0, 0, 255, 255, 0, 0, 0, 255, 255, 0, 0};
static const uint8_t fives_4[16] = {0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0};
static const uint8_t place_of_row[5][16] = {
    /* for columns 0, 1, ...: where the blends put the byte of each row */
    {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11},
    {1, 6, 11, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12},
    {2, 7, 12, 1, 6, 11, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13},
    {3, 8, 13, 2, 7, 12, 1, 6, 11, 0, 5, 10, 15, 4, 9, 14},
    {4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11, 0, 5, 10, 15},
};
static const uint8_t row_at_place[5][16] = {
    /* for columns 0, 1, ...: the row whose byte the blends put there */
    {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3},
    {3, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6},
    {6, 3, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9},
    {9, 6, 3, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12},
    {12, 9, 6, 3, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15},
};

INLINE void blend_fives(const lanes x[5], int way, lanes blended[5])
{
    const lanes odd = table16(fives_1_or_3), later = table16(fives_2_or_3), last = table16(fives_4);
    lanes mixed[5];
    for (int i = 0; i < 5; i++) {
        mixed[i] = blend(x[i], x[(i + way) % 5], odd);
    }
    for (int i = 0; i < 5; i++) {
        blended[i] = blend(blend(mixed[i], mixed[(i + 2 * way) % 5], later), x[(i + 4 * way) % 5], last);
    }
}

INLINE void split_fives(const uint8_t *rows, uint8_t (*column)[CRIB_BLOCK], int64_t row)
{
    lanes x[5], blended[5];
    for (int64_t m = 0; m < 5; m++) {
        x[m] = load_two(rows + 16 * m, 80);
    }
    blend_fives(x, 4, blended); /* 4 is -1 modulo 5 */
    for (int c = 0; c < 5; c++) {
        store(column[c] + row, look_up(blended[c], table16(place_of_row[c])));
    }
}

INLINE void join_fives(uint8_t (*column)[CRIB_BLOCK], int64_t row, uint8_t *rows)
{
    lanes x[5], blended[5];
    for (int c = 0; c < 5; c++) {
        x[c] = look_up(load(column[c] + row), table16(row_at_place[c]));
    }
    blend_fives(x, 1, blended);
    for (int64_t m = 0; m < 5; m++) {
        store_two(rows + 16 * m, 80, blended[m]);
    }
}

/* One round of transposing a square of bytes: interleave the bytes of registers i and i + count / 2. */
INLINE void interleave(lanes *x, int count)
{
    lanes y[16];
    for (int64_t i = 0; i < count / 2; i++) {
        y[2 * i] = (lanes)_mm256_unpacklo_epi8((__m256i)x[i], (__m256i)x[i + count / 2]);
        y[2 * i + 1] = (lanes)_mm256_unpackhi_epi8((__m256i)x[i], (__m256i)x[i + count / 2]);
    }
    for (int i = 0; i < count; i++) {
        x[i] = y[i];
    }
}

/* Transpose 32 rows of sixteen bytes in sixteen registers; each register holds two rows, one in each half. */
INLINE void split_sixteens(const uint8_t *rows, int64_t step, uint8_t (*column)[CRIB_BLOCK], int64_t row)
{
    lanes x[16];
    for (int i = 0; i < 16; i++) {
        x[i] = load_two(rows + i * step, 16 * step);
    }
    interleave(x, 16);
    interleave(x, 16);
    interleave(x, 16);
    interleave(x, 16);
    for (int i = 0; i < 16; i++) {
        store(column[i] + row, x[i]);
    }
}

INLINE void join_eights(uint8_t (*column)[CRIB_BLOCK], int64_t row, uint8_t *rows)
{
    lanes x[8];
    for (int i = 0; i < 8; i++) {
        x[i] = load(column[i] + row);
    }
    interleave(x, 8);
    interleave(x, 8);
    interleave(x, 8);
    for (int64_t i = 0; i < 8; i++) {
        store_two(rows + 16 * i, 128, x[i]);
    }
}

/* Transpose rows of four bytes in four registers: first the bytes within each register, then groups of four bytes. */
INLINE void split_fours(const uint8_t *rows, uint8_t (*column)[CRIB_BLOCK], int64_t row)
{
    static const uint8_t by_column[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    __m256i x[4];
    for (int64_t i = 0; i < 4; i++) {
        x[i] = (__m256i)look_up(load_two(rows + 16 * i, 64), table16(by_column));
    }
    const __m256i low0 = _mm256_unpacklo_epi32(x[0], x[1]), low2 = _mm256_unpacklo_epi32(x[2], x[3]);
    const __m256i high0 = _mm256_unpackhi_epi32(x[0], x[1]), high2 = _mm256_unpackhi_epi32(x[2], x[3]);
    store(column[0] + row, (lanes)_mm256_unpacklo_epi64(low0, low2));
    store(column[1] + row, (lanes)_mm256_unpackhi_epi64(low0, low2));
    store(column[2] + row, (lanes)_mm256_unpacklo_epi64(high0, high2));
    store(column[3] + row, (lanes)_mm256_unpackhi_epi64(high0, high2));
}

static CRIB_TARGET int split(int width, const uint8_t *rows, int64_t step, int64_t count,
                             uint8_t (*column)[CRIB_BLOCK])
{
    if (width == 5 && step == 5) {
        for (int64_t row = 0; row < count; row += CRIB_LANES) {
            split_fives(rows + 5 * row, column, row);
        }
        return 5;
    }
    if (width == 4 && step == 4) {
        for (int64_t row = 0; row < count; row += CRIB_LANES) {
            split_fours(rows + 4 * row, column, row);
        }
        return 4;
    }
    if (width >= 16) {
        for (int64_t row = 0; row < count; row += CRIB_LANES) {
            split_sixteens(rows + row * step, step, column, row);
        }
        return 16;
    }
    return 0;
}

static CRIB_TARGET int64_t join(int width, uint8_t (*column)[CRIB_BLOCK], int64_t count, uint8_t *rows)
{
    if (width != 5 && width != 8) {
        return 0;
    }
    for (int64_t row = 0; row < count; row += CRIB_LANES) {
        if (width == 5) {
            join_fives(column, row, rows + 5 * row);
        } else {
            join_eights(column, row, rows + 8 * row);
        }
    }
    return count;
}

const crib_kernel_code CRIB_CODE = {CRIB_NAME, hands, grids, lines, split, join, CRIB_COPIERS};
