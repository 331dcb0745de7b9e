/* Scores many hands or grids with a kernel, from any layout in memory. */
#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

/* The rows of one call: hands or grids, where they are in memory, and which results to write. */
typedef struct job {
    const crib_kernel_code *code;
    int columns; /* 5 or 17; the last one is the starter */
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
    return job->columns == 5 ? job->code->hands(column, count, job->wanted, result)
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
    while (width < job->columns && job->first[width] == job->first[0] + width &&
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
    for (int i = 0; i < job->results; i++) {
        for (int64_t row = joined; row < count; row++) {
            scores[row * job->results + i] = block->result[i][row];
        }
    }
}

/* Score up to CRIB_BLOCK rows in any layout. */
static int64_t score_block(const job *job, int64_t start, int64_t count, uint8_t *scores)
{
    block block;
    const uint8_t *column[17];
    uint8_t *result[8];
    fill(job, start, count, &block);
    for (int i = 0; i < 17; i++) {
        column[i] = block.column[i];
    }
    for (int i = 0; i < 8; i++) {
        result[i] = block.result[i];
    }
    const int64_t lanes = whole_lanes(count + CRIB_LANES - 1);
    if (job->results == 1 && lanes == count) {
        result[0] = scores;
    }
    const int64_t good = run_kernel(job, column, lanes, result);
    if (good < lanes) {
        return good;
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

static int64_t score_all(const job *job, int64_t count, uint8_t *scores)
{
    int64_t done = 0;
    if (in_place(job)) {
        uint8_t *const result[8] = {scores};
        done = run_kernel(job, job->first, whole_lanes(count), result);
        if (done < whole_lanes(count)) {
            return done;
        }
    }
    while (done < count) {
        const int64_t rows = count - done < CRIB_BLOCK ? count - done : CRIB_BLOCK;
        const int64_t good = score_block(job, done, rows, scores + done * job->results);
        done += good;
        if (good < rows) {
            break;
        }
    }
    return done;
}

static job make_job(int kernel, int columns, int results, int wanted)
{
    job made; /* lay_out sets the columns, of which most jobs use only five */
    made.code = crib_code(kernel);
    made.columns = columns;
    made.results = results;
    made.wanted = wanted;
    return made;
}

/* Set where the columns of a job are in memory. */
static void lay_out(job *job, const uint8_t *cards, int64_t row_step, int64_t card_step,
                    const uint8_t *starters, int64_t starter_step)
{
    for (int i = 0; i < job->columns - 1; i++) {
        job->first[i] = cards + i * card_step;
        job->step[i] = row_step;
    }
    job->first[job->columns - 1] = starters;
    job->step[job->columns - 1] = starter_step;
}

int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores)
{
    job job = make_job(kernel, 5, (wanted & CRIB_PARTS) != 0 ? 5 : 1, wanted);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    return job.code == NULL ? CRIB_ERR_KERNEL : score_all(&job, count, scores);
}

int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores)
{
    job job = make_job(kernel, 17, (wanted & CRIB_LINES) != 0 ? 8 : 1, wanted);
    lay_out(&job, cards, row_step, card_step, starters, starter_step);
    return job.code == NULL ? CRIB_ERR_KERNEL : score_all(&job, count, scores);
}
