/*
 * The best placement, for any board and cards. Invalid ones are refused with an error that applies; after every step
 * the placement is valid and has the total that is reported; the bound never increases; a copy gives the same result
 * as the original; if few cards are to be placed, all placements are tried, and none is better.
 */
#include "fuzz.h"

enum {
    FEW = 5,
    MOST_WORK = 300000 /* per input, in tens of nanoseconds; with a sanitizer it takes ten times as long */
};

typedef struct problem {
    uint8_t board[17];
    uint8_t cards[20];
    uint32_t count;
} problem;

static int total_of(const uint8_t cells[17])
{
    crib_grid_score score;
    DEMAND(crib_score_grid(cells, &score) == CRIB_OK);
    return score.total;
}

/* The largest total of all placements of the cards from index `from` on. */
static int best_of_all(problem *problem, uint32_t from)
{
    if (from == problem->count) {
        return total_of(problem->board);
    }
    int best = 0;
    for (int place = 0; place < 17; place++) {
        if (problem->board[place] == CRIB_NONE) {
            problem->board[place] = problem->cards[from];
            const int total = best_of_all(problem, from + 1);
            best = total > best ? total : best;
            problem->board[place] = CRIB_NONE;
        }
    }
    return best;
}

static void demand_start(int answer, const problem *problem)
{
    uint8_t all[37];
    uint32_t empty = 0, none = 0;
    memcpy(all, problem->board, 17);
    for (int i = 0; i < 17; i++) {
        empty += problem->board[i] == CRIB_NONE;
    }
    const uint32_t read = problem->count < 17 ? problem->count : 17; /* cards beyond 17 are not read */
    for (uint32_t i = 0; i < read; i++) {
        all[17 + i] = problem->cards[i];
        none += problem->cards[i] >= DECK;
    }
    const int bad = not_cards(all, 17, 1) || none > 0, twice = twins(all, 17 + (int)read);
    const int uncounted = empty != problem->count;
    DEMAND((answer == CRIB_OK) == (!bad && !twice && !uncounted));
    DEMAND(answer == CRIB_OK || (answer == CRIB_ERR_CARD && bad) || (answer == CRIB_ERR_TWICE && twice) ||
           (answer == CRIB_ERR_COUNT && uncounted));
}

/* The placement found has the fixed cards in their places and each of the others once, and the reported total. */
static void demand_legal(const crib_placement *found, const problem *problem)
{
    uint64_t placed = 0, loose = 0;
    for (int i = 0; i < 17; i++) {
        DEMAND(found->cells[i] < DECK);
        if (problem->board[i] == CRIB_NONE) {
            placed |= UINT64_C(1) << found->cells[i];
        } else {
            DEMAND(found->cells[i] == problem->board[i]);
        }
    }
    for (uint32_t i = 0; i < problem->count; i++) {
        loose |= UINT64_C(1) << problem->cards[i];
    }
    DEMAND(placed == loose);
    DEMAND(found->total == total_of(found->cells));
    DEMAND(found->total <= found->bound);
}

static void read_problem(input *in, problem *problem)
{
    const uint8_t mode = take(in);
    uint64_t chance = take_number(in, 2);
    uint8_t dealt[17];
    const uint8_t size = (mode & 1) != 0 ? DECK : 20;
    deal(&chance, (uint8_t)below(&chance, (uint32_t)(DECK + 1 - size)), size, dealt, 17);
    uint64_t empty = take_number(in, 2) | (uint64_t)(mode >> 1 & 1) << 16;
    if ((mode & 4) != 0) { /* few cards to place: keep only the lowest empty places */
        uint64_t few = 0;
        for (int i = 0, kept = 0; i < 17 && kept < FEW; i++) {
            few |= empty & UINT64_C(1) << i;
            kept += (int)(empty >> i & 1);
        }
        empty = few;
    }
    for (int i = 0; i < 17; i++) {
        problem->board[i] = dealt[i];
        if ((empty >> i & 1) != 0) {
            problem->cards[problem->count++] = dealt[i];
            problem->board[i] = CRIB_NONE;
        }
    }
    for (int changes = mode >> 3 & 3; changes > 0; changes--) { /* errors in the input */
        const uint8_t place = take(in) % 38, byte = take(in);
        if (place < 17) {
            problem->board[place] = byte;
        } else if (place < 37) {
            problem->cards[place - 17] = byte;
        } else {
            problem->count = byte % 21;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    problem problem = {.count = 0};
    read_problem(&in, &problem);
    const uint8_t garbage = take(&in);
    const uint64_t work = take_number(&in, 3);
    uint8_t *board = exactly(17), *cards = exactly(problem.count);
    memcpy(board, problem.board, 17);
    memcpy(cards, problem.cards, problem.count);
    crib_search *search = (crib_search *)exactly(crib_search_size());
    memset(search, garbage, crib_search_size()); /* the previous contents must not matter */
    const int answer = crib_search_start(search, board, cards, problem.count);
    free(board);
    free(cards);
    demand_start(answer, &problem);
    crib_placement found, last;
    memset(&last, NOBODY, sizeof last);
    crib_search_found(search, &last);
    DEMAND(last.total == 0 && last.nodes == 0);
    if (answer != CRIB_OK) {
        DEMAND(crib_search_step(search, work) == 1);
        crib_search_found(search, &found);
        DEMAND(found.total == 0 && found.nodes == 0 && found.bound == 0);
        free(search);
        return 0;
    }
    crib_search *copy = NULL;
    int over = 0;
    for (uint64_t done = 0; !over && done < MOST_WORK; done += work + 1000) {
        over = crib_search_step(search, work);
        crib_search_found(search, &found);
        demand_legal(&found, &problem);
        DEMAND(found.total >= last.total && found.bound <= last.bound && found.nodes >= last.nodes);
        DEMAND(!over || found.bound == found.total);
        last = found;
        if (copy == NULL) {
            copy = (crib_search *)exactly(crib_search_size());
            memcpy(copy, search, crib_search_size());
        }
    }
    if (problem.count <= FEW) { /* then trying all is fast */
        while (!over) {
            over = crib_search_step(search, 100000);
        }
        crib_search_found(search, &last);
    }
    if (over) {
        demand_legal(&last, &problem);
        DEMAND(last.bound == last.total);
        DEMAND(crib_search_step(search, work) == 1);
        while (!crib_search_step(copy, UINT64_MAX)) {
        }
        crib_search_found(copy, &found);
        DEMAND(memcmp(found.cells, last.cells, 17) == 0 && found.nodes == last.nodes);
        if (problem.count <= FEW) {
            DEMAND(best_of_all(&problem, 0) == last.total);
        }
    }
    free(copy);
    free(search);
    return 0;
}
