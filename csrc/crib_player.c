/*
 * Plays Cribbage Squares where the cards come one at a time, and says what each move is worth.
 *
 * Level 0 values each move with the table. Level 1 values the best of these moves with the table after each card
 * that can come next; with three empty cells or fewer and no piles it looks at all that can come. Levels 2 and 3
 * play on from the best of these with random cards, the same for all, and blend the mean with the value of level 1.
 */
#include "crib_values.h"

#include "crib_impl.h"

#include <string.h>

enum { CHECK = 40, LAST_CELLS = 3, MOST_LOOKED = 8, MOST_TRIED = 8, ALL_CARDS = 52 };

/* Options further behind the best than this are not looked into. */
enum { MARGIN = 4 * CRIB_UNIT, TRIED_MARGIN = 2 * CRIB_UNIT };

/* Estimated costs in tens of nanoseconds. */
enum { WORK_WEIGH = 40, WORK_LAST = 200 };

/* ---------------------------------------------------------------- the chance to win */

/* The standard deviation of the final score from its value, in hundredths of a point, by cards placed. */
static const uint16_t deviation[17] = {1035, 1033, 1025, 1016, 1013, 1005, 1000, 994, 986,
                                       967,  944,  918,  900,  883,  851,  815,  750};

/* The normal distribution, in units of 2^-16: at i / 8, for i up to 32. */
static const uint16_t normal[33] = {32768, 36028, 39234, 42336, 45287, 48047, 50587, 52885, 54929,
                                    56717, 58253, 59551, 60628, 61505, 62205, 62753, 63172, 63487,
                                    63718, 63885, 64003, 64085, 64140, 64177, 64201, 64216, 64226,
                                    64232, 64235, 64237, 64238, 64239, 64239};

/* The chance that the final score reaches win_at, in units of 2^-16. */
static int32_t chance(int32_t value, uint32_t placed, uint32_t win_at)
{
    const int32_t needed = (int32_t)win_at * CRIB_UNIT - CRIB_UNIT / 2;
    const int64_t size = value < needed ? needed - value : value - needed;
    /* in units of 1/4096 of an eighth of the deviation */
    const int64_t far = size * 800 / deviation[placed];
    const int64_t at = far / CRIB_UNIT;
    int32_t share = normal[32];
    if (at < 32) {
        share = normal[at] + (int32_t)((normal[at + 1] - normal[at]) * (far % CRIB_UNIT) / CRIB_UNIT);
    }
    return value < needed ? 65536 - share : share;
}

/* ---------------------------------------------------------------- the last cells */

/* A value, and the chance to win in units of 2^-16. */
typedef struct result {
    int32_t value, win;
} result;

/* The points of each card as the starter, without a line with an empty cell; by suit and rank. */
typedef struct starters {
    int16_t points[4][CRIB_ROOM], unseen[4][CRIB_ROOM];
} starters;

static void list_starters(starters *list, const crib_values *values, const crib_board *board)
{
    memset(list, 0, sizeof *list);
    for (int suit = 0; suit < 4; suit++) {
        int16_t same = (int16_t)(2 * (board->jacks >> suit & 1));
        for (int i = 0; i < 8; i++) {
            const crib_line line = board->line[i];
            if (line.count == 4) {
                const int flush = line.suit == suit ? 5 : 4;
                same = (int16_t)(same + (line.suit == CRIB_MIXED ? 0 : flush));
            }
        }
        for (int rank = 0; rank < CRIB_RANKS; rank++) {
            int16_t points = (int16_t)(same + (rank == CRIB_JACK >> 2 ? 2 : 0));
            for (int i = 0; i < 8; i++) {
                if (board->line[i].count == 4) {
                    points = (int16_t)(points + values->full[board->line[i].ranks][rank]);
                }
            }
            list->points[suit][rank] = points;
            list->unseen[suit][rank] = (int16_t)(board->unseen >> (4 * rank + suit) & 1);
        }
    }
}

/* Sum up over the starters left, with lines that have points by rank and by suit beside those of the list. */
static inline void sum_up(const starters *list, const int16_t row[CRIB_ROOM], const int16_t column[CRIB_ROOM],
                          const int16_t suits[4], int16_t needed, int32_t *points, int32_t *wins)
{
    for (int suit = 0; suit < 4; suit++) {
        const int16_t same = suits[suit];
        int32_t sum = 0, count = 0;
        for (int rank = 0; rank < CRIB_ROOM; rank++) {
            const int16_t total = (int16_t)(list->points[suit][rank] + row[rank] + column[rank] + same);
            sum += total * list->unseen[suit][rank];
            count += total >= needed ? list->unseen[suit][rank] : 0;
        }
        *points += sum;
        *wins += count;
    }
}

/* What a suit makes of a full line: its flush with a starter of each suit. */
static void add_flush(int16_t suits[4], crib_line line)
{
    for (int suit = 0; suit < 4 && line.suit != CRIB_MIXED; suit++) {
        suits[suit] = (int16_t)(suits[suit] + (suit == line.suit ? 5 : 4));
    }
}

/* Sum up over the starters with this card in the last cell. The card is not among the unseen ones of the list. */
static void with_last(const crib_values *values, const crib_board *board, const starters *list, uint32_t cell,
                      uint32_t card, uint32_t win_at, int32_t *points, int32_t *wins)
{
    crib_board full = *board;
    int16_t suits[4] = {0};
    crib_put(values, &full, card, cell);
    const crib_line row = full.line[cell >> 2], column = full.line[4 + (cell & 3)];
    add_flush(suits, row);
    add_flush(suits, column);
    if (card >> 2 == CRIB_JACK >> 2) {
        suits[card & 3] = (int16_t)(suits[card & 3] + 2);
    }
    sum_up(list, values->full[row.ranks], values->full[column.ranks], suits, (int16_t)win_at, points, wins);
}

static uint32_t lowest_bit(uint64_t set)
{
    uint32_t place = 0;
    while ((set >> place & 1) == 0) {
        place++;
    }
    return place;
}

/* What a position with one empty cell is worth: all cards in it, and all starters. */
static result one_cell(const crib_values *values, const crib_board *board, uint32_t win_at)
{
    const uint32_t cell = lowest_bit(~(uint64_t)board->occupied);
    starters list;
    int32_t points = 0, wins = 0;
    list_starters(&list, values, board);
    for (uint32_t card = 0; card < CRIB_DECK; card++) {
        if ((board->unseen >> card & 1) != 0) {
            list.unseen[card & 3][card >> 2] = 0;
            with_last(values, board, &list, cell, card, win_at, &points, &wins);
            list.unseen[card & 3][card >> 2] = 1;
        }
    }
    const int64_t pairs = (int64_t)board->left * (board->left - 1);
    return (result){(int32_t)((int64_t)points * CRIB_UNIT / pairs), (int32_t)((int64_t)wins * 65536 / pairs)};
}

/* What a full grid is worth over the starters. */
static result no_cell(const crib_values *values, const crib_board *board, uint32_t win_at)
{
    static const int16_t none[CRIB_ROOM];
    starters list;
    int32_t points = 0, wins = 0;
    list_starters(&list, values, board);
    sum_up(&list, none, none, none, (int16_t)win_at, &points, &wins);
    return (result){points * CRIB_UNIT / board->left, wins * 65536 / board->left};
}

/* The best of two cells for a card, and what the position is then worth. */
static result best_last(const crib_values *values, const crib_board *board, uint32_t card, uint32_t win_at,
                        int to_win)
{
    result best = {-1, -1};
    for (uint32_t cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) == 0) {
            crib_board after = *board;
            crib_put(values, &after, card, cell);
            const result one = one_cell(values, &after, win_at);
            if (to_win ? one.win > best.win : one.value > best.value) {
                best = one;
            }
        }
    }
    return best;
}

/* What a position with one or two empty cells is worth, all that can come looked at. */
static result exactly(const crib_values *values, const crib_board *board, uint32_t win_at, int to_win)
{
    if (board->placed == 15) {
        return one_cell(values, board, win_at);
    }
    int64_t value = 0, win = 0;
    for (uint32_t card = 0; card < CRIB_DECK; card++) {
        if ((board->unseen >> card & 1) != 0) {
            crib_board next = *board;
            crib_see(&next, card);
            const result one = best_last(values, &next, card, win_at, to_win);
            value += one.value;
            win += one.win;
        }
    }
    return (result){(int32_t)(value / board->left), (int32_t)(win / board->left)};
}

/* ---------------------------------------------------------------- options */

typedef struct option {
    crib_board board; /* after the move */
    crib_choice choice;
    uint8_t found;
    uint8_t same;  /* the first option that is the same but for the symmetry of an empty grid; else itself */
    uint8_t games; /* its place among those that are played, or CRIB_NONE */
    result now;    /* the best that is known of it */
} option;

/* A sum of numbers, that of their squares, and how many they are. */
typedef struct tally {
    int64_t sum, squares, count;
} tally;

struct crib_player {
    option option[CRIB_MOVES];
    uint8_t order[CRIB_MOVES]; /* the options, the best first */
    uint8_t count, next;       /* how many there are; the next to look into, by this order */
    uint8_t tried[MOST_TRIED], dropped[MOST_TRIED],
        tries; /* the options that are played; no longer; how many */
    crib_rules rules;
    uint8_t card, level, win_at, to_win, state, looked;
    uint8_t included;               /* an option that is tried in any case, or CRIB_NONE */
    uint8_t cards[CRIB_DECK], left; /* the unseen ones, in some order */
    uint64_t random;
    int32_t least; /* an option with a smaller value is not looked into */
    uint32_t games, wanted, depth;
    /* Of what the games make above the values: for each option, and for the difference of each two. */
    tally tally[MOST_TRIED], difference[MOST_TRIED][MOST_TRIED];
    int64_t wins[MOST_TRIED];
};

enum { LOOK, TRY, OVER };

uint32_t crib_player_size(void)
{
    return sizeof(crib_player);
}

static void add_option(crib_player *player, const crib_values *values, const crib_board *board,
                       crib_choice choice, int32_t value)
{
    const uint8_t number = player->count++;
    option *const one = &player->option[number];
    one->board = *board;
    one->same = number;
    one->games = CRIB_NONE;
    if (crib_make(values, &one->board, player->card, choice)) {
        one->board.waiting = player->card;
    }
    one->choice = choice;
    for (uint8_t i = 0; i < number && board->placed == 0 && choice.to < CRIB_TO_PILE; i++) {
        const option *const other = &player->option[i];
        if (other->choice.from == choice.from &&
            values->shape[other->board.occupied] == values->shape[one->board.occupied]) {
            one->same = i;
            break;
        }
    }
    one->found = CRIB_BY_TABLE;
    one->now = (result){value, chance(value, one->board.placed, player->win_at)};
    if (one->board.placed == 16) {
        one->found = CRIB_EXACT;
        if (one->board.waiting == CRIB_NONE) {
            one->now = no_cell(values, &one->board, player->win_at);
        } else { /* the waiting card is the starter */
            one->now.win = value >= CRIB_UNIT * player->win_at ? 65536 : 0;
        }
    }
}

/* List the legal moves with their values, in the order of crib_best_move. */
static void list_options(crib_player *player, const crib_values *values, const crib_board *board)
{
    const crib_rules *const rules = &player->rules;
    const uint32_t cells = crib_open_cells(rules, board->occupied);
    int32_t value[16];
    crib_weigh(values, rules, board, player->card, value);
    for (uint8_t cell = 0; cell < 16; cell++) {
        if ((cells >> cell & 1) != 0) {
            add_option(player, values, board, (crib_choice){CRIB_NONE, cell}, value[cell]);
        }
    }
    for (uint8_t pile = 0; pile < rules->piles; pile++) {
        if (board->height[pile] < CRIB_HEIGHT) {
            const crib_choice put = {CRIB_NONE, (uint8_t)(CRIB_TO_PILE + pile)};
            crib_board other = *board;
            crib_make(values, &other, player->card, put);
            add_option(player, values, board, put, crib_value(values, rules, &other));
        }
    }
    for (uint8_t pile = 0; pile < rules->piles && !rules->waste; pile++) {
        if (board->height[pile] > 0) {
            crib_weigh_top(values, rules, board, pile, player->card, value);
            for (uint8_t cell = 0; cell < 16; cell++) {
                if ((cells >> cell & 1) != 0) {
                    add_option(player, values, board, (crib_choice){pile, cell}, value[cell]);
                }
            }
        }
    }
}

static int better(const crib_player *player, const option *one, const option *other)
{
    const int32_t first = player->to_win ? one->now.win - other->now.win : one->now.value - other->now.value;
    return first != 0 ? first > 0 : one->now.value > other->now.value;
}

/* Put the options in order, the best first; of equal ones that which was listed first. */
static void sort(crib_player *player)
{
    for (int i = 0; i < player->count; i++) {
        player->order[i] = (uint8_t)i;
    }
    for (int i = 1; i < player->count; i++) {
        const uint8_t moved = player->order[i];
        int place = i;
        while (place > 0 &&
               better(player, &player->option[moved], &player->option[player->order[place - 1]])) {
            player->order[place] = player->order[place - 1];
            place--;
        }
        player->order[place] = moved;
    }
}

/* Look one card ahead of an option, or at all that can come. */
static uint64_t look_into(crib_player *player, const crib_values *values, option *one)
{
    const crib_rules *const rules = &player->rules;
    uint64_t work = WORK_WEIGH;
    if (one->board.placed == 16) {
        return 1;
    }
    if (one->board.waiting != CRIB_NONE) {
        crib_choice choice;
        crib_board next = one->board;
        next.waiting = CRIB_NONE;
        one->now.value = crib_best_move(values, rules, &next, player->card, &choice);
        one->now.win = chance(one->now.value, next.placed, player->win_at);
        one->found = CRIB_BY_CARD;
        return work;
    }
    if (rules->piles == 0 && one->board.placed >= 17 - LAST_CELLS) {
        one->now = exactly(values, &one->board, player->win_at, player->to_win);
        one->found = CRIB_EXACT;
        return one->board.placed == 15 ? WORK_LAST : WORK_LAST * ALL_CARDS;
    }
    int64_t value = 0, win = 0;
    for (uint32_t card = 0; card < CRIB_DECK; card++) {
        if ((one->board.unseen >> card & 1) != 0) {
            crib_board next = one->board;
            crib_choice choice;
            crib_see(&next, card);
            const int32_t best = crib_best_move(values, rules, &next, card, &choice);
            value += best;
            win += chance(best, one->board.placed + 1U, player->win_at);
            work += rules->piles != 0 ? 5 * WORK_WEIGH : WORK_WEIGH;
        }
    }
    one->now = (result){(int32_t)(value / one->board.left), (int32_t)(win / one->board.left)};
    one->found = CRIB_BY_CARD;
    return work;
}

/* ---------------------------------------------------------------- games with random cards */

/* The weight of the value of level 1 and of the mean of the games. */
static const uint8_t weights_of_level[CRIB_LEVELS][2] = {{1, 0}, {1, 0}, {1, 1}, {1, 2}};
static const uint16_t games_of_level[CRIB_LEVELS] = {0, 0, 200, 1000};
static const uint8_t depth_of_level[CRIB_LEVELS] = {0, 0, 4, ALL_CARDS};

/* Play on with some of the cards, by the table. */
static result play_on(const crib_player *player, const crib_values *values, const option *from)
{
    const crib_rules *const rules = &player->rules;
    crib_board board = from->board;
    result end = from->now;
    crib_choice choice;
    uint32_t card = player->card;
    for (uint32_t next = 0; board.placed < 16;) {
        if (board.waiting == CRIB_NONE) {
            if (next == player->depth) {
                break;
            }
            card = player->cards[next++];
            crib_see(&board, card);
        }
        board.waiting = CRIB_NONE;
        end.value = crib_best_move(values, rules, &board, card, &choice);
        if (crib_make(values, &board, card, choice)) {
            board.waiting = (uint8_t)card;
        }
    }
    if (board.placed < 16) {
        end.win = chance(end.value, board.placed, player->win_at);
    } else if (board.waiting == CRIB_NONE) {
        end = no_cell(values, &board, player->win_at);
    } else {
        end.win = end.value >= CRIB_UNIT * player->win_at ? 65536 : 0;
    }
    return end;
}

/* A number of points within 256 up or down, so that sums of squares have room; only a table of nonsense has more. */
static int64_t limited(int64_t points)
{
    const int64_t most = (int64_t)256 * CRIB_UNIT;
    if (points < -most) {
        return -most;
    }
    return points > most ? most : points;
}

static void add_to(tally *numbers, int64_t number)
{
    numbers->sum += number;
    numbers->squares += number * number;
    numbers->count++;
}

/* The square of the count times the variance of the numbers. */
static int64_t spread(const tally *numbers)
{
    return numbers->count * numbers->squares - numbers->sum * numbers->sum;
}

/* Play on once from each option that is still tried, all with the same cards. */
static void try_all(crib_player *player, const crib_values *values)
{
    int64_t above[MOST_TRIED] = {0};
    const uint32_t most = player->depth < player->left ? player->depth : player->left;
    crib_shuffle(&player->random, player->cards, player->left, most);
    for (int i = 0; i < player->tries; i++) {
        if (player->dropped[i]) {
            continue;
        }
        const option *const one = &player->option[player->tried[i]];
        const result end = play_on(player, values, one);
        above[i] = limited((int64_t)end.value - one->now.value);
        add_to(&player->tally[i], above[i]);
        player->wins[i] += end.win;
        for (int j = 0; j < i; j++) {
            if (!player->dropped[j]) {
                add_to(&player->difference[i][j], above[i] - above[j]);
            }
        }
    }
    player->games++;
}

/* A mean, with the weight that the level gives it. */
static int32_t blended(const crib_player *player, const tally *numbers)
{
    const int64_t old = weights_of_level[player->level][0], fresh = weights_of_level[player->level][1];
    return numbers->count > 0 ? (int32_t)(numbers->sum * fresh / (numbers->count * (old + fresh))) : 0;
}

/* The differences of two options, that with the larger number less the other. */
static const tally *differences(const crib_player *player, uint32_t one, uint32_t other)
{
    return one > other ? &player->difference[one][other] : &player->difference[other][one];
}

/* How much less an option is worth than another, by the games that both were tried in. */
static int32_t loss(const crib_player *player, uint32_t one, uint32_t other)
{
    const int32_t before =
        player->option[player->tried[other]].now.value - player->option[player->tried[one]].now.value;
    const int32_t mean = one == other ? 0 : blended(player, differences(player, one, other));
    return before + (one > other ? -mean : mean);
}

/* The best of the options that are still tried. */
static uint32_t leader(const crib_player *player)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < player->tries; i++) {
        if (!player->dropped[i] && (player->dropped[best] || loss(player, i, best) < 0)) {
            best = i;
        }
    }
    return best;
}

/* Drop the options that are worse than the best by more than three standard errors. */
static void drop(crib_player *player)
{
    const uint32_t best = leader(player);
    int left = 0;
    for (uint32_t i = 0; i < player->tries; i++) {
        if (i != best && !player->dropped[i]) {
            const tally *const two = differences(player, i, best);
            const int64_t less = limited(loss(player, i, best)) / 8, games = two->count;
            const int64_t square = spread(two) / 64 * 9;
            player->dropped[i] = less > 0 && less * less * games * games > square / (games - 1);
        }
        left += !player->dropped[i];
    }
    if (left == 1) {
        player->wanted = player->games;
    }
}

/* Blend the means of the games into the values of the options that were tried. */
static void blend(crib_player *player)
{
    const int64_t old = weights_of_level[player->level][0], fresh = weights_of_level[player->level][1];
    const uint32_t best = leader(player);
    const int32_t value =
        player->option[player->tried[best]].now.value + blended(player, &player->tally[best]);
    int32_t less[MOST_TRIED] = {0};
    for (uint32_t i = 0; i < player->tries; i++) {
        less[i] = loss(player, i, best);
    }
    for (uint32_t i = 0; i < player->tries; i++) {
        option *const one = &player->option[player->tried[i]];
        const int64_t games = player->tally[i].count;
        one->now.value = value - less[i];
        one->now.win =
            (int32_t)((one->now.win * old * games + player->wins[i] * fresh) / (games * (old + fresh)));
        one->found = CRIB_BY_GAMES;
    }
}

/* ---------------------------------------------------------------- advice, step by step */

/* The value that an option needs to be within a margin of the best. */
static int32_t least_of(const crib_player *player, int32_t margin)
{
    int32_t best = player->option[0].now.value;
    for (int i = 1; i < player->count; i++) {
        best = player->option[i].now.value > best ? player->option[i].now.value : best;
    }
    return best - margin;
}

/* Choose the options that are played: the best of those that were looked into. */
static void choose_tries(crib_player *player)
{
    const int32_t least = least_of(player, TRIED_MARGIN);
    sort(player);
    for (int i = 0; i < player->count && player->tries < MOST_TRIED; i++) {
        option *const one = &player->option[player->order[i]];
        if (one->found == CRIB_BY_CARD && one->now.value >= least) {
            one->games = player->tries;
            player->tried[player->tries++] = player->order[i];
        }
    }
    int exact = 0; /* whether the best is compared with an option that needs no games */
    if (player->included != CRIB_NONE) {
        option *const one = &player->option[player->included];
        exact = one->found == CRIB_EXACT;
        if (!exact && one->games == CRIB_NONE) {
            if (player->tries == MOST_TRIED) {
                player->option[player->tried[--player->tries]].games = CRIB_NONE;
            }
            one->games = player->tries;
            player->tried[player->tries++] = player->included;
        }
    }
    player->wanted = player->tries > 1 - exact ? games_of_level[player->level] : 0;
    if (player->wanted == 0) {
        player->tries = 0;
    }
}

static void end(crib_player *player)
{
    if (player->games > 0) {
        blend(player);
    }
    for (int i = 0; i < player->count; i++) {
        option *const one = &player->option[i];
        const option *const same = &player->option[one->same];
        one->now = same->now;
        one->found = same->found;
        one->games = same->games;
    }
    sort(player);
    player->state = OVER;
}

/* One piece of work. Returns how much it was. */
static uint64_t advance(crib_player *player, const crib_values *values)
{
    if (player->state == LOOK) {
        if (player->looked < MOST_LOOKED && player->next < player->count) {
            const uint8_t number = player->order[player->next++];
            option *const one = &player->option[number];
            if (one->same == number && one->now.value >= player->least) {
                player->looked++;
                return look_into(player, values, one);
            }
            return 1;
        }
        if (player->included != CRIB_NONE && player->option[player->included].found == CRIB_BY_TABLE) {
            return look_into(player, values, &player->option[player->included]);
        }
        choose_tries(player);
        player->state = TRY;
    } else if (player->games < player->wanted) {
        try_all(player, values);
        if (player->games % CHECK == 0 && !player->to_win) {
            drop(player);
        }
        return (uint64_t)player->tries * (player->depth < 16 ? player->depth : 16) * WORK_WEIGH;
    } else {
        end(player);
    }
    return 1;
}

/* Begin; all but the options is set. */
static void start(crib_player *player, const crib_values *values, const crib_board *board, uint64_t seed)
{
    player->random = seed;
    player->included = CRIB_NONE;
    for (int i = 0; i < 16; i++) { /* so that each position has random numbers of its own */
        player->random ^=
            crib_next(&player->random) + board->line[i & 7].ranks + ((uint64_t)board->occupied << 32);
    }
    player->random ^= board->unseen * 52 + player->card;
    list_options(player, values, board);
    for (uint8_t card = 0; card < (uint8_t)CRIB_DECK; card++) {
        if ((board->unseen >> card & 1) != 0) {
            player->cards[player->left++] = card;
        }
    }
    player->depth = depth_of_level[player->level];
    player->least = least_of(player, MARGIN);
    sort(player);
    if (player->level == 0) {
        end(player);
    } else {
        player->state = LOOK;
    }
}

int crib_player_start(crib_player *player, const crib_values *values, const crib_position *position,
                      uint32_t level, uint32_t to_win, uint64_t seed)
{
    const crib_position copy = *position; /* each byte is read once */
    crib_board board;
    memset(player, 0, sizeof *player);
    player->state = OVER;
    const int error = crib_read_position(values, &copy, &player->rules, &board);
    if (error != CRIB_OK) {
        return error;
    }
    if (copy.card == CRIB_NONE || board.placed == 16 || level >= CRIB_LEVELS) {
        return CRIB_ERR_COUNT;
    }
    player->card = copy.card;
    player->level = (uint8_t)level;
    player->win_at = copy.win_at;
    player->to_win = to_win != 0;
    start(player, values, &board, seed);
    return CRIB_OK;
}

int crib_player_include(crib_player *player, uint32_t source, uint32_t to)
{
    for (int i = 0; i < player->count; i++) {
        const option *const one = &player->option[i];
        if (one->choice.from == source && one->choice.to == to) {
            player->included = one->same;
            return CRIB_OK;
        }
    }
    return CRIB_ERR_COUNT;
}

int crib_player_step(crib_player *player, const crib_values *values, uint64_t work)
{
    for (uint64_t done = 0; player->state != OVER && done < work;) {
        done += advance(player, values);
    }
    return player->state == OVER;
}

uint32_t crib_player_found(const crib_player *player, crib_advised found[CRIB_MOVES])
{
    const option *const best = &player->option[player->order[0]];
    for (int i = 0; i < player->count; i++) {
        const option *const one = &player->option[player->order[i]];
        crib_advised *const to = &found[i];
        *to = (crib_advised){.value = one->now.value, .win = one->now.win, .games = 0};
        to->source = one->choice.from;
        to->to = one->choice.to;
        to->found = one->found;
        if (one->found == CRIB_BY_GAMES) {
            const tally *const games = &player->tally[one->games];
            to->games = (uint32_t)games->count;
            to->share = 100U * weights_of_level[player->level][1] /
                        (weights_of_level[player->level][0] + weights_of_level[player->level][1]);
            to->spread = spread(games);
            if (best->found == CRIB_BY_GAMES && best->games != one->games) {
                to->loss_spread = spread(differences(player, one->games, best->games));
            }
        }
    }
    return player->count;
}

/* ---------------------------------------------------------------- the outlook */

int crib_outlook(const crib_values *values, const crib_position *position, int32_t value[52])
{
    crib_rules rules;
    crib_board board;
    for (int card = 0; card < CRIB_DECK; card++) {
        value[card] = CRIB_NEVER;
    }
    const crib_position copy = *position; /* each byte is read once */
    const int error = crib_read_position(values, &copy, &rules, &board);
    if (error != CRIB_OK) {
        return error;
    }
    if (copy.card != CRIB_NONE) {
        return CRIB_ERR_COUNT;
    }
    for (uint32_t card = 0; card < CRIB_DECK; card++) {
        if ((board.unseen >> card & 1) != 0) {
            crib_board next = board;
            crib_choice choice;
            crib_see(&next, card);
            value[card] = board.placed == 16 ? CRIB_UNIT * (int32_t)crib_final(values, &board, card)
                                             : crib_best_move(values, &rules, &next, card, &choice);
        }
    }
    return CRIB_OK;
}

/* ---------------------------------------------------------------- whole games */

struct crib_games {
    crib_player player;
    crib_board board;
    crib_rules rules;
    uint8_t level, win_at, to_win, playing, deciding;
    uint8_t deck[CRIB_DECK], next; /* the cards as they come; how many have come */
    uint64_t seed, played;
};

uint32_t crib_games_size(void)
{
    return sizeof(crib_games);
}

int crib_games_start(crib_games *games, const crib_position *rules, uint32_t level, uint32_t to_win,
                     uint64_t seed)
{
    const crib_position copy = *rules;
    memset(games, 0, sizeof *games);
    games->level = (uint8_t)level;
    games->win_at = copy.win_at;
    games->to_win = to_win != 0;
    games->seed = seed;
    return level < CRIB_LEVELS ? crib_read_rules(&copy, &games->rules) : CRIB_ERR_COUNT;
}

static void deal(crib_games *games)
{
    uint64_t random = games->seed + games->played;
    for (uint8_t card = 0; card < (uint8_t)CRIB_DECK; card++) {
        games->deck[card] = card;
    }
    crib_shuffle(&random, games->deck, CRIB_DECK, 17U + CRIB_HEIGHT * (uint32_t)games->rules.piles);
    crib_board_start(&games->board);
    crib_see(&games->board, games->deck[0]);
    games->next = 1;
    games->playing = 1;
}

/* Begin to decide on the card that is face up. */
static void begin_turn(crib_games *games, const crib_values *values)
{
    crib_player *const player = &games->player;
    memset(player, 0, sizeof *player);
    player->rules = games->rules;
    player->card = games->deck[games->next - 1];
    player->level = games->level;
    player->win_at = games->win_at;
    player->to_win = games->to_win;
    start(player, values, &games->board, 0);
    games->deciding = 1;
}

/* Make the move that was chosen. */
static void make_move(crib_games *games, const crib_values *values, crib_choice choice)
{
    if (!crib_make(values, &games->board, games->deck[games->next - 1], choice)) {
        crib_see(&games->board, games->deck[games->next++]);
    }
    games->deciding = 0;
}

int64_t crib_games_step(crib_games *games, const crib_values *values, int64_t count, uint64_t work,
                        uint8_t *scores)
{
    uint64_t done = 0;
    while (done < work && (int64_t)games->played < count) {
        crib_choice choice;
        if (!games->playing) {
            deal(games);
        }
        if (games->level == 0 && !games->to_win) {
            crib_best_move(values, &games->rules, &games->board, games->deck[games->next - 1], &choice);
            done += WORK_WEIGH;
        } else {
            if (!games->deciding) {
                begin_turn(games, values);
            }
            done += advance(&games->player, values);
            if (games->player.state != OVER) {
                continue;
            }
            choice = games->player.option[games->player.order[0]].choice;
        }
        make_move(games, values, choice);
        if (games->board.placed == 16) {
            scores[games->played++] =
                (uint8_t)crib_final(values, &games->board, games->deck[games->next - 1]);
            games->playing = 0;
        }
    }
    return (int64_t)games->played;
}
