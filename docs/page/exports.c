/*
 * What the page calls in the C core, with arguments that JavaScript passes without BigInt. The memory of all
 * pointers belongs to the caller, who takes it behind the address that `heap` returns.
 */
#include <string.h>

#include "cribscore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

extern uint8_t __heap_base; /* the linker defines it: the first byte behind data and stack */

uint8_t *EXPORT(heap)(void);
int EXPORT(score_hand)(const uint8_t cards[5], int crib, crib_score *score);
int EXPORT(score_grid)(const uint8_t cells[17], crib_grid_score *score);
int EXPORT(score_grids)(const uint8_t *rows, int count, uint8_t *totals);
uint32_t EXPORT(search_size)(void);
int EXPORT(search_start)(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count);
int EXPORT(search_step)(crib_search *search, uint32_t work);
void EXPORT(search_found)(const crib_search *search, crib_placement *found);
uint32_t EXPORT(fours_size)(void);
uint32_t EXPORT(policy_size)(void);
int EXPORT(policy_start)(crib_fours *fours, crib_policy *policy, const uint8_t *throws);
int EXPORT(throws)(const crib_fours *fours, const crib_policy *policy, int thrower, const uint8_t cards[6],
                   uint16_t hands[15], int64_t cribs[15]);
uint32_t EXPORT(values_size)(void);
uint32_t EXPORT(values_weights)(int piles);
void EXPORT(values_start)(crib_values *values, const uint8_t *weights, uint32_t size);
int EXPORT(outlook)(const crib_values *values, const crib_position *position, int32_t value[52]);
uint32_t EXPORT(player_size)(void);
int EXPORT(player_start)(crib_player *player, const crib_values *values, const crib_position *position,
                         uint32_t level);
int EXPORT(player_include)(crib_player *player, uint32_t source, uint32_t to);
int EXPORT(player_step)(crib_player *player, const crib_values *values, uint32_t work);
uint32_t EXPORT(player_found)(const crib_player *player, crib_advised found[CRIB_MOVES]);
void EXPORT(playouts)(const uint8_t board[17], uint8_t card, uint8_t waiting, uint32_t cells, uint32_t count,
                      uint32_t seed, uint32_t sums[16]);

/* ---------------------------------------------------------------- the C library */

/* The compiler calls these where it does not write them inline. */
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size); /* one instruction: -mbulk-memory */
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *one, const void *other, size_t size)
{
    const uint8_t *a = one, *b = other;
    for (; size; size--, a++, b++)
        if (*a != *b)
            return *a - *b;
    return 0;
}

void *memchr(const void *where, int byte, size_t size)
{
    for (const uint8_t *at = where; size; size--, at++) {
        if (*at == (uint8_t)byte) {
            return (void *)(uintptr_t)at;
        }
    }
    return NULL;
}

/* ---------------------------------------------------------------- scores and searches */

uint8_t *heap(void)
{
    return &__heap_base;
}

int score_hand(const uint8_t cards[5], int crib, crib_score *score)
{
    return crib_score_hand(cards, crib, score);
}

int score_grid(const uint8_t cells[17], crib_grid_score *score)
{
    return crib_score_grid(cells, score);
}

int score_grids(const uint8_t *rows, int count, uint8_t *totals)
{
    return (int)crib_score_grids(CRIB_PORTABLE, rows, 17, 1, rows + 16, 17, count, 0, totals);
}

uint32_t search_size(void)
{
    return crib_search_size();
}

int search_start(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count)
{
    return crib_search_start(search, board, cards, count);
}

int search_step(crib_search *search, uint32_t work)
{
    return crib_search_step(search, work);
}

void search_found(const crib_search *search, crib_placement *found)
{
    crib_search_found(search, found);
}

/* ---------------------------------------------------------------- the discard */

uint32_t fours_size(void)
{
    return crib_fours_size();
}

uint32_t policy_size(void)
{
    return crib_policy_size();
}

int policy_start(crib_fours *fours, crib_policy *policy, const uint8_t *throws)
{
    crib_fours_start(fours);
    return crib_policy_start(policy, throws);
}

int throws(const crib_fours *fours, const crib_policy *policy, int thrower, const uint8_t cards[6],
           uint16_t hands[15], int64_t cribs[15])
{
    if (crib_keep_sums(fours, cards, 6, 1, 1, hands) != 1)
        return CRIB_ERR_TWICE;
    return crib_crib_sums(policy, thrower, cards, 0, cribs);
}

/* ---------------------------------------------------------------- the player */

uint32_t values_size(void)
{
    return crib_values_size();
}

uint32_t values_weights(int piles)
{
    return crib_values_weights(piles);
}

void values_start(crib_values *values, const uint8_t *weights, uint32_t size)
{
    crib_values_start(values, weights, size);
}

int outlook(const crib_values *values, const crib_position *position, int32_t value[52])
{
    return crib_outlook(values, position, value);
}

uint32_t player_size(void)
{
    return crib_player_size();
}

int player_start(crib_player *player, const crib_values *values, const crib_position *position,
                 uint32_t level)
{
    return crib_player_start(player, values, position, level, 0, 0);
}

int player_include(crib_player *player, uint32_t source, uint32_t to)
{
    return crib_player_include(player, source, to);
}

int player_step(crib_player *player, const crib_values *values, uint32_t work)
{
    return crib_player_step(player, values, work);
}

uint32_t player_found(const crib_player *player, crib_advised found[CRIB_MOVES])
{
    return crib_player_found(player, found);
}

/* ---------------------------------------------------------------- playouts */

static uint32_t below(uint64_t *state, uint32_t count)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * count >> 32);
}

/*
 * Place `card` in each of the `cells` (bit i for cell i) in turn, fill the board with random cards `count` times,
 * and add up the totals. What is filled in is the same for all cells: they are compared on the same deals. If
 * `waiting` is not CRIB_NONE, it is one of the cards that are filled in. The board may name in its places 17 to
 * 17 + 52 cards that are seen and lie elsewhere; CRIB_NONE ends them.
 */
void playouts(const uint8_t board[17], uint8_t card, uint8_t waiting, uint32_t cells, uint32_t count,
              uint32_t seed, uint32_t sums[16])
{
    enum { ROWS = 256 };
    static uint8_t rows[ROWS][17], totals[ROWS], of_cell[ROWS];
    uint8_t unseen[52], left = 0, empty[17], holes = 0;
    uint64_t seen = (uint64_t)1 << card, state = seed;
    int full = 0;

    if (waiting != CRIB_NONE)
        seen |= (uint64_t)1 << waiting;
    for (int i = 0; i < 17; i++) {
        if (board[i] == CRIB_NONE)
            empty[holes++] = (uint8_t)i;
        else
            seen |= (uint64_t)1 << board[i];
    }
    for (const uint8_t *other = board + 17; *other != CRIB_NONE; other++)
        seen |= (uint64_t)1 << *other;
    for (uint8_t i = 0; i < 52; i++)
        if (!(seen >> i & 1))
            unseen[left++] = i;
    for (int i = 0; i < 16; i++)
        sums[i] = 0;
    for (uint32_t n = 0; n < count; n++) {
        for (uint32_t i = 0; i + 1 < holes; i++) { /* one hole less: it takes the card */
            uint32_t other = i + below(&state, left - i);
            uint8_t drawn = unseen[other];
            unseen[other] = unseen[i];
            unseen[i] = drawn;
        }
        uint32_t place = waiting == CRIB_NONE ? 17 : below(&state, (uint32_t)holes - 1);
        for (int cell = 0; cell < 16; cell++) {
            if (!(cells >> cell & 1))
                continue;
            uint8_t *row = rows[full];
            memcpy(row, board, 17);
            row[cell] = card;
            for (uint32_t i = 0, k = 0; i < holes; i++) {
                if (empty[i] == cell)
                    continue;
                row[empty[i]] = k == place ? waiting : unseen[k];
                k++;
            }
            of_cell[full++] = (uint8_t)cell;
            if (full == ROWS) {
                (void)score_grids(rows[0], full, totals);
                for (int r = 0; r < full; r++)
                    sums[of_cell[r]] += totals[r];
                full = 0;
            }
        }
    }
    (void)score_grids(rows[0], full, totals);
    for (int r = 0; r < full; r++)
        sums[of_cell[r]] += totals[r];
}
