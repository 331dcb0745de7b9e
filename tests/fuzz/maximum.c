/*
 * The largest total, for any rank and target. Invalid ones are refused; the boards found after any step are different
 * and have the total; the length of the steps does not change the result.
 */
#include "fuzz.h"

enum { MOST_WORK = 200000, MOST_STEPS = 2000 };

/* The largest totals by rank of the starter. docs/background/maximum.md has the proof. */
static const uint8_t largest[14] = {0, 126, 132, 155, 164, 172, 165, 155, 153, 159, 153, 155, 155, 151};

static void demand_boards(const crib_maximum *maximum, const crib_largest *found, uint32_t rank)
{
    uint8_t last[17];
    for (uint32_t i = 0; i < found->boards; i++) {
        crib_grid_score score;
        uint8_t *cells = exactly(17);
        DEMAND(crib_maximum_board(maximum, i, cells) == CRIB_OK);
        DEMAND(crib_score_grid(cells, &score) == CRIB_OK && score.total == found->total);
        DEMAND(cells[16] == 4 * (rank - 1) + 2);
        DEMAND(i == 0 || memcmp(last, cells, 17) != 0);
        memcpy(last, cells, 17);
        free(cells);
    }
}

static void demand_no_board(const crib_maximum *maximum, uint32_t index)
{
    uint8_t *cells = exactly(17);
    DEMAND(crib_maximum_board(maximum, index, cells) == CRIB_ERR_COUNT);
    for (int i = 0; i < 17; i++) {
        DEMAND(cells[i] == CRIB_NONE);
    }
    free(cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    const uint32_t rank = (mode & 1) != 0 ? (uint32_t)take_number(&in, 4) : take(&in) % 13u + 1;
    uint32_t target = (mode & 2) != 0 ? (uint32_t)take_number(&in, 4) : take(&in);
    if (rank < 14 && (mode & 4) != 0) { /* near the largest total, where the search ends soon */
        target = (uint32_t)(largest[rank] + (int)(target % 16) - 10);
    }
    const int exactly_that = (mode & 8) != 0 ? (int8_t)take(&in) : 0;
    const uint8_t garbage = take(&in);
    crib_maximum *maximum = (crib_maximum *)exactly(crib_maximum_size());
    memset(maximum, garbage, crib_maximum_size());
    const int answer = crib_maximum_start(maximum, rank, target, exactly_that);
    DEMAND(answer == (rank < 1 || rank > 13 || target > 255 ? CRIB_ERR_CARD : CRIB_OK));
    crib_largest found, last;
    crib_maximum_found(maximum, &last);
    DEMAND(last.total == 0 && last.boards == 0 && last.row_sets == 0 && last.grids == 0 && last.suits == 0);
    demand_no_board(maximum, 0);
    if (answer != CRIB_OK) {
        DEMAND(crib_maximum_step(maximum, take_number(&in, 8)) == 1);
        free(maximum);
        return 0;
    }
    DEMAND(last.bound >= largest[rank]);
    crib_maximum *copy = (crib_maximum *)exactly(crib_maximum_size());
    memcpy(copy, maximum, crib_maximum_size());
    uint64_t works[4]; /* the lengths of the steps, used in turn */
    for (int i = 0; i < 4; i++) {
        works[i] = take_number(&in, (mode >> 6) + 1) % (MOST_WORK / 4);
    }
    int over = 0, steps = 0;
    for (uint64_t done = 0, work; !over && done < MOST_WORK && steps < MOST_STEPS; done += work, steps++) {
        work = works[steps % 4];
        over = crib_maximum_step(maximum, work);
        crib_maximum_found(maximum, &found);
        DEMAND(found.bound == last.bound && found.total >= last.total && found.total <= largest[rank]);
        DEMAND(found.row_sets >= last.row_sets && found.grids >= last.grids && found.suits >= last.suits);
        DEMAND(found.boards <= 256 && (found.boards > 0) == (found.total > 0));
        if (found.boards > 0) {
            DEMAND(exactly_that ? found.total == target && found.boards == 1 : found.total >= target);
        }
        /* Each step must do some work, and not too much: the largest unit of work counts as 3000. */
        DEMAND(over || work == 0 || 15 * (found.row_sets - last.row_sets) <= work + 5000);
        DEMAND(10 * (found.suits - last.suits) <= work + 5000);
        last = found;
    }
    demand_boards(maximum, &last, rank);
    demand_no_board(maximum, last.boards);
    demand_no_board(maximum, (uint32_t)take_number(&in, 4) | 256);
    if (over) {
        DEMAND(crib_maximum_step(maximum, UINT64_MAX) == 1 && crib_maximum_step(copy, UINT64_MAX) == 1);
        crib_maximum_found(copy, &found);
        DEMAND(found.total == last.total && found.boards == last.boards && found.row_sets == last.row_sets);
        DEMAND(found.grids == last.grids && found.suits == last.suits);
        if (!exactly_that) {
            DEMAND(last.total == (target <= largest[rank] ? largest[rank] : 0));
        }
    }
    free(copy);
    free(maximum);
    return 0;
}
