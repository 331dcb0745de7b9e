/* What cribscore.h declares, as cffi reads it: no preprocessor, no more and no less (tests compare the two). */
enum { CRIB_NONE = 255 };
enum { CRIB_OK = 0, CRIB_ERR_CARD = 1, CRIB_ERR_TWICE = 2 };

#define CRIB_INVALID ...

const char *crib_version(void);

typedef struct crib_score {
    uint32_t fifteen_mask;
    uint8_t total;
    uint8_t fifteens;
    uint8_t pairs;
    uint8_t runs;
    uint8_t flush;
    uint8_t nobs;
} crib_score;

int crib_score_hand(const uint8_t cards[5], int crib, crib_score *score);

typedef struct crib_grid_score {
    crib_score lines[8];
    uint8_t heels;
    uint8_t total;
} crib_grid_score;

int crib_score_grid(const uint8_t cells[17], crib_grid_score *score);

uint32_t crib_pack_hand(uint32_t key);

int crib_pack_grid(const uint8_t cells[17], uint32_t packed[8]);

enum { CRIB_BEST = 0, CRIB_PORTABLE = 1, CRIB_AVX2 = 2, CRIB_AVX512 = 3, CRIB_KERNELS = 4 };
enum { CRIB_ERR_KERNEL = -1 };

int crib_kernel(int kernel);

const char *crib_kernel_name(int kernel);

enum { CRIB_AS_CRIB = 1, CRIB_PARTS = 2 };

int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

enum { CRIB_LINES = 4 };

int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

int crib_hand_counts(int kernel, int crib, int64_t counts[30]);
