/* One grid: any seventeen bytes, compared with the rules and with the scores of the eight hands. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    while (in.left > 0) {
        const uint8_t mode = take(&in);
        uint8_t bytes[17];
        if ((mode & 1) != 0) { /* a grid in progress with some bytes changed */
            uint64_t chance = take_number(&in, 2);
            deal(&chance, 0, DECK, bytes, 17);
            const uint64_t empty = (mode & 2) != 0 ? take_number(&in, 3) : 0;
            for (int i = 0; i < 17; i++) {
                bytes[i] = (empty >> i & 1) != 0 ? CRIB_NONE : bytes[i];
            }
            for (int changes = mode >> 2 & 3; changes > 0; changes--) {
                const uint8_t place = take(&in) % 17;
                bytes[place] = take(&in);
            }
        } else {
            for (int i = 0; i < 17; i++) {
                bytes[i] = take(&in);
            }
        }
        uint8_t *cells = exactly(17);
        crib_grid_score *score = (crib_grid_score *)exactly(sizeof *score);
        uint32_t *packed = (uint32_t *)exactly(8 * sizeof *packed);
        memcpy(cells, bytes, 17);
        const int answer = crib_score_grid(cells, score), same = crib_pack_grid(cells, packed);
        demand_answer(answer, bytes, 17);
        DEMAND(same == answer);
        crib_score right[8] = {{0}};
        const int total = answer == CRIB_OK ? grid_by_the_rules(bytes, right) : 0;
        DEMAND(score->total == total && total <= 172);
        DEMAND(score->heels == (answer == CRIB_OK && bytes[16] / 4 + 1 == JACK ? 2 : 0));
        for (int line = 0; line < 8; line++) {
            demand_score(&score->lines[line], &right[line]);
            DEMAND(packed[line] == packed_score(&right[line]));
        }
        DEMAND(memcmp(cells, bytes, 17) == 0);
        uint8_t *sixteen = exactly(16);
        memcpy(sixteen, bytes, 16);
        for (int kernel = CRIB_BEST; kernel <= CRIB_KERNELS; kernel++) {
            const int known = answer == CRIB_OK && crib_kernel(kernel) != CRIB_ERR_KERNEL;
            DEMAND(crib_grid_total(kernel, sixteen, bytes[16]) == (known ? (uint32_t)total : CRIB_INVALID));
        }
        free(sixteen);
        free(cells);
        free(score);
        free(packed);
    }
    return 0;
}
