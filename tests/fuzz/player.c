/* The player: any bytes as a position and as weights, at each level; and games with random cards. */
#include "fuzz.h"

enum { POSITION = sizeof(crib_position), TABLES = 3 };

/* Tables of random weights, made once: to fill one takes as long as many positions. */
static crib_values *table(int number)
{
    static crib_values *tables[TABLES];
    if (tables[number] == NULL) {
        const uint32_t size = crib_values_weights(number);
        uint8_t *weights = exactly(size);
        uint64_t chance = (uint64_t)number;
        for (uint32_t i = 0; i < size; i++) {
            weights[i] = (uint8_t)(number == 2 && i % 2 != 0 ? 0 : below(&chance, 256));
        }
        tables[number] = (crib_values *)(void *)exactly(crib_values_size());
        crib_values_start(tables[number], weights, size);
        free(weights);
    }
    return tables[number];
}

/* A position of cards from a deck, of which a few may then be any bytes. */
static void take_position(input *in, crib_position *position)
{
    uint64_t chance = take_number(in, 2);
    uint8_t cards[DECK], bytes[POSITION];
    const uint64_t filled = take_number(in, 4);
    deal(&chance, 0, DECK, cards, DECK);
    for (int i = 0; i < POSITION; i++) {
        bytes[i] = (filled >> i & 1) != 0 ? cards[i] : CRIB_NONE;
    }
    memcpy(position, bytes, POSITION);
    position->adjacency = take(in) & 1;
    position->waste = take(in) % 4 == 0;
    position->reserves = position->waste ? 0 : take(in) % 3;
    position->win_at = take(in);
    for (int pile = 0; pile < 2; pile++) {
        const int height = pile < position->reserves + position->waste ? take(in) % 6 : 0;
        for (int i = 0; i < 5; i++) {
            position->piles[pile][i] = i < height ? cards[16 + 5 * pile + i] : CRIB_NONE;
        }
    }
    for (int spoiled = take(in) % 4 == 0 ? take(in) % 4 : 0; spoiled > 0; spoiled--) {
        ((uint8_t *)position)[take(in) % POSITION] = take(in);
    }
}

static void check_advice(const crib_position *position, const crib_values *values, input *in)
{
    const uint32_t size = crib_player_size(), level = take(in) % 5;
    crib_player *player = (crib_player *)(void *)exactly(size);
    const uint32_t to_win = take(in) & 1;
    const int answer = crib_player_start(player, values, position, level, to_win, take_number(in, 8));
    const uint64_t work = 1 + take_number(in, 3);
    const uint32_t to = (uint32_t)(work % 20), pile = (uint32_t)(work >> 5 & 3);
    const int included =
        work >> 7 & 1 ? crib_player_include(player, pile < 2 ? pile : CRIB_NONE, to) : CRIB_ERR_COUNT;
    crib_advised found[CRIB_MOVES];
    DEMAND(answer == CRIB_OK || included != CRIB_OK);
    DEMAND(answer == CRIB_OK || answer == CRIB_ERR_CARD || answer == CRIB_ERR_TWICE ||
           answer == CRIB_ERR_COUNT);
    DEMAND(level < CRIB_LEVELS || answer != CRIB_OK);
    while (!crib_player_step(player, values, work)) {
    }
    const uint32_t count = crib_player_found(player, found);
    DEMAND((count > 0) == (answer == CRIB_OK) && count <= CRIB_MOVES);
    for (uint32_t i = 0; i < count; i++) {
        DEMAND(found[i].found <= CRIB_BY_GAMES && found[i].win >= 0 && found[i].win <= 65536);
        DEMAND(i == 0 || (to_win ? found[i - 1].win >= found[i].win : found[i - 1].value >= found[i].value));
        if (found[i].source != CRIB_NONE) {
            DEMAND(found[i].source < position->reserves && position->piles[found[i].source][0] != CRIB_NONE);
        }
        if (found[i].to < 16) {
            DEMAND(position->cells[found[i].to] == CRIB_NONE);
        } else {
            DEMAND(found[i].to - 16 < position->reserves + (position->waste != 0));
            DEMAND(position->piles[found[i].to - 16][4] == CRIB_NONE);
        }
    }
    free(player);
}

static void check_outlook(const crib_position *position, const crib_values *values)
{
    int32_t value[DECK];
    uint64_t seen = 0;
    if (crib_outlook(values, position, value) == CRIB_OK) {
        for (int i = 0; i < 26; i++) {
            const uint8_t card = ((const uint8_t *)position)[i];
            seen |= card < DECK ? UINT64_C(1) << card : 0;
        }
        for (int card = 0; card < DECK; card++) {
            DEMAND((value[card] == INT32_MIN) == (seen >> card & 1));
        }
    }
}

static void check_games(const crib_position *position, const crib_values *values, input *in)
{
    enum { GAMES = 3 };
    crib_games *games = (crib_games *)(void *)exactly(crib_games_size());
    uint8_t *scores = exactly(GAMES);
    if (crib_games_start(games, position, take(in) % 2, take(in) & 1, take_number(in, 8)) == CRIB_OK) {
        while (crib_games_step(games, values, GAMES, 1 + take_number(in, 2), scores) < GAMES) {
        }
        DEMAND(scores[0] <= 172 && scores[1] <= 172 && scores[2] <= 172);
    }
    free(scores);
    free(games);
}

/* A few games of training from any weights, by any rules: the same weights each time, and as many as there are. */
static void check_training(const crib_position *position, input *in)
{
    const uint32_t size = 2 * (uint32_t)take_number(in, 1), rate = (uint32_t)take_number(in, 2) % 300;
    const uint64_t seed = take_number(in, 2);
    const int piles_only = take(in) & 1;
    uint8_t *weights = exactly(size), *found[2] = {exactly(size), exactly(size)};
    for (uint32_t i = 0; i < size; i++) {
        weights[i] = take(in);
    }
    crib_training *training = (crib_training *)(void *)exactly(crib_training_size());
    for (int time = 0; time < 2; time++) {
        const int answer = crib_training_start(training, weights, size, position, piles_only, seed, rate);
        DEMAND(answer == CRIB_OK || answer == CRIB_ERR_COUNT);
        if (answer == CRIB_OK) {
            crib_training_step(training, 2);
            crib_training_weights(training, found[time], size);
        }
    }
    DEMAND(memcmp(found[0], found[1], size) == 0);
    free(training);
    free(weights);
    free(found[0]);
    free(found[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    const crib_values *values = table(mode % TABLES);
    crib_position position;
    take_position(&in, &position);
    check_advice(&position, values, &in);
    check_outlook(&position, values);
    if (mode >= 224 && mode < 248) {
        check_games(&position, values, &in);
    }
    if (mode >= 248) {
        check_training(&position, &in);
    }
    return 0;
}
