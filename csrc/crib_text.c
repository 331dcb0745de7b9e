/* Reads cards in plain text, and writes them. Every other notation is left to the caller. */
#include "crib_impl.h"

#include <string.h>

enum { BAD = 0x80 /* in a table: the byte is not a rank, or not a suit */ };

/* Four times the rank, counted from 0. */
static const uint8_t rank_of[256] = {
#define R(letter, rank) [letter] = (uint8_t)(4 * (rank) ^ BAD)
    R('A', 0),  R('a', 0),  R('2', 1),  R('3', 2),  R('4', 3),  R('5', 4), R('6', 5),
    R('7', 6),  R('8', 7),  R('9', 8),  R('0', 9),  R('T', 9),  R('t', 9), R('J', 10),
    R('j', 10), R('Q', 11), R('q', 11), R('K', 12), R('k', 12),
#undef R
};
static const uint8_t suit_of[256] = {
#define S(letter, suit) [letter] = (uint8_t)((suit) ^ BAD)
    S('C', 0), S('c', 0), S('D', 1), S('d', 1), S('H', 2), S('h', 2), S('S', 3), S('s', 3),
#undef S
};

/* The card in two letters, or a number above all cards. */
static unsigned card_of(const uint8_t *text)
{
    return (unsigned)(rank_of[text[0]] ^ BAD) | (unsigned)(suit_of[text[1]] ^ BAD);
}

/* A text as it is read. */
typedef struct reader {
    const uint8_t *at, *end;
    int form;
    int last;       /* the starter has been read after its sign: no card may follow */
    uint32_t lines; /* bit i: a line of a grid begins with card i, above 0 */
} reader;

/* Read what stands before a card, or whatever else, or the end. Returns 0 if it is not plain. */
static int read_between(reader *in, int64_t count)
{
    const int grid = (in->form & CRIB_TEXT_GRID) != 0;
    int sign = 0, ends_line = 0;
    for (; in->at < in->end && *in->at != 0; in->at++) {
        const int letter = *in->at;
        if (letter == ' ' || letter == '\t' || (!grid && letter >= '\n' && letter <= '\r')) {
            continue;
        }
        if (grid && (letter == '/' || letter == '\n' || letter == '\r')) {
            ends_line = 1;
        } else if (letter == ',' || letter == ';' || letter == '|' || letter == '+' || letter == ':') {
            if (sign != 0) {
                return 0;
            }
            sign = letter;
        } else {
            break;
        }
    }
    if (in->at == in->end || *in->at == 0) {
        return sign == 0;
    }
    if (in->last || (sign != 0 && (ends_line || count == 0)) || (sign == ';' && !grid)) {
        return 0;
    }
    if (sign == '|' || sign == '+' || sign == ':') {
        in->last = 1;
        return (in->form & CRIB_TEXT_STARTER) != 0;
    }
    if (ends_line && count > 0) {
        in->lines |= count < 32 ? UINT32_C(1) << count : 1;
    }
    return 1;
}

/* Read a text up to a zero byte or the end. Returns the number of cards, or -1 if it is not plain. */
static int64_t read_text(reader *in, int64_t most, uint8_t *cards)
{
    const uint8_t *const end = in->end;
    const uint8_t new_line =
        (in->form & CRIB_TEXT_GRID) != 0 ? ' ' : '\n'; /* where it is a blank as any other */
    int64_t count = 0;
    in->last = 0;
    in->lines = 0;
    for (;;) {
        const uint8_t *at = in->at;
        while (end - at >= 2 && count < most && !in->last) { /* the usual: a blank or nothing between */
            const unsigned card = card_of(at);
            if (card >= CRIB_DECK) {
                break;
            }
            cards[count++] = (uint8_t)card;
            at += 2;
            at += at < end && (*at == ' ' || *at == new_line);
        }
        in->at = at;
        if (!read_between(in, count)) {
            return -1;
        }
        if (in->at == in->end || *in->at == 0) {
            break;
        }
        in->at += *in->at == '1' && in->end - in->at >= 2 && in->at[1] == '0';
        const unsigned card = in->end - in->at >= 2 ? card_of(in->at) : BAD;
        if (card >= CRIB_DECK || count == most) {
            return -1;
        }
        cards[count++] = (uint8_t)card;
        in->at += 2;
    }
    return in->lines == 0 || in->lines == 0x1110 ? count : -1;
}

int64_t crib_read_cards(const uint8_t *text, int64_t size, int64_t most, uint8_t *cards)
{
    reader in = {text, text + size, 0, 0, 0};
    const int64_t count = read_text(&in, most, cards);
    return in.at == in.end ? count : -1;
}

int crib_read_rows(const uint8_t *text, int64_t size, int form, int64_t width, int64_t count, uint8_t *cards)
{
    reader in = {text, text + size, form, 0, 0};
    const int uneven = (form & CRIB_TEXT_UNEVEN) != 0;
    for (int64_t row = 0; row < count; row++, cards += width) {
        if (row > 0 && in.at++ == in.end) { /* the zero byte before this row */
            return CRIB_ERR_COUNT;
        }
        const int64_t found = read_text(&in, width, cards);
        if (found < width) {
            const int64_t kept = uneven && found > 0 ? found : 0;
            memset(cards + kept, CRIB_NONE, (size_t)(width - kept));
        }
        if (found < 0) {
            const uint8_t *zero = memchr(in.at, 0, (size_t)(in.end - in.at));
            in.at = zero == NULL ? in.end : zero;
        }
    }
    return in.at == in.end ? CRIB_OK : CRIB_ERR_COUNT;
}

int64_t crib_write_rows(const uint8_t *cards, int64_t row_step, int64_t card_step, int64_t width,
                        int64_t count, uint8_t *text)
{
    for (int64_t row = 0; row < count; row++) {
        for (int64_t i = 0; i < width; i++, text += 3) {
            const unsigned card = cards[row * row_step + i * card_step];
            if (card >= CRIB_DECK) {
                return row;
            }
            text[0] = (uint8_t)"A23456789TJQK"[card >> 2];
            text[1] = (uint8_t)"CDHS"[card & 3];
            text[2] = i + 1 < width ? ' ' : '\n';
        }
    }
    return count;
}

int64_t crib_check_rows(const uint8_t *cards, int64_t width, int64_t count)
{
    for (int64_t row = 0; row < count; row++, cards += width) {
        uint64_t seen = 0;
        for (int64_t i = 0; i < width; i++) {
            const unsigned card = cards[i];
            const uint64_t bit = UINT64_C(1) << (card & 63);
            if (card >= CRIB_DECK || (seen & bit) != 0) {
                return row;
            }
            seen |= bit;
        }
    }
    return count;
}

void crib_unpack_keys(const uint32_t *keys, int64_t count, int64_t width, uint8_t *cards)
{
    for (int64_t row = 0; row < count; row++) {
        uint32_t key;
        memcpy(&key, keys + row, sizeof key); /* it need not be aligned */
        for (int64_t i = 0; i < width; i++, key >>= 6) {
            *cards++ = key & CRIB_FIELD;
        }
    }
}
