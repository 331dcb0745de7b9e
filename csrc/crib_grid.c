/* Scores one grid: eight hands with the same starter. */
#include "crib_impl.h"

int crib_score_grid(const uint8_t cells[17], crib_grid_score *score)
{
    uint8_t field[17];
    int error = crib_fields(cells, field, 17);
    *score = (crib_grid_score){0};
    if (error != CRIB_OK) {
        return error;
    }
    score->heels = field[16] / 4 == CRIB_JACK / 4 ? 2 : 0;
    uint32_t total = score->heels;
    for (int i = 0; i < 4; i++) {
        uint8_t row[5], column[5];
        for (int j = 0; j < 4; j++) {
            row[j] = field[4 * i + j];
            column[j] = field[4 * j + i];
        }
        row[4] = column[4] = field[16];
        score->lines[i] = crib_five(row, 0);
        score->lines[4 + i] = crib_five(column, 0);
        total += (uint32_t)score->lines[i].total + score->lines[4 + i].total;
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
