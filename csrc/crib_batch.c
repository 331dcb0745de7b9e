/* Scores many hands or grids with a kernel, from any layout in memory. */
#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

/* The rows of one call: hands or grids, where they are in memory, and which results to write. */
typedef struct job {
    const crib_kernel_code *code;
    int cards;   /* 5 or 17; the last one is the starter */
    int columns; /* as many, or one more, which says of each hand whether it is a crib */
    int results; /* bytes written per row: 1, or the number of parts or lines */
    int wanted;
    const uint8_t *first[17]; /* the first byte of each column */
    int64_t step[17];         /* the distance in bytes from one row to the next */
} job;

/* A block of rows, transposed into columns, and its results. */
typedef struct block {
    uint8_t column[17][CRIB_BLOCK];
    uint8_t result[8][CRIB_BLOCK];
} block;

static int64_t run_kernel(const job *job, const uint8_t *const column[17], int64_t count,
                          uint8_t *const result[8])
{
    return job->cards == 5 ? job->code->hands(column, count, job->wanted, result)
                           : job->code->grids(column, count, job->wanted, result);
}

static int64_t whole_lanes(int64_t count)
{
    return count / CRIB_LANES * CRIB_LANES;
}

/* How many columns, counted from the first, are adjacent bytes in each row. */
static int side_by_side(const job *job)
{
    int width = 1;
    while (width < job->cards && job->first[width] == job->first[0] + width &&
           job->step[width] == job->step[0]) {
        width++;
    }
    return width;
}

/* Copy rows start to start + count - 1 into the columns of a block, and pad these to a multiple of CRIB_LANES. */
static void fill(const job *job, int64_t start, int64_t count, block *block)
{
    const int64_t whole = whole_lanes(count), lanes = whole_lanes(count + CRIB_LANES - 1);
    /* The kernel copies the first `split` columns, except the rows after the last multiple of CRIB_LANES. */
    const int split = job->code->split(side_by_side(job), job->first[0] + job->step[0] * start, job->step[0],
                                       whole, block->column);
    for (int i = 0; i < job->columns; i++) {
        const int64_t step = job->step[i], from = i < split ? whole : 0;
        const uint8_t *card = job->first[i] + step * (start + from);
        uint8_t *column = block->column[i];
        if (step == 1) {
            memcpy(column + from, card, (size_t)(count - from));
        } else {
            for (int64_t row = from; row < count; row++, card += step) {
                column[row] = *card;
            }
        }
        memset(column + count, i, (size_t)(lanes - count)); /* padding: a valid row whose score is not used */
    }
}

/* Write the results of a block row by row. */
static void write(const job *job, block *block, int64_t count, uint8_t *scores)
{
    const int64_t joined = job->code->join != NULL
                               ? job->code->join(job->results, block->result, whole_lanes(count), scores)
                               : 0;
    const int results = job->results;
    for (int64_t row = joined; row < count; row++) {
        for (int i = 0; i < results; i++) {
            scores[row * results + i] = block->result[i][row];
        }
    }
}

/* ---------------------------------------------------------------- bad rows */

static int is_missing_allowed(const job *job, int place)
{
    return (job->wanted & CRIB_PARTIAL) != 0 && (job->cards == 17 || place == 4);
}

static int is_bad(const job *job, const block *block, int64_t row)
{
    uint8_t card[17] = {0}, field[17];
    int bad = 0;
    for (int i = 0; i < job->cards; i++) {
        card[i] = block->column[i][row];
        bad |= card[i] == CRIB_NONE && !is_missing_allowed(job, i);
    }
    return bad || crib_fields(card, field, job->cards) != CRIB_OK;
}

/* Score rows of a block from a multiple of CRIB_LANES on. Returns the number of the first bad row, or `lanes`. */
static int64_t run_from(const job *job, const block *block, int64_t start, int64_t lanes,
                        uint8_t *const *result)
{
    const uint8_t *column[17];
    uint8_t *rest[8];
    for (int i = 0; i < job->columns; i++) {
        column[i] = block->column[i] + start;
    }
    for (int i = 0; i < job->results; i++) {
        rest[i] = result[i] + start;
    }
    return start + run_kernel(job, column, lanes - start, rest);
}

/*
 * Go on from a bad row. The bad rows of its group get valid rows in their places, with which the kernel scores the
 * group, and in the end CRIB_NONE as their results.
 */
static void score_masked(const job *job, block *block, int64_t bad, int64_t count, int64_t lanes,
                         uint8_t *const result[8])
{
    int64_t masked[CRIB_BLOCK];
    int found = 0;
    while (bad < lanes) {
        const int64_t group = whole_lanes(bad), end = group + CRIB_LANES < count ? group + CRIB_LANES : count;
        for (int64_t row = bad; row < end; row++) {
            if (is_bad(job, block, row)) {
                masked[found++] = row;
                for (int i = 0; i < job->cards; i++) {
                    block->column[i][row] = (uint8_t)i;
                }
            }
        }
        bad = run_from(job, block, group, lanes, result);
    }
    for (int i = 0; i < found; i++) {
        for (int j = 0; j < job->results; j++) {
            result[j][masked[i]] = CRIB_NONE;
        }
    }
}

/* ---------------------------------------------------------------- all rows of a job */

/* Score up to CRIB_BLOCK rows in any layout. */
static int64_t score_block(const job *job, int64_t start, int64_t count, uint8_t *scores)
{
    block block;
    uint8_t *result[8];
    fill(job, start, count, &block);
    for (int i = 0; i < 8; i++) {
        result[i] = block.result[i];
    }
    const int64_t lanes = whole_lanes(count + CRIB_LANES - 1);
    if (job->results == 1 && lanes == count) {
        result[0] = scores;
    }
    const int64_t good = run_from(job, &block, 0, lanes, result);
    if (good < lanes) {
        if ((job->wanted & CRIB_MASK) == 0) {
            return good;
        }
        score_masked(job, &block, good, count, lanes, result);
    }
    if (result[0] != scores) {
        write(job, &block, count, scores);
    }
    return count;
}

/* Whether the input is columns of adjacent bytes and the output one byte per row: then nothing must be copied. */
static int in_place(const job *job)
{
    for (int i = 0; i < job->columns; i++) {
        if (job->step[i] != 1) {
            return 0;
        }
    }
    return job->results == 1;
}

/* Score whole groups of such rows where they are. */
static int64_t score_in_place(const job *job, int64_t start, int64_t count, uint8_t *scores)
{
    const uint8_t *column[17];
    uint8_t *const result[8] = {scores};
    for (int i = 0; i < job->columns; i++) {
        column[i] = job->first[i] + start;
    }
    return run_kernel(job, column, count, result);
}

static int64_t score_all(const job *job, int64_t start, int64_t count, uint8_t *scores)
{
    const int direct = in_place(job);
    int64_t done = 0;
    while (done < count) {
        const int64_t whole = direct ? whole_lanes(count - done) : 0;
        if (whole > 0) {
            const int64_t good = score_in_place(job, start + done, whole, scores + done);
            if (good < whole && (job->wanted & CRIB_MASK) == 0) {
                return done + good;
            }
            done += whole_lanes(good);
        }
        const int64_t rows = count - done < CRIB_BLOCK ? count - done : CRIB_BLOCK;
        if (rows > 0) {
            const int64_t good = score_block(job, start + done, rows, scores + done * job->results);
            done += good;
            if (good < rows) {
                break;
            }
        }
    }
    return done;
}

static job make_job(int kernel, int cards, int results, int wanted)
{
    job made; /* lay_out sets the columns, of which most jobs use only five */
    made.code = crib_code(kernel);
    made.cards = made.columns = cards;
    made.results = results;
    made.wanted = wanted & ~CRIB_EACH;
    return made;
}

/* Set where the columns of a job are in memory. */
static void lay_out(job *job, const uint8_t *cards, int64_t row_step, int64_t card_step,
                    const uint8_t *starters, int64_t starter_step)
{
    for (int i = 0; i < job->cards - 1; i++) {
        job->first[i] = cards + i * card_step;
        job->step[i] = row_step;
    }
    job->first[job->cards - 1] = starters;
    job->step[job->cards - 1] = starter_step;
}

/* Set where it is said of each hand whether it is a crib. */
static void lay_out_cribs(job *job, const uint8_t *cribs, int64_t crib_step)
{
    job->first[5] = cribs;
    job->step[5] = crib_step;
    job->columns = 6;
    job->wanted |= CRIB_EACH;
}

/* ---------------------------------------------------------------- the functions of the interface */

int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores)
{
    job job = make_job(kernel, 5, (wanted & CRIB_PARTS) != 0 ? 5 : 1, wanted);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    return job.code == NULL ? CRIB_ERR_KERNEL : score_all(&job, 0, count, scores);
}

int64_t crib_score_mixed(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                         int64_t crib_step, int64_t count, int wanted, uint8_t *scores)
{
    job job = make_job(kernel, 5, (wanted & CRIB_PARTS) != 0 ? 5 : 1, wanted);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    lay_out_cribs(&job, cribs, crib_step);
    return job.code == NULL ? CRIB_ERR_KERNEL : score_all(&job, 0, count, scores);
}

int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores)
{
    job job = make_job(kernel, 17, (wanted & CRIB_LINES) != 0 ? 8 : 1, wanted);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    return job.code == NULL ? CRIB_ERR_KERNEL : score_all(&job, 0, count, scores);
}

/* ---------------------------------------------------------------- how many hands make each score */

enum {
    COUNTED = 4096,      /* hands that are scored before they are counted */
    ADDED = COUNTED << 6 /* hands after which the counts of pairs are added up, before they overflow */
};

/*
 * How often each pair of scores occurred, five bits each, in four tables used in turn: often the same pair comes
 * again, and one increment would wait for the other.
 */
typedef struct pair_counts {
    uint16_t pairs[4][1024];
} pair_counts;

/* Count the scores of `count` hands, a multiple of eight. */
static void count_pairs(const uint8_t *scores, int64_t count, pair_counts *found)
{
    for (int64_t row = 0; row < count; row += 8) {
        uint64_t word;
        memcpy(&word, scores + row, 8);
        word = (word & UINT64_C(0x001F001F001F001F)) | (word >> 3 & UINT64_C(0x03E003E003E003E0));
        found->pairs[0][word & 1023]++;
        found->pairs[1][word >> 16 & 1023]++;
        found->pairs[2][word >> 32 & 1023]++;
        found->pairs[3][word >> 48]++;
    }
}

/* Add the counts of pairs to the counts, and clear them. 31 is not the score of a hand. */
static void add_pairs(pair_counts *found, int64_t counts[30])
{
    for (int pair = 0; pair < 1024; pair++) {
        const int times =
            found->pairs[0][pair] + found->pairs[1][pair] + found->pairs[2][pair] + found->pairs[3][pair];
        const int low = pair & 31, high = pair >> 5;
        if (low < 30) {
            counts[low] += times;
        }
        if (high < 30) {
            counts[high] += times;
        }
    }
    memset(found, 0, sizeof *found);
}

int64_t crib_count_scores(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                          const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                          int64_t crib_step, int64_t count, int wanted, int64_t counts[30])
{
    job job = make_job(kernel, 5, 1, wanted & ~CRIB_PARTS);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    if ((wanted & CRIB_EACH) != 0) {
        lay_out_cribs(&job, cribs, crib_step);
    }
    memset(counts, 0, 30 * sizeof counts[0]);
    if (job.code == NULL) {
        return CRIB_ERR_KERNEL;
    }
    pair_counts found;
    uint8_t scores[COUNTED];
    memset(&found, 0, sizeof found);
    for (int64_t done = 0, rows = COUNTED; done < count; done += rows) {
        rows = count - done < COUNTED ? count - done : COUNTED;
        const int64_t good = score_all(&job, done, rows, scores);
        if (good < rows) {
            return done + good;
        }
        memset(scores + rows, 31, (size_t)(-rows & 7));
        count_pairs(scores, (rows + 7) / 8 * 8, &found);
        if ((done + rows) % ADDED == 0) {
            add_pairs(&found, counts);
        }
    }
    add_pairs(&found, counts);
    return count;
}
