/* One hand: any five bytes, and any key, compared with the rules. */
#include "fuzz.h"

static void score_bytes(const uint8_t *bytes, int crib)
{
    uint8_t *cards = exactly(5);
    crib_score *score = (crib_score *)exactly(sizeof *score);
    memcpy(cards, bytes, 5);
    const int answer = crib_score_hand(cards, crib, score);
    demand_answer(answer, bytes, 5);
    const crib_score nothing = {0}, right = answer == CRIB_OK ? by_the_rules(bytes, crib) : nothing;
    demand_score(score, &right);
    DEMAND(memcmp(cards, bytes, 5) == 0);
    free(cards);
    free(score);
}

static void score_key(uint32_t key)
{
    uint8_t cards[5];
    for (int i = 0; i < 5; i++) {
        const uint8_t field = key >> (6 * i) & 63;
        cards[i] = field == 63 ? CRIB_NONE : field;
    }
    const uint32_t packed = crib_pack_hand(key);
    const uint64_t with_fifteens = crib_pack_fifteens(key);
    if (not_cards(cards, 5, 1) || twins(cards, 5)) {
        DEMAND(packed == CRIB_INVALID && with_fifteens == CRIB_INVALID);
    } else {
        const crib_score right = by_the_rules(cards, (int)(key >> 30 & 1));
        DEMAND(packed == packed_score(&right) && packed < 1u << 14);
        DEMAND(with_fifteens == (packed | (uint64_t)right.fifteen_mask << 32));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    DEMAND(crib_version() != NULL && strlen(crib_version()) > 0);
    while (in.left > 0) {
        const uint8_t mode = take(&in);
        uint8_t bytes[5];
        for (int i = 0; i < 5; i++) {
            const uint8_t byte = take(&in);
            bytes[i] = (mode & 1) != 0 ? byte % DECK : byte; /* a card, or any byte */
            if ((mode >> (i + 1) & 1) != 0) {
                bytes[i] = CRIB_NONE;
            }
        }
        const int crib = (mode & 64) != 0 ? (int)take(&in) - 100 : 0;
        score_bytes(bytes, crib);
        score_key((uint32_t)take_number(&in, 4));
        uint32_t key = crib != 0 ? 1u << 30 : 0;
        for (int i = 0; i < 5; i++) {
            key |= (uint32_t)(bytes[i] & 63) << (6 * i);
        }
        score_key(key);
    }
    return 0;
}
