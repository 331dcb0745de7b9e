/*
 * cribscore: score cribbage hands and Cribbage Squares grids from C.
 *
 * A card is one byte, 4 * (rank - 1) + suit: rank 1 (ace) to 13 (king), suit clubs 0,
 * diamonds 1, hearts 2, spades 3. So AC is 0, AD is 1, 5H is 18 and KS is 51.
 * CRIB_NONE stands for a missing card.
 *
 * The functions do not allocate memory, keep state or call back. Each may be called from any number of
 * threads at once, accepts any bytes as cards, and reads and writes only the memory that its description
 * names. The caller passes no NULL pointer and no negative count, and output memory that does not overlap
 * the input. A returned text is valid as long as the program runs.
 *
 *     cmake -S csrc -B build && cmake --build build      builds build/libcrib.a
 *
 * The rules are in docs/background/rules.md.
 */
#ifndef CRIBSCORE_H
#define CRIBSCORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- card values and return codes */

enum {
    CRIB_NONE = 255 /* a missing card: an empty cell, or a starter that is not turned yet */
};

enum {
    CRIB_OK = 0,
    CRIB_ERR_CARD = 1,  /* a byte is neither a card (0 to 51) nor CRIB_NONE */
    CRIB_ERR_TWICE = 2, /* a card appears twice */
    CRIB_ERR_COUNT = 3  /* too few or too many cards for the empty places */
};

/* ---------------------------------------------------------------- one hand */

/* The points of one hand by part, and which cards make the fifteens. */
typedef struct crib_score {
    uint32_t fifteen_mask; /* bit s is set if the cards of subset s add up to fifteen; subset s
                              contains cards[i] if bit i of s is set */
    uint8_t total;         /* the sum of the five parts, 0 to 29 */
    uint8_t fifteens;      /* 2 for each fifteen */
    uint8_t pairs;         /* 2 for each pair */
    uint8_t runs;          /* the length of the longest run, times the number of ways to make it */
    uint8_t flush;         /* 0, 4 or 5 */
    uint8_t nobs;          /* 0 or 1 */
} crib_score;

/*
 * Score the hand cards[0] to cards[3] with the starter cards[4]. Any of them may be CRIB_NONE; the
 * cards that are present are scored, and a flush counts only if all four hand cards are present. If
 * `crib` is not 0, the hand is scored as a crib: a flush counts only with the starter in the same suit.
 *
 * Returns CRIB_OK, or an error code; on an error *score is all zeros.
 */
int crib_score_hand(const uint8_t cards[5], int crib, crib_score *score);

/* ---------------------------------------------------------------- one grid */

/* The points of a grid by line: the four rows from the top, then the four columns from the left. */
typedef struct crib_grid_score {
    crib_score lines[8];
    uint8_t heels; /* 2 if the starter is a jack, once for the whole grid */
    uint8_t total; /* the sum of the eight lines and the heels */
} crib_grid_score;

/*
 * Score the grid cells[0] to cells[15], row by row, with the starter cells[16]. Any of them may be
 * CRIB_NONE; each line is scored as crib_score_hand scores a hand with missing cards.
 *
 * Returns CRIB_OK, or an error code; on an error *score is all zeros.
 */
int crib_score_grid(const uint8_t cells[17], crib_grid_score *score);

/*
 * Get only the total of a grid in progress or a full one: the sixteen cells as above, and the starter. A
 * full grid takes a fraction of the time of crib_score_grid. `kernel` is one of the kernels below.
 *
 * Returns the total, or CRIB_INVALID if the grid is not valid or the CPU cannot run the kernel.
 */
uint32_t crib_grid_total(int kernel, const uint8_t cells[16], uint8_t starter);

/* ---------------------------------------------------------------- scores packed into a word */

/*
 * The same scores in one integer, for a language binding where structures are slow. A packed score is
 * below 2^14, so it can index a table. From bit 0 up: half the points for fifteens (4 bits), half the
 * points for pairs (3 bits), the points for runs (4 bits), 0, 1 or 2 for a flush of 0, 4 or 5 points (2
 * bits), and nobs (1 bit).
 */
#define CRIB_INVALID 0xFFFFFFFFU /* returned instead of a packed score if the hand is not valid */

/*
 * Score the hand in `key`. From bit 0 up: five fields of six bits, the four hand cards and the starter
 * (63 for a missing card), and one bit that is set for a crib.
 *
 * Returns the packed score, or CRIB_INVALID.
 */
uint32_t crib_pack_hand(uint32_t key);

/*
 * Score the hand in `key` as crib_pack_hand does.
 *
 * Returns the packed score with the fifteen_mask of crib_score in the bits from 32 up, or CRIB_INVALID.
 */
uint64_t crib_pack_fifteens(uint32_t key);

/*
 * Score a grid as crib_score_grid does, into eight packed scores: the rows, then the columns. The heels
 * are not included.
 *
 * Returns CRIB_OK, or an error code; on an error packed[] is all zeros.
 */
int crib_pack_grid(const uint8_t cells[17], uint32_t packed[8]);

/* ---------------------------------------------------------------- the build and its kernels */

/* The version of this library, such as "1.2.3". */
const char *crib_version(void);

/*
 * The kernels: the implementations that score many hands or grids. A function with a `kernel` argument
 * returns CRIB_ERR_KERNEL if this build does not have the kernel or this CPU cannot run it.
 */
enum {
    CRIB_BEST = 0, /* the fastest of the others that this CPU runs */
    CRIB_PORTABLE = 1,
    CRIB_AVX2 = 2,
    CRIB_AVX512 = 3, /* with VL, BW and VBMI: Ice Lake, Zen 4 and newer */
    CRIB_KERNELS = 4 /* all kernel numbers are below this */
};
enum { CRIB_ERR_KERNEL = -1 };

/* Returns the fastest kernel for CRIB_BEST, the kernel itself if this CPU runs it, or CRIB_ERR_KERNEL. */
int crib_kernel(int kernel);

/* Returns "portable", "avx2" or "avx512"; "best" for CRIB_BEST; NULL for any other number. */
const char *crib_kernel_name(int kernel);

/* ---------------------------------------------------------------- many hands and grids */

/*
 * A row is one hand or one grid. Steps in bytes say where its cards are: card i of row r is
 * cards[r * row_step + i * card_step], and its starter is starters[r * starter_step]. For example, rows
 * of five bytes with the starter last have steps of 5, 1 and 5, and starters = cards + 4. A starter_step
 * of 0 means one starter for all rows. Steps may be negative.
 */

/* Options of the functions below, to be combined with |. */
enum {
    CRIB_AS_CRIB = 1, /* hands: score them as cribs */
    CRIB_PARTS = 2,   /* hands: write five bytes per row instead of one: fifteens, pairs, runs, flush, nobs */
    CRIB_LINES =
        4,         /* grids: write eight bytes per row instead of one: the four rows, then the four columns */
    CRIB_MASK = 8, /* write CRIB_NONE as every result of a bad row, and go on */
    CRIB_PARTIAL =
        16, /* the starter may be CRIB_NONE, and so may the cells of a grid; the cards that are there are
                          scored as crib_score_hand and crib_score_grid score them */
    CRIB_EACH = 32 /* crib_count_scores: each hand says whether it is a crib */
};

/*
 * Score `count` hands of four cards and a starter, and write one byte per hand to `scores`, or five.
 *
 * Returns `count`, or the index of the first bad row: one with a byte that is not a card, with a card that
 * appears twice, or with a missing card that `wanted` does not allow. The contents of `scores` are then
 * undefined. Only the `count` (or five times `count`)
 * bytes of `scores` are ever written. If another thread changes the cards during the call, each score is
 * still the score of some hand.
 */
int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

/*
 * Score hands of which some are cribs: row r is scored as a crib if cribs[r * crib_step] is not 0. All else is
 * as for crib_score_hands.
 */
int64_t crib_score_mixed(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                         int64_t crib_step, int64_t count, int wanted, uint8_t *scores);

/*
 * Score `count` grids of sixteen cells, row by row, and a starter, and write one byte per grid to
 * `scores` (the total with the heels), or eight. All else is as for crib_score_hands.
 */
int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

/*
 * Count how many of `count` hands score 0, 1, ... 29 points. Bad hands are not counted if `wanted` has
 * CRIB_MASK. `cribs` is read as for crib_score_mixed, and only if `wanted` has CRIB_EACH.
 *
 * Returns as crib_score_hands does.
 */
int64_t crib_count_scores(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                          const uint8_t *starters, int64_t starter_step, const uint8_t *cribs,
                          int64_t crib_step, int64_t count, int wanted, int64_t counts[30]);

/* ---------------------------------------------------------------- cards from numbers of any width */

enum {
    CRIB_STRUCK = 254 /* a byte that is neither a card nor CRIB_NONE */
};

/*
 * Copy `count` whole numbers of 1, 2, 4 or 8 bytes (`size`) into bytes. Number i is at from + i * step. Its
 * lowest eight bits are in its byte number `low`: 0 for little-endian numbers, size - 1 for big-endian ones. A
 * number that is not 0 to 255 becomes CRIB_STRUCK.
 *
 * Returns CRIB_OK or CRIB_ERR_KERNEL.
 */
int crib_narrow(int kernel, const uint8_t *from, int64_t step, int size, int low, int64_t count, uint8_t *to);

/*
 * Write CRIB_STRUCK over the bytes whose bit is 0: for each i below `count`, to[i * step] if bit number
 * first + i * bit_step of `bits` is 0. Bit b is bit b % 8, from the lowest, of bits[b / 8].
 */
void crib_strike(const uint8_t *bits, int64_t first, int64_t bit_step, int64_t count, int64_t step,
                 uint8_t *to);

/* ---------------------------------------------------------------- a deal */

/*
 * Deal `count` cards from a deck that `seed` shuffles: the same cards on every machine. The deck begins with
 * card 0 and is shuffled from the front. SplitMix64, started at `seed`, gives the numbers: for i = 0, 1, ...
 * the next number below the largest multiple of 52 - i is taken, and its remainder r modulo 52 - i swaps the
 * cards in places i and i + r.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if `count` is above 52; then nothing is written.
 */
int crib_deal(uint64_t seed, uint32_t count, uint8_t *cards);

/* ---------------------------------------------------------------- the count of all hands */

/*
 * Count how many of the 12,994,800 choices of a hand and a starter score 0, 1, ... 29 points: as hands or,
 * if `crib` is not 0, as cribs.
 *
 * Returns CRIB_OK, or CRIB_ERR_KERNEL; then counts[] is all zeros.
 */
int crib_hand_counts(int kernel, int crib, int64_t counts[30]);

/* ---------------------------------------------------------------- the forecast and the keeps */

/*
 * A table that the functions below read: the points for fifteens, pairs and runs of any four ranks with a
 * starter of any rank. The caller provides its memory: crib_fours_size() bytes (29,120), aligned like a
 * uint16_t. crib_fours_start fills it, which takes about a millisecond. A table contains no pointers and
 * does not change after that: any number of threads may use it at once.
 */
typedef struct crib_fours crib_fours;

/* Returns the size of the table in bytes. */
uint32_t crib_fours_size(void);

/* Fill the table. */
void crib_fours_start(crib_fours *fours);

/*
 * Forecast `count` hands of four cards: count how many of the starters that are left give 0, 1, ... 29
 * points. Card i of row r is cards[r * row_step + i * card_step]. Its dead cards, which cannot be the
 * starter either, are dead[r * dead_row_step + i * dead_card_step] for each i below `dead_cards`;
 * CRIB_NONE among them is ignored. If `crib` is not 0, the hands are scored as cribs.
 *
 * Writes thirty bytes per row to `counts`. Returns `count`, or the index of the first row with a byte that
 * is not a card or with a card that appears twice, the dead cards included; the contents of `counts` are
 * then undefined. If another thread changes the cards during the call, each row is still the forecast of
 * some hand.
 */
int64_t crib_forecast_hands(const crib_fours *fours, const uint8_t *cards, int64_t row_step,
                            int64_t card_step, const uint8_t *dead, int64_t dead_row_step,
                            int64_t dead_card_step, int64_t dead_cards, int64_t count, int crib,
                            uint8_t *counts);

/*
 * Sum up the keeps of `count` deals of six cards, of which two are thrown and four are kept. Card i of row
 * r is cards[r * row_step + i * card_step]. For each row, write fifteen sums to `sums`: the points of the
 * four kept cards, summed over the 46 starters that are left. The throws are in the order of the positions
 * 0 1, 0 2, 0 3, 0 4, 0 5, 1 2, ... 4 5. `sums` need not be aligned.
 *
 * Returns as crib_forecast_hands does.
 */
int64_t crib_keep_sums(const crib_fours *fours, const uint8_t *cards, int64_t row_step, int64_t card_step,
                       int64_t count, uint16_t *sums);

/* ---------------------------------------------------------------- who throws what */

/*
 * A policy of two players, the dealer and the pone, who each throw two of six cards into the crib, and look at
 * ranks alone. There are 18,395 sets of six ranks. They are in the order of their ranks, each set ascending:
 * A A A A 2 2, A A A A 2 3, ... Q Q K K K K. A policy is a byte for each set, first for the dealer, then for
 * the pone: the number of the throw, 0 to 14, in the order of crib_keep_sums.
 */
enum { CRIB_SETS = 18395, CRIB_POLICY_BYTES = 36790 };

/*
 * A policy with tables that the functions below read. The caller provides its memory: crib_policy_size()
 * bytes (about 600,000), aligned like a uint16_t. crib_policy_start fills it, which takes some milliseconds.
 * It contains no pointers and does not change after that: any number of threads may use it at once.
 * The functions that read it take up to 80 KB of the stack.
 */
typedef struct crib_policy crib_policy;

/* Returns the size of the policy and its tables in bytes. */
uint32_t crib_policy_size(void);

/* Fill the tables. Returns CRIB_OK, or CRIB_ERR_COUNT if a byte is above 14. */
int crib_policy_start(crib_policy *policy, const uint8_t throws[36790]);

/* How the other player throws: as the policy's dealer, as its pone, or any two cards alike. */
enum { CRIB_BY_DEALER = 0, CRIB_BY_PONE = 1, CRIB_BY_CHANCE = 2 };

/*
 * Count what the other player may throw, and the starter: for each pair of ranks and each rank of the starter,
 * how many choices of the other's six cards (by chance: of the two that he throws) and of the starter there
 * are. `unseen` is the set of the cards that he may hold: bit i for card i, 46 cards at most. The pairs of
 * ranks a <= b, counted from 0, are in the order b * (b + 1) / 2 + a; thirteen numbers for each.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if `thrower` is another number or there are more than 46 cards; then all is 0.
 */
int crib_throw_choices(const crib_policy *policy, int thrower, uint64_t unseen, uint32_t found[91 * 13]);

/*
 * Sum up the points of the crib for each of the fifteen throws of six cards, in the order of crib_keep_sums,
 * over all the choices that crib_throw_choices counts, as if all cards that the other may throw of a rank were
 * thrown alike. `dead` is a set of cards that neither the other nor the starter can be. The sums are in
 * 1/1728 points. Without dead cards there are 374,672,760 choices, by chance 45,540.
 *
 * Returns CRIB_OK, or an error code; then all sums are 0.
 */
int crib_crib_sums(const crib_policy *policy, int thrower, const uint8_t cards[6], uint64_t dead,
                   int64_t sums[15]);

/*
 * The search for an equilibrium: policies to which no other throws are a better answer. It goes in rounds. In
 * each, it finds the mean crib of each throw of each set against the other's policy, and what the best answers
 * to both policies gain. The next policies are the best answers to all rounds so far together.
 *
 * Its memory is crib_equilibrium_size() bytes (about 6 million), aligned like a uint64_t.
 */
typedef struct crib_equilibrium crib_equilibrium;

/*
 * What a round has found, for the dealer and for the pone: sums over all hands of six cards. The gains and the
 * cribs are in 1 / (256 * 374,672,760 * 20,358,520) points a deal, the hands in 1 / (256 * 46 * 20,358,520). The
 * pairs are in the order of crib_throw_choices.
 */
typedef struct crib_round {
    uint64_t gains[2]; /* of a best answer to the other's policy over this policy */
    uint64_t hands[2]; /* the points of the hands that are kept */
    /* The points of the crib as each player sees it, by the pair of ranks that he throws: the sums agree. */
    uint64_t cribs[2][91];
} crib_round;

/* Returns the size of a search in bytes. */
uint32_t crib_equilibrium_size(void);

/*
 * Begin a search with the first round. It begins with the policies in `throws`; if that is NULL, with players who
 * throw for their hands alone.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if a byte is above 14; then the search has ended.
 */
int crib_equilibrium_start(crib_equilibrium *made, const uint8_t *throws);

/* Continue the round, as crib_search_step does. Returns 1 if the round has ended, otherwise 0. */
int crib_equilibrium_step(crib_equilibrium *made, uint64_t work);

/*
 * Begin the next round, with the best answers to the rounds since the start. If `forget` is not 0, the rounds up
 * to here are forgotten after that. Does nothing if the round has not ended.
 */
void crib_equilibrium_next(crib_equilibrium *made, int forget);

/* Get what the round has found so far, and its policies: as many bytes as a policy has. */
void crib_equilibrium_found(const crib_equilibrium *made, crib_round *round, uint8_t throws[36790]);

/*
 * A table of the cribs of all deals against a policy, from which crib_best_throws reads. The caller provides its
 * memory: crib_throw_table_size() bytes (about 14 million), aligned like a uint64_t. It contains no pointers and
 * does not change once it is made: any number of threads may use it at once.
 */
typedef struct crib_throw_table crib_throw_table;

/* Returns the size of the table in bytes. */
uint32_t crib_throw_table_size(void);

/* Begin to make the table. */
void crib_throw_table_start(crib_throw_table *table);

/* Continue with the same policy, as crib_search_step does. Returns 1 if the table is ready, otherwise 0. */
int crib_throw_table_step(crib_throw_table *table, const crib_policy *policy, uint64_t work);

/*
 * Choose the best throw of `count` deals of six cards: the mean of the hand, with the crib for the dealer and
 * less the crib for the pone, exactly as crib_crib_sums finds it. The cards are as for crib_keep_sums; the owner of
 * row r is the dealer if dealers[r * dealer_step] is not 0.
 *
 * Writes the two cards in ascending order to throws[2 * r]; of equal throws, the one with the lower cards.
 * Returns as crib_keep_sums does.
 */
int64_t crib_best_throws(const crib_fours *fours, const crib_throw_table *table, const uint8_t *cards,
                         int64_t row_step, int64_t card_step, const uint8_t *dealers, int64_t dealer_step,
                         int64_t count, uint8_t *throws);

/* ---------------------------------------------------------------- the play */

/*
 * The play, or pegging. A pile is the cards that were played since the count was 0. As an integer it has
 * four bits for the rank of each card, 1 to 13, with the last card in the lowest bits; suits do not count.
 *
 * The points of a card are packed into eight bits. From bit 0 up: fifteen (1 bit, 2 points), thirty-one (1
 * bit, 2 points), 0 to 3 for pairs of 0, 2, 6 or 12 points (2 bits), the points for a run (3 bits), and the
 * point for the last card of a count below thirty-one, which is the point for a go too (1 bit).
 */

/*
 * Get the points of the last card of a pile, without the point for a last card. Five cards of a rank, which no deck
 * has, make as many as four.
 *
 * Returns the packed points, or CRIB_INVALID if the pile is empty, has a rank that does not exist, or adds
 * up to more than 31.
 */
uint32_t crib_pack_peg(uint64_t pile);

/*
 * A play of two to four players. crib_play_start initializes it, and crib_play_card changes it; a program
 * may read it, and copy its bytes to try cards.
 */
typedef struct crib_play {
    uint64_t hands[4];  /* the cards that each player still holds: bit i is set for card i */
    uint64_t pile;      /* 0 when a count begins */
    uint16_t points[4]; /* of each player */
    uint8_t players;
    uint8_t turn;  /* who plays the next card; players who cannot play are passed over, which is their go */
    uint8_t count; /* 0 when a count begins */
} crib_play;

/*
 * Begin a play. Each of the hands holds 1 to 13 cards as in crib_play; player number `lead` plays first.
 *
 * Returns CRIB_OK, or an error code: CRIB_ERR_COUNT if there are not 2 to 4 players, or not so many cards,
 * or no player `lead`. After an error no card is legal.
 */
int crib_play_start(crib_play *play, const uint64_t *hands, uint32_t players, uint32_t lead);

/* Returns the cards that may be played next; 0 when the play is over. */
uint64_t crib_play_legal(const crib_play *play);

/*
 * Play a card of the player in turn. A go is not a call: it follows from the hands.
 *
 * Returns the packed points of the card, with the point for a last card; or CRIB_INVALID if the card is not
 * legal, and then nothing has changed.
 */
uint32_t crib_play_card(crib_play *play, uint8_t card);

/* The most cards of both hands together for crib_play_best. */
enum { CRIB_BEST_CARDS = 20 };

/*
 * Find the best card for the player in turn where two players know both hands and play their best. `mover`
 * and `other` are the cards that the player in turn and the other hold; the pile may be empty.
 *
 * With four cards each this takes some microseconds, with ten each a tenth of a second.
 *
 * Sets *value to the points that the player in turn makes from here on, less those of the other, and *card to
 * the card that reaches it, of several the one with the lowest index.
 *
 * Returns CRIB_OK, or an error code: CRIB_ERR_COUNT if there are more than CRIB_BEST_CARDS cards or more than
 * 13 in a hand, or if the player in turn has no card to play. Then *value is 0 and *card is CRIB_NONE.
 */
int crib_play_best(uint64_t mover, uint64_t other, uint64_t pile, uint8_t *card, int *value);

/* How many sets of four ranks there are. A set has a number: how many are before it in the order of the highest rank,
   then of the next, and so on. */
enum { CRIB_KEEPS = 1820 };

/*
 * Get how often a player of the policy keeps any four cards of each set of four ranks: the number of his hands of six
 * cards, of 20,358,520, divided by the choices of four cards with these ranks. One is added, so that no hand is
 * impossible, and the sum is multiplied by 2304. `player` is CRIB_BY_DEALER or CRIB_BY_PONE.
 */
void crib_keep_weights(const crib_policy *policy, int player, uint32_t weights[1820]);

/* What crib_advise_peg finds. */
typedef struct crib_advice {
    uint64_t weight;  /* of all hands of the other that were tried */
    int64_t nets[14]; /* the net of a card of rank 1 to 13, times the weight */
    uint32_t hands;   /* how many hands of the other were tried */
    uint16_t ranks;   /* the ranks that may be played: bit r for rank r */
} crib_advice;

/*
 * Value the cards of a player of two, who kept the four cards `hand` and is to play. The four cards of the other are
 * of the set `unseen`. `played` are the cards of both in the order of play; who said go follows from them.
 *
 * The hands of the other are weighted by crib_keep_weights, those for the dealer first and then those for the
 * pone, and by how well they fit his plays. If there are more than `worlds`, so many are drawn, by the seed. In
 * each, each of my cards is played, and then both play carefully; if only one hand is left, both play their best.
 * The net is what I make from here to the end of the play, less what the other makes.
 *
 * Returns CRIB_OK, or an error code: CRIB_ERR_COUNT if the hand does not have four cards, if it is not my turn, if no
 * hand of the other is possible, if `worlds` is 0, or if the weights are not those of a policy.
 */
int crib_advise_peg(const uint32_t weights[3640], uint64_t hand, uint64_t unseen, const uint8_t *played,
                    uint32_t plays, uint32_t worlds, uint64_t seed, crib_advice *advice);

/*
 * Get the net of the play of a set of four ranks, where both players follow crib_advise_peg: the sum over deals number
 * `begin` to `end` of `deals`, in which the hands of the other are drawn by their weights. A deal takes about a
 * tenth of a millisecond.
 *
 * Returns the sum, or 0 if an argument is out of its range; `deals` is at most 2^20.
 */
int64_t crib_keep_net(const uint32_t weights[3640], uint32_t keep, int dealer, uint32_t worlds,
                      uint32_t deals, uint32_t begin, uint32_t end);

/*
 * Score the last card of each of `count` piles of card indexes, one byte a pile, without the point for a last
 * card. Card i of pile r is piles[r * row_step + i * card_step]; a pile has up to `width` cards, and
 * CRIB_NONE in the places after its last one.
 *
 * Returns `count`, or the index of the first pile that is empty, holds a byte that is not a card, a card
 * twice or a card after CRIB_NONE, or adds up to more than 31. All else is as for crib_score_hands.
 */
int64_t crib_score_pegs(const uint8_t *piles, int64_t row_step, int64_t card_step, uint32_t width,
                        int64_t count, uint8_t *scores);

/*
 * Replay `count` deals of two players with four cards each, and write eight bytes a deal: the points of each
 * card in the order of play, with the point for a last card. Card i of deal r is
 * hands[r * hand_row_step + i * hand_step]; the first four belong to the player who leads. Byte i of
 * plays, with steps of its own, is the number 0 to 7 of the card that is played as number i. CRIB_NONE in
 * all places from one on ends the play early; the points of these places are 0.
 *
 * Returns `count`, or the index of the first deal with a byte that is not a card, a card twice, or a play that
 * is not legal. All else is as for crib_score_hands.
 */
int64_t crib_peg_deals(const uint8_t *hands, int64_t hand_row_step, int64_t hand_step, const uint8_t *plays,
                       int64_t play_row_step, int64_t play_step, int64_t count, uint8_t *points);

/* ---------------------------------------------------------------- cards in text */

/*
 * Plain text: each card is a rank (A, 2 to 9, T, J, Q or K; the ten also 10 or 0) and a suit (C, D, H or S), in
 * upper or lower case. Between two cards are blanks, a comma, both or nothing. A blank is a space or one of
 * \t \n \v \f \r. These functions read nothing else.
 */
enum {
    CRIB_TEXT_STARTER = 1, /* one of | + : may stand in place of the comma before the last card */
    CRIB_TEXT_GRID = 2,    /* / \n \r end a line, of which there are one of 16 cards or four of 4 cards, and a
                              semicolon may stand in place of a comma; \v and \f are not plain */
    CRIB_TEXT_UNEVEN = 4   /* a row may have fewer cards, with CRIB_NONE in the places that are left */
};

/*
 * Read one text of `size` bytes into `cards`, which has room for `most`. A card may appear again.
 *
 * Returns the number of cards, or -1 if the text is not plain or there are more; the contents of `cards` are then
 * undefined.
 */
int64_t crib_read_cards(const uint8_t *text, int64_t size, int64_t most, uint8_t *cards);

/*
 * Read `count` texts of `width` cards each, in `size` bytes with a zero byte between one text and the next.
 * `form` is some of the flags above, combined with |. A row whose text is not plain, or not of `width` cards, is
 * CRIB_NONE in each place.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if there are not `count` texts.
 */
int crib_read_rows(const uint8_t *text, int64_t size, int form, int64_t width, int64_t count, uint8_t *cards);

/*
 * Write `count` rows of `width` cards as text, such as "5H 5C 5S JD": 3 * width bytes a row, the last of which
 * is \n. Card i of row r is cards[r * row_step + i * card_step].
 *
 * Returns `count`, or the index of the first row with a byte that is not a card.
 */
int64_t crib_write_rows(const uint8_t *cards, int64_t row_step, int64_t card_step, int64_t width,
                        int64_t count, uint8_t *text);

/*
 * Check rows of `width` bytes that follow each other. Returns `count`, or the index of the first row with a byte
 * that is not a card or with a card that appears twice.
 */
int64_t crib_check_rows(const uint8_t *cards, int64_t width, int64_t count);

/* Write the first `width` fields, 5 at most, of `count` keys of crib_pack_hand as bytes. */
void crib_unpack_keys(const uint32_t *keys, int64_t count, int64_t width, uint8_t *cards);

/* ---------------------------------------------------------------- random deals */

/*
 * Deal `count` rows of `cards` different cards, 1 to 52, beginning with row number `first`. A row depends on
 * the seed, its number and `cards` alone, so the rows of a table may be dealt in any order. Every deal is as
 * likely as any other.
 *
 * The cards of a row are drawn in W groups of nine, of which the last may be smaller. Group g of row r, both
 * counted from 0, uses one word w: output number r * W + g + 1 of SplitMix64 started at `seed`. If n cards are
 * left before the group, there are N = n * (n - 1) * ... ways to draw it. The number floor(w * N / 2^64) is
 * written in mixed radix, with digits below n, n - 1, ..., the most significant first. A digit d draws the card
 * that has d of the cards that are left below it. If w * N modulo 2^64 is below 2^64 modulo N, w would favour
 * some deals. It is then replaced by the first output of SplitMix64 started at w for which this is not so.
 */
void crib_random_deals(uint64_t seed, uint64_t first, int64_t count, uint32_t cards, uint8_t *rows);

/* ---------------------------------------------------------------- the best placement */

/*
 * A search for the placement with the largest total. The caller provides its memory: crib_search_size()
 * bytes, aligned like a uint64_t. crib_search_start initializes it. A search contains no pointers, so a
 * copy of its bytes is an independent search. Only one thread at a time may use it.
 *
 *     crib_placement found;
 *     crib_search *search = malloc(crib_search_size());
 *     if (search != NULL && crib_search_start(search, board, cards, count) == CRIB_OK) {
 *         while (!crib_search_step(search, 1000000)) {
 *             ... show progress, look at the clock, give up
 *         }
 *         crib_search_found(search, &found);
 *     }
 *     free(search);
 */
typedef struct crib_search crib_search;

/* The best placement that a search has found so far. */
typedef struct crib_placement {
    uint8_t cells[17]; /* the grid row by row, then the starter */
    uint8_t total;     /* its total */
    uint8_t bound;     /* no placement has a larger total; equal to `total` when the search has ended */
    uint64_t nodes;    /* partitions of the cards into rows that were examined, complete or partial */
} crib_placement;

/* Returns the size of a search in bytes. */
uint32_t crib_search_size(void);

/*
 * Begin a search. The cards in board[0] to board[15] keep their places. The `count` cards of cards[] are
 * placed where board[] is CRIB_NONE, in every possible way; `count` must be the number of these places.
 * If the starter board[16] is CRIB_NONE, any of the cards may become the starter.
 *
 * Returns CRIB_OK, or an error code; on an error the search has ended.
 */
int crib_search_start(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count);

/*
 * Continue the search for about `work` times ten nanoseconds; `work` must be above 0. The size of the
 * steps does not change the result.
 *
 * Returns 1 if the search has ended, otherwise 0.
 */
int crib_search_step(crib_search *search, uint64_t work);

/* Get the best placement found so far. Before the first step there is none, and the total is 0. */
void crib_search_found(const crib_search *search, crib_placement *found);

/* ---------------------------------------------------------------- the largest possible total */

/*
 * An exhaustive search of all grids whose starter has a given rank. Its memory is crib_maximum_size()
 * bytes, under the same conditions as for a crib_search. The proof is in docs/background/maximum.md.
 */
typedef struct crib_maximum crib_maximum;

/* What such a search has found so far; complete when the search has ended. */
typedef struct crib_largest {
    uint8_t bound;     /* no grid has a larger total, according to the first and simplest bound */
    uint8_t total;     /* the largest total found, `target` or more; 0 if none was found */
    uint32_t boards;   /* how many different grids have it, up to symmetry; at most 256 are kept */
    uint64_t row_sets; /* sets of four rows of ranks that were tried */
    uint64_t grids;    /* grids of ranks whose suits were examined */
    uint64_t suits;    /* choices of suits that were examined, complete or partial */
} crib_largest;

/* Returns the size of a search in bytes. */
uint32_t crib_maximum_size(void);

/*
 * Begin a search for the grids with the largest total, if that is `target` or more. The starter has the
 * rank 1 (ace) to 13 (king). If `exactly` is not 0, search for one grid whose total is `target`.
 *
 * Returns CRIB_OK, or CRIB_ERR_CARD if the rank is not 1 to 13 or the target is above 255; then the
 * search has ended.
 */
int crib_maximum_start(crib_maximum *maximum, uint32_t starter_rank, uint32_t target, int exactly);

/*
 * Continue the search, as crib_search_step does. Returns 1 if the search has ended, otherwise 0. With a
 * target far below the largest total the search may take too long to end, but each step is still short.
 */
int crib_maximum_step(crib_maximum *maximum, uint64_t work);

/* Get what was found so far. */
void crib_maximum_found(const crib_maximum *maximum, crib_largest *found);

/*
 * Get board number `index` of those found, counted from 0: the grid, and the starter, which is always a
 * heart. Boards that differ only in the order of the rows, in the order of the columns, by exchanging rows
 * with columns, or by exchanging suits count as one board.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if `index` is not below the number of boards kept.
 */
int crib_maximum_board(const crib_maximum *maximum, uint32_t index, uint8_t cells[17]);

/* ---------------------------------------------------------------- a player of Cribbage Squares */

/*
 * A game of Cribbage Squares in which the cards come one at a time, as its player sees it. All cards are
 * different; a starter is not a part of it.
 */
typedef struct crib_position {
    uint8_t cells[16];   /* the grid row by row; CRIB_NONE in an empty cell */
    uint8_t piles[2][5]; /* the reserves, or the waste first; the top card last, then CRIB_NONE */
    uint8_t card;        /* the card that is face up, or CRIB_NONE */
    uint8_t adjacency;   /* whether a card must touch one that is placed */
    uint8_t reserves;    /* 0 to 2 */
    uint8_t waste;       /* whether there is a waste, and no reserves */
    uint8_t win_at;      /* how many points win */
} crib_position;

/*
 * What positions are valued with: a table of trained weights, and other tables. The caller provides the memory:
 * crib_values_size() bytes, aligned like a uint64_t. It contains no pointers and does not change once it is
 * filled: any number of threads may use it at once. Values are in units of 1/4096 point.
 */
typedef struct crib_values crib_values;

/* Returns the size in bytes. */
uint32_t crib_values_size(void);

/* Returns how many bytes the weights of a table are: for rules without piles, and for rules with them. */
uint32_t crib_values_weights(int piles);

/*
 * Fill it from `size` bytes of weights, each of two bytes, the low byte first; weights beyond these are 0. Any
 * bytes are weights. It takes some milliseconds.
 */
void crib_values_start(crib_values *values, const uint8_t *weights, uint32_t size);

/*
 * Get the value of the best move with each card that can come next; INT32_MIN for a card that is seen. With a
 * full grid the card is the starter, and the value the final score. No card is face up.
 *
 * Returns CRIB_OK, or an error code: CRIB_ERR_COUNT for piles that the rules do not have, a gap in a pile, or a
 * card that is face up.
 */
int crib_outlook(const crib_values *values, const crib_position *position, int32_t value[52]);

/* How a value was found. */
enum {
    CRIB_EXACT = 0,    /* all that can come was looked at */
    CRIB_BY_TABLE = 1, /* the table's value after the move */
    CRIB_BY_CARD = 2,  /* the mean of such values after each card that can come next */
    CRIB_BY_GAMES = 3  /* that, blended with the mean of games with random cards */
};

/* A move, and what it is worth. */
typedef struct crib_advised {
    int64_t
        spread; /* with n games: n times the sum of the squares of their values, less the square of the sum */
    int64_t loss_spread; /* the same for the differences to the best move */
    int32_t value;       /* the final score that is expected */
    int32_t win;         /* the chance to win, in units of 1/65536 */
    uint32_t games;      /* how many there were */
    uint32_t share;      /* the weight of their mean in the value, in per cent */
    uint8_t source;      /* the pile whose top card is placed, or CRIB_NONE for the card that is face up */
    uint8_t to;          /* a cell, or 16 and 17 for the piles */
    uint8_t found;       /* as above */
} crib_advised;

/* The most moves that a position has. */
enum { CRIB_MOVES = 50 };

/* How many levels of play there are; docs/background/player.md says what each does. */
enum { CRIB_LEVELS = 4 };

/*
 * The search for the best move. Its memory is crib_player_size() bytes, under the same conditions as for a
 * crib_search.
 */
typedef struct crib_player crib_player;

/* Returns the size in bytes. */
uint32_t crib_player_size(void);

/*
 * Begin. The level is below CRIB_LEVELS; random cards follow from the seed and the position. If `to_win` is not 0, the
 * best move is the one with the largest chance to win, else the one with the largest value.
 *
 * Returns CRIB_OK, or an error code: as crib_outlook does, or CRIB_ERR_COUNT if no card is face up, the grid is
 * full, or the level is CRIB_LEVELS or above; then crib_player_found finds 0 moves.
 */
int crib_player_start(crib_player *player, const crib_values *values, const crib_position *position,
                      uint32_t level, uint32_t to_win, uint64_t seed);

/*
 * Look into a move as closely as into the best ones, so that it can be compared with them. To be called before the
 * first step, for one move; source and to as in crib_advised.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if it is not one of the moves.
 */
int crib_player_include(crib_player *player, uint32_t source, uint32_t to);

/* Continue for about `work` times ten nanoseconds, above 0. Returns 1 if it has ended, otherwise 0. */
int crib_player_step(crib_player *player, const crib_values *values, uint64_t work);

/* Get all moves, the best first, at the end. Returns how many there are. */
uint32_t crib_player_found(const crib_player *player, crib_advised found[CRIB_MOVES]);

/* Many games, one after the other. The memory is crib_games_size() bytes, as for a crib_search. */
typedef struct crib_games crib_games;

/* Returns the size in bytes. */
uint32_t crib_games_size(void);

/*
 * Begin. The rules are those of the position, which is not read otherwise. Game number i is dealt by the seed
 * plus i, and the player plays as crib_player_start says with the seed 0.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if the rules or the level are outside their ranges.
 */
int crib_games_start(crib_games *games, const crib_position *rules, uint32_t level, uint32_t to_win,
                     uint64_t seed);

/*
 * Continue for about `work` times ten nanoseconds, above 0. Writes the final score of game i to scores[i], for i
 * below `count`, as the games end. Returns how many have ended so far.
 */
int64_t crib_games_step(crib_games *games, const crib_values *values, int64_t count, uint64_t work,
                        uint8_t *scores);

/* The training of weights. The memory is crib_training_size() bytes, as for a crib_search. */
typedef struct crib_training crib_training;

/* Returns the size in bytes, some twenty million. */
uint32_t crib_training_size(void);

/*
 * Begin with `size` bytes of weights, or with a first guess if there are none. The rules are those of the
 * position. If `piles_only` is not 0, the other weights stay as they are. The seed deals; the rate is that of learning, in units of 1/256, up to 256.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT if there are no such rules or the rate is above 256.
 */
int crib_training_start(crib_training *training, const uint8_t *weights, uint32_t size,
                        const crib_position *rules, int piles_only, uint64_t seed, uint32_t rate);

/* Play `games` games and learn from them: some tens of microseconds each. */
void crib_training_step(crib_training *training, uint32_t games);

/* Get the first `size` bytes of the weights, in the form that crib_values_start reads. */
void crib_training_weights(const crib_training *training, uint8_t *weights, uint32_t size);

#ifdef __cplusplus
}
#endif

#endif
