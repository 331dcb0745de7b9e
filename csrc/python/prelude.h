/*
 * Included at the start of the generated binding. This is the only code that uses both Python and the core.
 *
 * By default cffi releases the interpreter lock (GIL) around every call, which takes as long as scoring a
 * hand. The macros below switch that off. The functions that can take long get a wrapper that releases the
 * lock if there is enough work.
 */
#include "cribscore.h"

#include <string.h>

#undef Py_BEGIN_ALLOW_THREADS
#undef Py_END_ALLOW_THREADS
#define Py_BEGIN_ALLOW_THREADS {
#define Py_END_ALLOW_THREADS   }

/* The body of a wrapper that releases the lock if `enough` is true. */
#define CRIB_UNLOCKED(type, enough, call)                                                                    \
    PyThreadState *state = (enough) ? PyEval_SaveThread() : NULL;                                            \
    type answer = call;                                                                                      \
    if (state != NULL) {                                                                                     \
        PyEval_RestoreThread(state);                                                                         \
    }                                                                                                        \
    return answer

static inline int64_t crib_score_hands_unlocked(int kernel, const uint8_t *cards, int64_t row_step,
                                                int64_t card_step, const uint8_t *starters,
                                                int64_t starter_step, int64_t count, int wanted,
                                                uint8_t *scores)
{
    CRIB_UNLOCKED(
        int64_t, count >= 1024,
        crib_score_hands(kernel, cards, row_step, card_step, starters, starter_step, count, wanted, scores));
}
#define crib_score_hands crib_score_hands_unlocked

static inline int64_t crib_score_grids_unlocked(int kernel, const uint8_t *cards, int64_t row_step,
                                                int64_t card_step, const uint8_t *starters,
                                                int64_t starter_step, int64_t count, int wanted,
                                                uint8_t *scores)
{
    CRIB_UNLOCKED(
        int64_t, count >= 128,
        crib_score_grids(kernel, cards, row_step, card_step, starters, starter_step, count, wanted, scores));
}
#define crib_score_grids crib_score_grids_unlocked

static inline int64_t crib_score_mixed_unlocked(int kernel, const uint8_t *cards, int64_t row_step,
                                                int64_t card_step, const uint8_t *starters,
                                                int64_t starter_step, const uint8_t *cribs, int64_t crib_step,
                                                int64_t count, int wanted, uint8_t *scores)
{
    CRIB_UNLOCKED(int64_t, count >= 1024,
                  crib_score_mixed(kernel, cards, row_step, card_step, starters, starter_step, cribs,
                                   crib_step, count, wanted, scores));
}
#define crib_score_mixed crib_score_mixed_unlocked

static inline int64_t crib_count_scores_unlocked(int kernel, const uint8_t *cards, int64_t row_step,
                                                 int64_t card_step, const uint8_t *starters,
                                                 int64_t starter_step, const uint8_t *cribs,
                                                 int64_t crib_step, int64_t count, int wanted,
                                                 int64_t counts[30])
{
    CRIB_UNLOCKED(int64_t, count >= 1024,
                  crib_count_scores(kernel, cards, row_step, card_step, starters, starter_step, cribs,
                                    crib_step, count, wanted, counts));
}
#define crib_count_scores crib_count_scores_unlocked

static inline int crib_narrow_unlocked(int kernel, const uint8_t *from, int64_t step, int size, int low,
                                       int64_t count, uint8_t *to)
{
    CRIB_UNLOCKED(int, count >= 4096, crib_narrow(kernel, from, step, size, low, count, to));
}
#define crib_narrow crib_narrow_unlocked

static inline int crib_hand_counts_unlocked(int kernel, int crib, int64_t counts[30])
{
    CRIB_UNLOCKED(int, 1, crib_hand_counts(kernel, crib, counts));
}
#define crib_hand_counts crib_hand_counts_unlocked

static inline int64_t crib_forecast_hands_unlocked(const crib_fours *fours, const uint8_t *cards,
                                                   int64_t row_step, int64_t card_step, const uint8_t *dead,
                                                   int64_t dead_row_step, int64_t dead_card_step,
                                                   int64_t dead_cards, int64_t count, int crib,
                                                   uint8_t *counts)
{
    CRIB_UNLOCKED(int64_t, count >= 64,
                  crib_forecast_hands(fours, cards, row_step, card_step, dead, dead_row_step, dead_card_step,
                                      dead_cards, count, crib, counts));
}
#define crib_forecast_hands crib_forecast_hands_unlocked

static inline int64_t crib_keep_sums_unlocked(const crib_fours *fours, const uint8_t *cards, int64_t row_step,
                                              int64_t card_step, int64_t count, uint16_t *sums)
{
    CRIB_UNLOCKED(int64_t, count >= 64, crib_keep_sums(fours, cards, row_step, card_step, count, sums));
}
#define crib_keep_sums crib_keep_sums_unlocked

static inline int64_t crib_best_throws_unlocked(const crib_fours *fours, const crib_throw_table *table,
                                                const uint8_t *cards, int64_t row_step, int64_t card_step,
                                                const uint8_t *dealers, int64_t dealer_step, int64_t count,
                                                uint8_t *throws)
{
    CRIB_UNLOCKED(
        int64_t, count >= 64,
        crib_best_throws(fours, table, cards, row_step, card_step, dealers, dealer_step, count, throws));
}
#define crib_best_throws crib_best_throws_unlocked

static inline int crib_throw_table_step_unlocked(crib_throw_table *table, const crib_policy *policy,
                                                 uint64_t work)
{
    CRIB_UNLOCKED(int, 1, crib_throw_table_step(table, policy, work));
}
#define crib_throw_table_step crib_throw_table_step_unlocked

static inline int crib_equilibrium_step_unlocked(crib_equilibrium *made, uint64_t work)
{
    CRIB_UNLOCKED(int, 1, crib_equilibrium_step(made, work));
}
#define crib_equilibrium_step crib_equilibrium_step_unlocked

static inline int64_t crib_score_pegs_unlocked(const uint8_t *piles, int64_t row_step, int64_t card_step,
                                               uint32_t width, int64_t count, uint8_t *scores)
{
    CRIB_UNLOCKED(int64_t, count >= 256, crib_score_pegs(piles, row_step, card_step, width, count, scores));
}
#define crib_score_pegs crib_score_pegs_unlocked

static inline int64_t crib_peg_deals_unlocked(const uint8_t *hands, int64_t hand_row_step, int64_t hand_step,
                                              const uint8_t *plays, int64_t play_row_step, int64_t play_step,
                                              int64_t count, uint8_t *points)
{
    CRIB_UNLOCKED(
        int64_t, count >= 32,
        crib_peg_deals(hands, hand_row_step, hand_step, plays, play_row_step, play_step, count, points));
}
#define crib_peg_deals crib_peg_deals_unlocked

static inline int crib_play_best_unlocked(uint64_t mover, uint64_t other, uint64_t pile, uint8_t *card,
                                          int *value)
{
    CRIB_UNLOCKED(int, 1, crib_play_best(mover, other, pile, card, value));
}
#define crib_play_best crib_play_best_unlocked

static inline int64_t crib_read_cards_unlocked(const uint8_t *text, int64_t size, int64_t most,
                                               uint8_t *cards)
{
    CRIB_UNLOCKED(int64_t, size >= 4096, crib_read_cards(text, size, most, cards));
}
#define crib_read_cards crib_read_cards_unlocked

static inline int64_t crib_write_rows_unlocked(const uint8_t *cards, int64_t row_step, int64_t card_step,
                                               int64_t width, int64_t count, uint8_t *text)
{
    CRIB_UNLOCKED(int64_t, count >= 1024, crib_write_rows(cards, row_step, card_step, width, count, text));
}
#define crib_write_rows crib_write_rows_unlocked

static inline void crib_random_deals_unlocked(uint64_t seed, uint64_t first, int64_t count, uint32_t cards,
                                              uint8_t *rows)
{
    PyThreadState *state = count >= 512 ? PyEval_SaveThread() : NULL;
    crib_random_deals(seed, first, count, cards, rows);
    if (state != NULL) {
        PyEval_RestoreThread(state);
    }
}
#define crib_random_deals crib_random_deals_unlocked

static inline int crib_advise_peg_unlocked(const uint32_t *weights, uint64_t hand, uint64_t unseen,
                                           const uint8_t *played, uint32_t plays, uint32_t worlds,
                                           uint64_t seed, crib_advice *advice)
{
    CRIB_UNLOCKED(int, 1, crib_advise_peg(weights, hand, unseen, played, plays, worlds, seed, advice));
}
#define crib_advise_peg crib_advise_peg_unlocked

static inline int64_t crib_keep_net_unlocked(const uint32_t *weights, uint32_t keep, int dealer,
                                             uint32_t worlds, uint32_t deals, uint32_t begin, uint32_t end)
{
    CRIB_UNLOCKED(int64_t, 1, crib_keep_net(weights, keep, dealer, worlds, deals, begin, end));
}
#define crib_keep_net crib_keep_net_unlocked

static inline int crib_search_step_unlocked(crib_search *search, uint64_t work)
{
    CRIB_UNLOCKED(int, 1, crib_search_step(search, work));
}
#define crib_search_step crib_search_step_unlocked

static inline int crib_maximum_step_unlocked(crib_maximum *maximum, uint64_t work)
{
    CRIB_UNLOCKED(int, 1, crib_maximum_step(maximum, work));
}
#define crib_maximum_step crib_maximum_step_unlocked

static inline int crib_player_step_unlocked(crib_player *player, const crib_values *values, uint64_t work)
{
    CRIB_UNLOCKED(int, 1, crib_player_step(player, values, work));
}
#define crib_player_step crib_player_step_unlocked

static inline int64_t crib_games_step_unlocked(crib_games *games, const crib_values *values, int64_t count,
                                               uint64_t work, uint8_t *scores)
{
    CRIB_UNLOCKED(int64_t, 1, crib_games_step(games, values, count, work, scores));
}
#define crib_games_step crib_games_step_unlocked

static inline void crib_training_step_unlocked(crib_training *training, uint32_t games)
{
    PyThreadState *const state = PyEval_SaveThread();
    crib_training_step(training, games);
    PyEval_RestoreThread(state);
}
#define crib_training_step crib_training_step_unlocked

/*
 * Score rows that are a whole buffer. This is here and not in Python because to take two buffers through cffi takes
 * longer than to score a thousand hands.
 */

/* The layout of a buffer of bytes: rows of `width`, or flat. A row_step of 0 stands for any other. */
typedef struct crib_layout {
    int64_t count, row_step, card_step;
} crib_layout;

static int crib_is_bytes(const Py_buffer *buffer)
{
    return buffer->itemsize == 1 && (buffer->format == NULL || strcmp(buffer->format, "B") == 0);
}

static crib_layout crib_layout_of(const Py_buffer *buffer, int64_t width)
{
    crib_layout found = {buffer->len / width, 0, 1};
    if (!crib_is_bytes(buffer) || buffer->len != found.count * width) {
        return found;
    }
    if (buffer->ndim == 1 || (buffer->ndim == 2 && buffer->shape[1] == width)) {
        if (PyBuffer_IsContiguous(buffer, 'C')) {
            found.row_step = width;
        } else if (PyBuffer_IsContiguous(buffer, 'F')) {
            found.row_step = 1;
            found.card_step = found.count;
        }
    }
    return found;
}

static int crib_overlap(const Py_buffer *one, const Py_buffer *other)
{
    return (uintptr_t)one->buf < (uintptr_t)other->buf + (uintptr_t)other->len &&
           (uintptr_t)other->buf < (uintptr_t)one->buf + (uintptr_t)one->len;
}

/* The starters are NULL if they are the last cards of the rows. */
static int64_t crib_score_buffers(int kernel, const Py_buffer *cards, const Py_buffer *starters, int width,
                                  int wanted, const Py_buffer *scores)
{
    const int hands = width == 4;
    const int64_t wide = hands ? 5 : 8, results = (wanted & (CRIB_PARTS | CRIB_LINES)) != 0 ? wide : 1;
    const crib_layout in = crib_layout_of(cards, starters == NULL ? width + 1 : width);
    const uint8_t *const first = cards->buf;
    if (in.row_step == 0 || !crib_is_bytes(scores) || scores->len != in.count * results ||
        !PyBuffer_IsContiguous(scores, 'C') || crib_overlap(cards, scores)) {
        return -1;
    }
    if (starters != NULL && (!crib_is_bytes(starters) || starters->ndim != 1 || starters->len != in.count ||
                             !PyBuffer_IsContiguous(starters, 'C') || crib_overlap(starters, scores))) {
        return -1;
    }
    return (hands ? crib_score_hands_unlocked : crib_score_grids_unlocked)(
        kernel, first, in.row_step, in.card_step,
        starters == NULL ? first + width * in.card_step : (const uint8_t *)starters->buf,
        starters == NULL ? in.row_step : 1, in.count, wanted, scores->buf);
}

/*
 * Score the rows of the object at the address `cards` into the object at the address `scores`, which the caller holds.
 * The object at `starters` is None if the starters are the last cards of the rows. The others are bytes, a bytearray,
 * a view of these, or a NumPy array. A weak reference keeps NumPy from resizing the array; what it is a view of is the
 * caller's to keep.
 *
 * Returns as crib_score_hands does; or -1, and writes nothing, if the layout is not rows of `width` bytes (one more
 * with the starter) without gaps or columns of these, if there is not one starter for each row, if the scores have
 * another size or overlap the cards, or if a buffer is not to be had.
 */
static int64_t crib_score_objects(int kernel, uintptr_t cards, uintptr_t starters, int width, int wanted,
                                  uintptr_t scores)
{
    PyObject *const objects[3] = {(PyObject *)scores, (PyObject *)cards, (PyObject *)starters};
    PyObject *kept[3];
    Py_buffer buffers[3];
    const int used = objects[2] == Py_None ? 2 : 3;
    int held = 0;
    int64_t answer = -1;
    for (int i = 0; i < used; i++) {
        kept[i] = PyWeakref_NewRef(objects[i], NULL);
    }
    PyErr_Clear(); /* there are no weak references to bytes */
    while (held < used &&
           PyObject_GetBuffer(objects[held], &buffers[held],
                              PyBUF_STRIDES | PyBUF_FORMAT | (held == 0 ? PyBUF_WRITABLE : 0)) == 0) {
        held++;
    }
    if (held == used) {
        answer = crib_score_buffers(kernel, &buffers[1], used == 3 ? &buffers[2] : NULL, width, wanted,
                                    &buffers[0]);
    }
    PyErr_Clear();
    while (held > 0) {
        PyBuffer_Release(&buffers[--held]);
    }
    for (int i = 0; i < used; i++) {
        Py_XDECREF(kept[i]);
    }
    return answer;
}
