/* The declarations of cribscore.h in the form that cffi reads, without the preprocessor. A test compares the two. */
enum { CRIB_NONE = 255 };
enum { CRIB_OK = 0, CRIB_ERR_CARD = 1, CRIB_ERR_TWICE = 2, CRIB_ERR_COUNT = 3 };

#define CRIB_INVALID ...

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

uint32_t crib_grid_total(int kernel, const uint8_t cells[16], uint8_t starter);

uint32_t crib_pack_hand(uint32_t key);

uint64_t crib_pack_fifteens(uint32_t key);

int crib_pack_grid(const uint8_t cells[17], uint32_t packed[8]);

const char *crib_version(void);

enum { CRIB_BEST = 0, CRIB_PORTABLE = 1, CRIB_AVX2 = 2, CRIB_AVX512 = 3, CRIB_KERNELS = 4 };
enum { CRIB_ERR_KERNEL = -1 };

int crib_kernel(int kernel);

const char *crib_kernel_name(int kernel);

enum { CRIB_AS_CRIB = 1, CRIB_PARTS = 2, CRIB_LINES = 4, CRIB_MASK = 8, CRIB_PARTIAL = 16, CRIB_EACH = 32 };

int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

int64_t crib_score_mixed(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                         int64_t crib_step, int64_t count, int wanted, uint8_t *scores);

int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

int64_t crib_count_scores(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                          const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                          int64_t crib_step, int64_t count, int wanted, int64_t counts[30]);

enum { CRIB_STRUCK = 254 };

int crib_narrow(int kernel, const uint8_t *from, int64_t step, int size, int low, int64_t count, uint8_t *to);

void crib_strike(const uint8_t *bits, int64_t first, int64_t bit_step, int64_t count, int64_t step,
                 uint8_t *to);

int crib_deal(uint64_t seed, uint32_t count, uint8_t *cards);

int crib_hand_counts(int kernel, int crib, int64_t counts[30]);

typedef struct crib_fours crib_fours;

uint32_t crib_fours_size(void);

void crib_fours_start(crib_fours *fours);

int64_t crib_forecast_hands(const crib_fours *fours, const uint8_t *cards, int64_t row_step,
                            int64_t card_step, const uint8_t *dead, int64_t dead_row_step,
                            int64_t dead_card_step, int64_t dead_cards, int64_t count, int crib,
                            uint8_t *counts);

int64_t crib_keep_sums(const crib_fours *fours, const uint8_t *cards, int64_t row_step, int64_t card_step,
                       int64_t count, uint16_t *sums);

enum { CRIB_SETS = 18395, CRIB_POLICY_BYTES = 36790 };

typedef struct crib_policy crib_policy;

uint32_t crib_policy_size(void);

int crib_policy_start(crib_policy *policy, const uint8_t throws[36790]);

enum { CRIB_BY_DEALER = 0, CRIB_BY_PONE = 1, CRIB_BY_CHANCE = 2 };

int crib_throw_choices(const crib_policy *policy, int thrower, uint64_t unseen, uint32_t found[91 * 13]);

int crib_crib_sums(const crib_policy *policy, int thrower, const uint8_t cards[6], uint64_t dead,
                   int64_t sums[15]);

typedef struct crib_equilibrium crib_equilibrium;

typedef struct crib_round {
    uint64_t gains[2];
    uint64_t hands[2];
    uint64_t cribs[2][91];
} crib_round;

uint32_t crib_equilibrium_size(void);

int crib_equilibrium_start(crib_equilibrium *made, const uint8_t *throws);

int crib_equilibrium_step(crib_equilibrium *made, uint64_t work);

void crib_equilibrium_next(crib_equilibrium *made, int forget);

void crib_equilibrium_found(const crib_equilibrium *made, crib_round *round, uint8_t throws[36790]);

typedef struct crib_throw_table crib_throw_table;

uint32_t crib_throw_table_size(void);

void crib_throw_table_start(crib_throw_table *table);

int crib_throw_table_step(crib_throw_table *table, const crib_policy *policy, uint64_t work);

int64_t crib_best_throws(const crib_fours *fours, const crib_throw_table *table, const uint8_t *cards,
                         int64_t row_step, int64_t card_step, const uint8_t *dealers, int64_t dealer_step,
                         int64_t count, uint8_t *throws);

uint32_t crib_pack_peg(uint64_t pile);

typedef struct crib_play {
    uint64_t hands[4];
    uint64_t pile;
    uint16_t points[4];
    uint8_t players;
    uint8_t turn;
    uint8_t count;
} crib_play;

int crib_play_start(crib_play *play, const uint64_t *hands, uint32_t players, uint32_t lead);

uint64_t crib_play_legal(const crib_play *play);

uint32_t crib_play_card(crib_play *play, uint8_t card);

enum { CRIB_BEST_CARDS = 20 };

int crib_play_best(uint64_t mover, uint64_t other, uint64_t pile, uint8_t *card, int *value);

enum { CRIB_KEEPS = 1820 };

void crib_keep_weights(const crib_policy *policy, int player, uint32_t weights[1820]);

typedef struct crib_advice {
    uint64_t weight;
    int64_t nets[14];
    uint32_t hands;
    uint16_t ranks;
} crib_advice;

int crib_advise_peg(const uint32_t weights[3640], uint64_t hand, uint64_t unseen, const uint8_t *played,
                    uint32_t plays, uint32_t worlds, uint64_t seed, crib_advice *advice);

int64_t crib_keep_net(const uint32_t weights[3640], uint32_t keep, int dealer, uint32_t worlds,
                      uint32_t deals, uint32_t begin, uint32_t end);

int64_t crib_score_pegs(const uint8_t *piles, int64_t row_step, int64_t card_step, uint32_t width,
                        int64_t count, uint8_t *scores);

int64_t crib_peg_deals(const uint8_t *hands, int64_t hand_row_step, int64_t hand_step, const uint8_t *plays,
                       int64_t play_row_step, int64_t play_step, int64_t count, uint8_t *points);

enum { CRIB_TEXT_STARTER = 1, CRIB_TEXT_GRID = 2, CRIB_TEXT_UNEVEN = 4 };

int64_t crib_read_cards(const uint8_t *text, int64_t size, int64_t most, uint8_t *cards);

int crib_read_rows(const uint8_t *text, int64_t size, int form, int64_t width, int64_t count, uint8_t *cards);

int64_t crib_write_rows(const uint8_t *cards, int64_t row_step, int64_t card_step, int64_t width,
                        int64_t count, uint8_t *text);

int64_t crib_check_rows(const uint8_t *cards, int64_t width, int64_t count);

void crib_unpack_keys(const uint32_t *keys, int64_t count, int64_t width, uint8_t *cards);

void crib_random_deals(uint64_t seed, uint64_t first, int64_t count, uint32_t cards, uint8_t *rows);

typedef struct crib_search crib_search;

typedef struct crib_placement {
    uint8_t cells[17];
    uint8_t total;
    uint8_t bound;
    uint64_t nodes;
} crib_placement;

uint32_t crib_search_size(void);

int crib_search_start(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count);

int crib_search_step(crib_search *search, uint64_t work);

void crib_search_found(const crib_search *search, crib_placement *found);

typedef struct crib_maximum crib_maximum;

typedef struct crib_largest {
    uint8_t bound;
    uint8_t total;
    uint32_t boards;
    uint64_t row_sets;
    uint64_t grids;
    uint64_t suits;
} crib_largest;

uint32_t crib_maximum_size(void);

int crib_maximum_start(crib_maximum *maximum, uint32_t starter_rank, uint32_t target, int exactly);

int crib_maximum_step(crib_maximum *maximum, uint64_t work);

void crib_maximum_found(const crib_maximum *maximum, crib_largest *found);

int crib_maximum_board(const crib_maximum *maximum, uint32_t index, uint8_t cells[17]);

typedef struct crib_position {
    uint8_t cells[16];
    uint8_t piles[2][5];
    uint8_t card;
    uint8_t adjacency;
    uint8_t reserves;
    uint8_t waste;
    uint8_t win_at;
} crib_position;

typedef struct crib_values crib_values;

uint32_t crib_values_size(void);

uint32_t crib_values_weights(int piles);

void crib_values_start(crib_values *values, const uint8_t *weights, uint32_t size);

int crib_outlook(const crib_values *values, const crib_position *position, int32_t value[52]);

enum { CRIB_EXACT = 0, CRIB_BY_TABLE = 1, CRIB_BY_CARD = 2, CRIB_BY_GAMES = 3 };

typedef struct crib_advised {
    int64_t spread;
    int64_t loss_spread;
    int32_t value;
    int32_t win;
    uint32_t games;
    uint32_t share;
    uint8_t source;
    uint8_t to;
    uint8_t found;
} crib_advised;

enum { CRIB_MOVES = 50 };

enum { CRIB_LEVELS = 4 };

typedef struct crib_player crib_player;

uint32_t crib_player_size(void);

int crib_player_start(crib_player *player, const crib_values *values, const crib_position *position,
                      uint32_t level, uint32_t to_win, uint64_t seed);

int crib_player_include(crib_player *player, uint32_t source, uint32_t to);

int crib_player_step(crib_player *player, const crib_values *values, uint64_t work);

uint32_t crib_player_found(const crib_player *player, crib_advised found[CRIB_MOVES]);

typedef struct crib_games crib_games;

uint32_t crib_games_size(void);

int crib_games_start(crib_games *games, const crib_position *rules, uint32_t level, uint32_t to_win,
                     uint64_t seed);

int64_t crib_games_step(crib_games *games, const crib_values *values, int64_t count, uint64_t work,
                        uint8_t *scores);

typedef struct crib_training crib_training;

uint32_t crib_training_size(void);

int crib_training_start(crib_training *training, const uint8_t *weights, uint32_t size,
                        const crib_position *rules, int piles_only, uint64_t seed, uint32_t rate);

void crib_training_step(crib_training *training, uint32_t games);

void crib_training_weights(const crib_training *training, uint8_t *weights, uint32_t size);

/* Of prelude.h. */

int64_t crib_score_objects(int kernel, uintptr_t cards, uintptr_t starters, int width, int wanted,
                           uintptr_t scores);
