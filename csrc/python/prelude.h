/*
 * Included at the start of the generated binding. This is the only code that uses both Python and the core.
 *
 * By default cffi releases the interpreter lock (GIL) around every call, which takes as long as scoring a
 * hand. The macros below switch that off. The functions that can take long get a wrapper that releases the
 * lock if there is enough work.
 */
#include "cribscore.h"

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

static inline int64_t crib_score_whole_unlocked(int kernel, const uint8_t *cards, int width, int by_column,
                                                int64_t count, int wanted, uint8_t *scores)
{
    CRIB_UNLOCKED(int64_t, count *width >= 5 * 1024,
                  crib_score_whole(kernel, cards, width, by_column, count, wanted, scores));
}
#define crib_score_whole crib_score_whole_unlocked

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

static inline void crib_narrow_unlocked(const uint8_t *from, int64_t step, int size, int low, int64_t count,
                                        uint8_t *to)
{
    PyThreadState *state = count >= 4096 ? PyEval_SaveThread() : NULL;
    crib_narrow(from, step, size, low, count, to);
    if (state != NULL) {
        PyEval_RestoreThread(state);
    }
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
