/*
 * Values of positions of Cribbage Squares: what the final score is expected to be.
 *
 * A value is a sum. The lines that are full, the heels and the nobs of jacks that are placed count as what they
 * make on average over the unseen cards, exactly. For all that is not yet decided weights are added, which were
 * trained (crib_training.c):
 *
 *   line      for each line that is not full
 *   flush     for each such line with cards of one suit
 *   deck      for each such line and each rank, times 13 times the unseen cards of the rank less all unseen
 *             cards, in sixteenths
 *   crossing  for each empty cell
 *   parallel  for each two rows, and each two columns, that are not full
 *   shape     once
 *   pile, top, buried   for what lies beside the grid
 */
#include "crib_values.h"

#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

/* ---------------------------------------------------------------- tables */

/* Numbers of multisets, as in crib_discard.c: the sum of these over the ranks in ascending order. */
static uint32_t number_of(uint32_t size, const uint8_t *ascending)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < size; i++) {
        /* ascending[i] + i over i + 1 */
        uint32_t choose = 1;
        for (uint32_t j = 0; j <= i; j++) {
            choose = choose * (ascending[i] + j) / (j + 1);
        }
        number += choose;
    }
    return number;
}

/* The number of up to three ranks 1 to 13 and of zeros for the others, of which there are none in four ranks. */
static void fill_grown(crib_values *values)
{
    for (uint8_t c = 0; c <= (uint8_t)CRIB_RANKS; c++) {
        for (uint8_t b = 0; b <= c; b++) {
            for (uint8_t a = 0; a <= b; a++) {
                const uint8_t three[3] = {a, b, c};
                for (uint8_t rank = 0; rank < (uint8_t)CRIB_RANKS; rank++) {
                    /* Take a zero away, or subtract one from each rank of four; then put the rank in its place. */
                    uint8_t size = 0, line[4] = {0};
                    const uint8_t full = a != 0, one = full ? rank : (uint8_t)(rank + 1);
                    int put = 0;
                    for (uint32_t i = full ? 0 : 1; i < 3; i++) {
                        const uint8_t next = (uint8_t)(three[i] - full);
                        if (!put && one < next) {
                            line[size++] = one;
                            put = 1;
                        }
                        line[size++] = next;
                    }
                    if (!put) {
                        line[size++] = one;
                    }
                    values->grown[number_of(3, three)][rank] = (uint16_t)number_of(size, line);
                }
            }
        }
    }
}

static void fill_full(crib_values *values)
{
    uint8_t rank[4];
    for (rank[3] = 0; rank[3] < CRIB_RANKS; rank[3]++) {
        for (rank[2] = 0; rank[2] <= rank[3]; rank[2]++) {
            for (rank[1] = 0; rank[1] <= rank[2]; rank[1]++) {
                for (rank[0] = 0; rank[0] <= rank[1]; rank[0]++) {
                    int16_t *const points = values->full[number_of(4, rank)];
                    memset(points, 0, sizeof values->full[0]);
                    for (uint8_t starter = 0; starter < (uint8_t)CRIB_RANKS; starter++) {
                        uint8_t field[5];
                        for (int i = 0; i < 4; i++) {
                            field[i] = (uint8_t)(4 * rank[i]); /* the suits do not matter here */
                        }
                        field[4] = (uint8_t)(4 * starter);
                        if (rank[0] == starter && rank[3] == starter) {
                            continue; /* a fifth card of a rank */
                        }
                        const crib_score score = crib_five(field, 0);
                        points[starter] = (int16_t)(score.fifteens + score.pairs + score.runs);
                    }
                }
            }
        }
    }
}

/* Where a cell comes to lie: bit 0 of `way` mirrors left and right, bit 1 top and bottom, bit 2 the diagonal. */
static uint32_t moved(uint32_t cell, uint32_t way)
{
    uint32_t row = cell >> 2, column = cell & 3;
    column ^= (way & 1) * 3;
    row ^= (way >> 1 & 1) * 3;
    return (way & 4) != 0 ? 4 * column + row : 4 * row + column;
}

static void fill_shapes(crib_values *values)
{
    uint16_t count = 0;
    for (uint32_t set = 0; set < 1 << 16; set++) {
        uint32_t least = set;
        for (uint32_t way = 1; way < 8; way++) {
            uint32_t other = 0;
            for (uint32_t cell = 0; cell < 16; cell++) {
                other |= (set >> cell & 1) << moved(cell, way);
            }
            least = other < least ? other : least;
        }
        values->shape[set] = least < set ? values->shape[least] : count++;
    }
}

uint32_t crib_values_size(void)
{
    return sizeof(crib_values);
}

uint32_t crib_values_weights(int piles)
{
    return piles != 0 ? sizeof(crib_weights) : offsetof(crib_weights, pile);
}

void crib_values_start(crib_values *values, const uint8_t *weights, uint32_t size)
{
    int16_t *const weight = (int16_t *)(void *)&values->weight;
    memset(&values->weight, 0, sizeof values->weight);
    for (uint32_t i = 0; i < CRIB_WEIGHTS && i < size / 2; i++) {
        const uint32_t word = (uint32_t)weights[2 * (size_t)i] | (uint32_t)weights[2 * (size_t)i + 1] << 8;
        weight[i] = (int16_t)((int32_t)(word ^ 0x8000) - 0x8000);
    }
    fill_grown(values);
    fill_full(values);
    fill_shapes(values);
    values->inverse[0] = 0;
    for (uint32_t left = 1; left < 64; left++) {
        values->inverse[left] = (UINT64_C(1) << 36) / left + 1;
    }
}

/* ---------------------------------------------------------------- positions */

void crib_board_start(crib_board *board)
{
    memset(board, 0, sizeof *board);
    for (int i = 0; i < 8; i++) {
        board->line[i].suit = CRIB_MIXED;
    }
    board->unseen = (UINT64_C(1) << CRIB_DECK) - 1;
    board->left = CRIB_DECK;
    memset(board->left_of_rank, 4, sizeof board->left_of_rank);
    memset(board->left_of_suit, 13, sizeof board->left_of_suit);
    board->waiting = CRIB_NONE;
}

/* A line with one card more. */
static inline crib_line grown(const crib_values *values, crib_line line, uint32_t card)
{
    line.ranks = values->grown[line.ranks][card >> 2];
    line.suit = line.count == 0 || line.suit == (card & 3) ? card & 3 : CRIB_MIXED;
    line.count++;
    return line;
}

void crib_put(const crib_values *values, crib_board *board, uint32_t card, uint32_t cell)
{
    crib_line *const row = &board->line[cell >> 2], *const column = &board->line[4 + (cell & 3)];
    *row = grown(values, *row, card);
    *column = grown(values, *column, card);
    board->occupied |= (uint16_t)(1U << cell);
    board->placed++;
    if (card >> 2 == CRIB_JACK >> 2) {
        board->jacks |= (uint8_t)(1U << (card & 3));
    }
}

int crib_read_rules(const crib_position *position, crib_rules *rules)
{
    *rules = (crib_rules){position->adjacency != 0, position->waste ? 1 : position->reserves,
                          position->waste != 0};
    return rules->piles > 2 ? CRIB_ERR_COUNT : CRIB_OK;
}

int crib_read_position(const crib_values *values, const crib_position *position, crib_rules *rules,
                       crib_board *board)
{
    uint8_t card[27], field[27];
    crib_board_start(board);
    memcpy(card, position->cells, 16);
    memcpy(card + 16, position->piles, 10);
    card[26] = position->card;
    int error = crib_fields(card, field, 27);
    if (error == CRIB_OK) {
        error = crib_read_rules(position, rules);
    }
    for (int pile = 0; error == CRIB_OK && pile < 2; pile++) {
        for (int i = 0; i < CRIB_HEIGHT; i++) {
            if (position->piles[pile][i] != CRIB_NONE) {
                if (i > board->height[pile] || pile >= rules->piles) {
                    return CRIB_ERR_COUNT;
                }
                board->pile[pile][board->height[pile]++] = position->piles[pile][i];
            }
        }
    }
    if (error != CRIB_OK) {
        return error;
    }
    for (uint32_t i = 0; i < 27; i++) {
        if (card[i] != CRIB_NONE) {
            crib_see(board, card[i]);
            if (i < 16) {
                crib_put(values, board, card[i], i);
            }
        }
    }
    return CRIB_OK;
}

uint32_t crib_open_cells(const crib_rules *rules, uint32_t occupied)
{
    const uint32_t empty = ~occupied & 0xFFFF;
    if (occupied == 0 || !rules->adjacency) {
        return empty;
    }
    const uint32_t wide = occupied | (occupied << 1 & 0xEEEE) | (occupied >> 1 & 0x7777);
    return (wide | wide << 4 | wide >> 4) & empty;
}

uint32_t crib_final(const crib_values *values, const crib_board *board, uint32_t starter)
{
    int total = starter >> 2 == CRIB_JACK >> 2 ? 2 : 0;
    total += 2 * (board->jacks >> (starter & 3) & 1);
    for (int i = 0; i < 8; i++) {
        const crib_line line = board->line[i];
        total += values->full[line.ranks][starter >> 2];
        if (line.suit != CRIB_MIXED) {
            total += line.suit == (starter & 3) ? 5 : 4;
        }
    }
    return (uint32_t)total;
}

/* ---------------------------------------------------------------- the value of a position */

/* What the values of all lines of a position depend on. */
typedef struct outlook {
    int16_t beyond[CRIB_ROOM],
        left[CRIB_ROOM];                       /* unseen cards by rank: 13 times as many less all; how many */
    int16_t top[CRIB_ROOM], buried[CRIB_ROOM]; /* sixteen for each card of the rank in the piles */
    const uint8_t *left_of_suit;
    uint32_t all, placed, piles;
} outlook;

static void look(outlook *out, const crib_rules *rules, const crib_board *board, uint32_t placed)
{
    memset(out, 0, sizeof *out);
    for (int rank = 0; rank < CRIB_RANKS; rank++) {
        out->left[rank] = board->left_of_rank[rank];
        out->beyond[rank] = (int16_t)(CRIB_RANKS * board->left_of_rank[rank] - board->left);
    }
    out->left_of_suit = board->left_of_suit;
    out->all = board->left;
    out->placed = placed;
    out->piles = rules->piles != 0 && !rules->waste;
    if (out->piles) {
        for (int pile = 0; pile < 2; pile++) {
            for (int i = 0; i < board->height[pile]; i++) {
                int16_t *const kind = i + 1 == board->height[pile] ? out->top : out->buried;
                kind[board->pile[pile][i] >> 2] = (int16_t)(kind[board->pile[pile][i] >> 2] + 16);
            }
        }
        if (board->waiting != CRIB_NONE) {
            out->top[board->waiting >> 2] = (int16_t)(out->top[board->waiting >> 2] + 16);
        }
    }
}

/* A function of its own: where GCC puts it into another, it does not use vectors. */
static CRIB_APART int32_t product(const int16_t a[CRIB_ROOM], const int16_t b[CRIB_ROOM])
{
    int32_t sum = 0;
    for (int i = 0; i < CRIB_ROOM; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* The value of one line: what is sure, summed over the unseen cards as starters, and the weights. */
typedef struct worth {
    int32_t sure, hoped;
} worth;

static inline worth worth_of(const crib_values *values, const outlook *out, crib_line line)
{
    const crib_weights *const weight = &values->weight;
    const int one_suit = line.suit != CRIB_MIXED;
    if (line.count == 4) {
        int32_t sure = product(values->full[line.ranks], out->left);
        if (one_suit) {
            sure += (int32_t)(4 * out->all + out->left_of_suit[line.suit]);
        }
        return (worth){.sure = sure, .hoped = 0};
    }
    int32_t hoped = CRIB_WEIGHT * weight->line[out->placed][one_suit][line.ranks] +
                    product(weight->deck[out->placed >> 1][line.ranks], out->beyond);
    if (one_suit) {
        hoped += CRIB_WEIGHT * weight->flush[out->placed][line.count][out->left_of_suit[line.suit]];
    }
    if (out->piles) {
        hoped += product(weight->top[out->placed >> 1][line.ranks], out->top) +
                 product(weight->buried[out->placed >> 1][line.ranks], out->buried);
    }
    return (worth){.sure = 0, .hoped = hoped};
}

/* The heels, and the nobs of some jacks, summed over the unseen cards. */
static int32_t jack_points(const crib_board *board, uint32_t jacks)
{
    int32_t points = 2 * board->left_of_rank[CRIB_JACK >> 2];
    for (int suit = 0; suit < 4; suit++) {
        points += (jacks >> suit & 1) != 0 ? 2 * board->left_of_suit[suit] : 0;
    }
    return points;
}

/* The points that are sure, of the sum over the unseen cards. It is below 2^14, and the quotient is exact. */
static inline int32_t averaged(const crib_values *values, const crib_board *board, int32_t sum)
{
    return (int32_t)((uint64_t)(uint32_t)sum * CRIB_UNIT * values->inverse[board->left] >> 36);
}

static int32_t pile_weight(const crib_values *values, const crib_rules *rules, const crib_board *board,
                           uint32_t placed)
{
    if (rules->piles == 0) {
        return 0;
    }
    return values->weight.pile[placed][crib_beside(board)];
}

int32_t crib_value(const crib_values *values, const crib_rules *rules, const crib_board *board)
{
    outlook out;
    look(&out, rules, board, board->placed);
    int32_t sure = jack_points(board, board->jacks), hoped = 0, weights = 0;
    for (int i = 0; i < 8; i++) {
        const worth one = worth_of(values, &out, board->line[i]);
        sure += one.sure;
        hoped += one.hoped;
    }
    if (board->placed < 16) {
        weights += values->weight.shape[values->shape[board->occupied]];
        weights += pile_weight(values, rules, board, board->placed);
    }
    const int16_t *const crossing = values->weight.crossing[crib_stage(board->placed)];
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) == 0) {
            weights += crossing[crib_pair(board->line[cell >> 2].ranks, board->line[4 + (cell & 3)].ranks)];
        }
    }
    for (int side = 0; side < 8; side += 4) {
        for (int i = 0; i < 3; i++) {
            for (int j = i + 1; j < 4; j++) {
                const crib_line one = board->line[side + i], other = board->line[side + j];
                if (one.count < 4 && other.count < 4) {
                    weights += values->weight.parallel[crib_pair(one.ranks, other.ranks)];
                }
            }
        }
    }
    return CRIB_WEIGHT * weights + hoped + averaged(values, board, sure);
}

/* ---------------------------------------------------------------- the values after each placement */

/* What changes in the weights of pairs of parallel lines when one of four lines becomes another. */
static void parallel_changes(const crib_values *values, const crib_line line[4], const crib_line after[4],
                             int32_t change[4], int32_t *all)
{
    const int16_t *const parallel = values->weight.parallel;
    memset(change, 0, 4 * sizeof change[0]);
    for (int i = 0; i < 4; i++) {
        if (line[i].count == 4) {
            continue;
        }
        for (int j = 0; j < 4; j++) {
            if (j == i || line[j].count == 4) {
                continue;
            }
            const int32_t now = parallel[crib_pair(line[i].ranks, line[j].ranks)];
            *all += j > i ? now : 0;
            change[i] -= now;
            if (after[i].count < 4) {
                change[i] += parallel[crib_pair(after[i].ranks, line[j].ranks)];
            }
        }
    }
}

/* The weights of the crossing lines of the empty cells. */
typedef struct crossings {
    int32_t now[16], with_row[16],
        with_column[16];       /* of each cell: now; after a change of its row, its column */
    int32_t row[4], column[4]; /* what changes in the other cells, and all of it */
    int32_t all;
} crossings;

static void cross_all(crossings *cross, const crib_values *values, const crib_board *board,
                      const crib_line after[8], uint32_t placed)
{
    const int16_t *const crossing = values->weight.crossing[crib_stage(placed)];
    memset(cross, 0, sizeof *cross);
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) != 0) {
            continue;
        }
        const uint32_t r = cell >> 2, c = cell & 3;
        const crib_line row = board->line[r], column = board->line[4 + c];
        const int32_t now = crossing[crib_pair(row.ranks, column.ranks)];
        cross->now[cell] = now;
        cross->all += now;
        if (after[r].count < 4) { /* else there is no other empty cell in the row */
            cross->with_row[cell] = crossing[crib_pair(after[r].ranks, column.ranks)] - now;
            cross->row[r] += cross->with_row[cell];
        }
        if (after[4 + c].count < 4) {
            cross->with_column[cell] = crossing[crib_pair(row.ranks, after[4 + c].ranks)] - now;
            cross->column[c] += cross->with_column[cell];
        }
    }
}

void crib_weigh(const crib_values *values, const crib_rules *rules, const crib_board *board, uint32_t card,
                int32_t value[16])
{
    const uint32_t placed = board->placed + 1U;
    outlook out;
    look(&out, rules, board, placed);
    const uint32_t jacks = board->jacks | (card >> 2 == CRIB_JACK >> 2 ? 1U << (card & 3) : 0);
    int32_t sure = jack_points(board, jacks), hoped = 0, pairs = 0;
    int32_t more_sure[8], more_hoped[8], change[8];
    crib_line after[8];
    for (int i = 0; i < 8; i++) {
        const worth now = worth_of(values, &out, board->line[i]);
        sure += now.sure;
        hoped += now.hoped;
        after[i] = board->line[i];
        if (after[i].count < 4) {
            after[i] = grown(values, after[i], card);
            const worth then = worth_of(values, &out, after[i]);
            more_sure[i] = then.sure - now.sure;
            more_hoped[i] = then.hoped - now.hoped;
        } else {
            more_sure[i] = more_hoped[i] = 0;
        }
    }
    parallel_changes(values, board->line, after, change, &pairs);
    parallel_changes(values, board->line + 4, after + 4, change + 4, &pairs);
    crossings at;
    cross_all(&at, values, board, after, placed);
    pairs += pile_weight(values, rules, board, placed) * (placed < 16);
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) != 0) {
            continue;
        }
        const uint32_t r = cell >> 2, c = 4 + (cell & 3);
        int32_t weights = pairs + change[r] + change[c] + at.all - at.now[cell];
        weights += at.row[r] - at.with_row[cell] + at.column[c - 4] - at.with_column[cell];
        if (placed < 16) {
            weights += values->weight.shape[values->shape[board->occupied | 1U << cell]];
        }
        value[cell] = CRIB_WEIGHT * weights + hoped + more_hoped[r] + more_hoped[c] +
                      averaged(values, board, sure + more_sure[r] + more_sure[c]);
    }
}

/* ---------------------------------------------------------------- moves */

int crib_make(const crib_values *values, crib_board *board, uint32_t card, crib_choice choice)
{
    if (choice.from != CRIB_NONE) {
        const uint32_t pile = choice.from & 1;
        crib_put(values, board, board->pile[pile][--board->height[pile]], choice.to);
        return 1;
    }
    if (choice.to >= CRIB_TO_PILE) {
        const uint32_t pile = choice.to & 1;
        board->pile[pile][board->height[pile]++] = (uint8_t)card;
    } else {
        crib_put(values, board, card, choice.to);
    }
    return 0;
}

void crib_weigh_top(const crib_values *values, const crib_rules *rules, const crib_board *board,
                    uint32_t pile, uint32_t card, int32_t value[16])
{
    crib_board other = *board;
    const uint8_t top = other.pile[pile][--other.height[pile]];
    other.waiting = (uint8_t)card;
    if (board->placed < 15) {
        crib_weigh(values, rules, &other, top, value);
        return;
    }
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) == 0) {
            crib_put(values, &other, top, cell);
            value[cell] = CRIB_UNIT * (int32_t)crib_final(values, &other, card);
        }
    }
}

/* Keep the best of the cells. */
static void best_cell(uint32_t cells, const int32_t value[16], uint8_t from, int32_t *best,
                      crib_choice *choice)
{
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((cells >> cell & 1) != 0 && value[cell] > *best) {
            *best = value[cell];
            *choice = (crib_choice){.from = from, .to = (uint8_t)cell};
        }
    }
}

int32_t crib_best_move(const crib_values *values, const crib_rules *rules, const crib_board *board,
                       uint32_t card, crib_choice *choice)
{
    const uint32_t cells = crib_open_cells(rules, board->occupied);
    int32_t value[16], best = CRIB_NEVER;
    *choice = (crib_choice){.from = CRIB_NONE, .to = 0};
    crib_weigh(values, rules, board, card, value);
    best_cell(cells, value, CRIB_NONE, &best, choice);
    for (uint32_t pile = 0; pile < rules->piles; pile++) {
        if (board->height[pile] < CRIB_HEIGHT) {
            const crib_choice put = {.from = CRIB_NONE, .to = (uint8_t)(CRIB_TO_PILE + pile)};
            crib_board other = *board;
            crib_make(values, &other, card, put);
            const int32_t value_there = crib_value(values, rules, &other);
            if (value_there > best) {
                best = value_there;
                *choice = put;
            }
        }
    }
    for (uint32_t pile = 0; pile < rules->piles && !rules->waste; pile++) {
        if (board->height[pile] > 0) {
            crib_weigh_top(values, rules, board, pile, card, value);
            best_cell(cells, value, (uint8_t)pile, &best, choice);
        }
    }
    return best;
}

void crib_shuffle(uint64_t *state, uint8_t *card, uint32_t cards, uint32_t count)
{
    for (uint32_t place = 0; place < count; place++) {
        const uint64_t choices = cards - place, rest = (UINT64_MAX % choices + 1) % choices;
        uint64_t draw;
        do {
            draw = crib_next(state);
        } while (draw > UINT64_MAX - rest);
        const uint32_t other = place + (uint32_t)(draw % choices);
        const uint8_t swapped = card[place];
        card[place] = card[other];
        card[other] = swapped;
    }
}
