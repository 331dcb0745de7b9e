/* Scores one grid: eight hands with the same starter. */
#include "crib_impl.h"

#include <string.h>

static inline uint32_t heels_of(const uint8_t field[17])
{
    return field[16] / 4 == CRIB_JACK / 4 ? 2 : 0;
}

/* Score one line: the rows are lines 0 to 3, the columns 4 to 7. */
static crib_score score_line(const uint8_t field[17], int line)
{
    const int first = line < 4 ? 4 * line : line - 4, step = line < 4 ? 1 : 4;
    const uint8_t five[5] = {field[first], field[first + step], field[first + 2 * step],
                             field[first + 3 * step], field[16]};
    return crib_five(five, 0);
}

int crib_score_grid(const uint8_t cells[17], crib_grid_score *score)
{
    uint8_t field[17];
    int error = crib_fields(cells, field, 17);
    *score = (crib_grid_score){0};
    if (error != CRIB_OK) {
        return error;
    }
    score->heels = (uint8_t)heels_of(field);
    uint32_t total = score->heels;
    for (int i = 0; i < 8; i++) {
        score->lines[i] = score_line(field, i);
        total += score->lines[i].total;
    }
    score->total = (uint8_t)total;
    return CRIB_OK;
}

int crib_pack_grid(const uint8_t cells[17], uint32_t packed[8])
{
    crib_grid_score score;
    int error = crib_score_grid(cells, &score);
    for (int i = 0; i < 8; i++) {
        packed[i] = crib_pack(score.lines[i]);
    }
    return error;
}

/* ---------------------------------------------------------------- the total alone */

uint32_t crib_grid_total(int kernel, const uint8_t cells[16], uint8_t starter)
{
    const crib_kernel_code *const code = crib_code(kernel);
    uint8_t bytes[17], field[17];
    memcpy(bytes, cells, 16);
    bytes[16] = starter;
    if (code == NULL || crib_fields(bytes, field, 17) != CRIB_OK) {
        return CRIB_INVALID;
    }
    int missing = 0;
    for (int i = 0; i < 17; i++) {
        missing |= field[i] == CRIB_FIELD;
    }
    uint32_t total = heels_of(field);
    if (!missing && code->lines != NULL) {
        return total + code->lines(field, field[16]);
    }
    for (int i = 0; i < 8; i++) {
        total += score_line(field, i).total;
    }
    return total;
}
