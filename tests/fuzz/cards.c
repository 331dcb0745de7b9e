/* Any text read as cards, cards written and read again, keys unpacked, numbers of any width, and deals. */
#include "fuzz.h"

enum { MOST_TEXT = 600, MOST_WIDTH = 20, MOST_ROWS = 40 };

/* Cards that were read are written as plain text, which reads as the same cards. */
static void read_again(const uint8_t *cards, int width, int64_t count)
{
    const size_t size = 3 * (size_t)width * (size_t)count;
    uint8_t *text = exactly(size), *again = exactly((size_t)width * (size_t)count);
    DEMAND(crib_write_rows(cards, width, 1, width, count, text) == count);
    for (int64_t row = 1; row <= count; row++) {
        text[3 * width * row - 1] = 0;
    }
    DEMAND(crib_read_rows(text, (int64_t)size - 1, 0, width, count, again) == CRIB_OK);
    DEMAND(memcmp(cards, again, (size_t)width * (size_t)count) == 0);
    free(text), free(again);
}

static void read_texts(input *in)
{
    const int form = take(in) % 8, width = take(in) % MOST_WIDTH, count = take(in) % 8;
    const size_t size = in->left < MOST_TEXT ? in->left : MOST_TEXT;
    uint8_t *text = exactly(size), *cards = exactly((size_t)(width * count)), *one = exactly(size / 2);
    int zeros = 0;
    for (size_t i = 0; i < size; i++) {
        text[i] = take(in);
        zeros += text[i] == 0;
    }
    const int answer = crib_read_rows(text, (int64_t)size, form, width, count, cards);
    DEMAND(answer == CRIB_OK || answer == CRIB_ERR_COUNT);
    DEMAND((answer == CRIB_OK) == (count == 0 ? size == 0 : count == zeros + 1));
    for (int row = 0; row < count && answer == CRIB_OK; row++) {
        const uint8_t *read = cards + row * width;
        int found = 0;
        while (found < width && read[found] < DECK) {
            found++;
        }
        for (int i = found; i < width; i++) {
            DEMAND(read[i] == CRIB_NONE);
        }
        DEMAND(found == width || found == 0 || (form & CRIB_TEXT_UNEVEN) != 0);
        if (found > 0) {
            read_again(read, found, 1);
        }
    }
    const int64_t most = (int64_t)(size / 2), number = crib_read_cards(text, (int64_t)size, most, one);
    DEMAND(number >= -1 && number <= most && (zeros == 0 || number < 0));
    if (number > 0) {
        DEMAND(!not_cards(one, (int)number, 0));
        read_again(one, (int)number, 1);
    }
    free(text), free(cards), free(one);
}

static void deal_rows(input *in)
{
    const uint64_t seed = take_number(in, 8), first = take_number(in, 7);
    const uint32_t cards = 1 + take(in) % DECK;
    const int64_t count = take(in) % 100;
    const size_t size = (size_t)cards * (size_t)count;
    uint8_t *rows = exactly(size), *last = exactly(cards), *text = exactly(3 * size);
    crib_random_deals(seed, first, count, cards, rows);
    DEMAND(crib_check_rows(rows, cards, count) == count);
    if (count > 0) {
        crib_random_deals(seed, first + (uint64_t)count - 1, 1, cards, last);
        DEMAND(memcmp(rows + size - cards, last, cards) == 0);
        read_again(rows, (int)cards, count);
        const size_t place = take_number(in, 2) % size;
        rows[place] = take(in); /* any byte */
        const int64_t good = crib_check_rows(rows, cards, count);
        for (int64_t row = 0; row < count; row++) {
            const uint8_t *here = rows + (int64_t)cards * row;
            const int bad = not_cards(here, (int)cards, 0) || twins(here, (int)cards);
            DEMAND(bad == (row == good));
        }
        const int64_t written = crib_write_rows(rows, cards, 1, cards, count, text);
        DEMAND(written == (good < count && not_cards(rows + good * cards, (int)cards, 0) ? good : count));
    }
    free(rows), free(last), free(text);
}

static void unpack(input *in)
{
    const int count = take(in) % MOST_ROWS, width = take(in) % 6;
    uint32_t *keys = (uint32_t *)exactly(4 * (size_t)count);
    uint8_t *cards = exactly((size_t)(count * width));
    for (int row = 0; row < count; row++) {
        keys[row] = (uint32_t)take_number(in, 4);
    }
    crib_unpack_keys(keys, count, width, cards);
    for (int i = 0; i < count * width; i++) {
        DEMAND(cards[i] == (keys[i / width] >> (6 * (i % width)) & 63));
    }
    free(keys), free(cards);
}

/* Numbers of any width are brought into bytes, and null ones are struck out. */
static void narrow(input *in)
{
    enum { MOST = 200 };
    const int size = 1 << take(in) % 4, big = take(in) & 1, step = size + take(in) % 5;
    const int64_t count = take(in) % MOST;
    uint8_t *from = exactly((size_t)(count > 0 ? (count - 1) * step + size : 0)),
            *to = exactly((size_t)count);
    uint8_t right[MOST];
    for (int64_t i = 0; i < count; i++) {
        uint64_t number = take(in);
        number |= number % 3 == 0 ? take_number(in, size) : 0;
        number &= size == 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * size) - 1;
        right[i] = number > 255 ? CRIB_STRUCK : (uint8_t)number;
        for (int byte = 0; byte < size; byte++) {
            from[i * step + (big ? size - 1 - byte : byte)] = (uint8_t)(number >> 8 * byte);
        }
    }
    for (int kernel = -1; kernel <= CRIB_KERNELS; kernel++) {
        const int known = kernel >= 0 && kernel < CRIB_KERNELS && crib_kernel(kernel) != CRIB_ERR_KERNEL;
        DEMAND(crib_narrow(kernel, from, step, size, big ? size - 1 : 0, count, to) ==
               (known ? CRIB_OK : CRIB_ERR_KERNEL));
        DEMAND(!known || memcmp(to, right, (size_t)count) == 0);
    }
    const int64_t first = take(in) % 9, bit_step = 1 + take(in) % 3;
    const size_t bytes = count > 0 ? (size_t)((first + (count - 1) * bit_step) / 8 + 1) : 0;
    uint8_t *bits = exactly(bytes);
    for (size_t i = 0; i < bytes; i++) {
        bits[i] = take(in);
    }
    memcpy(to, right, (size_t)count);
    crib_strike(bits, first, bit_step, count, 1, to);
    for (int64_t i = 0; i < count; i++) {
        const int64_t bit = first + i * bit_step;
        DEMAND(to[i] == ((bits[bit / 8] >> bit % 8 & 1) != 0 ? right[i] : CRIB_STRUCK));
    }
    free(from), free(to), free(bits);
}

/* A deal is the beginning of the whole deck that the seed shuffles. */
static void deal_cards(input *in)
{
    const uint64_t seed = take_number(in, 8);
    const uint32_t count = take(in) % 60;
    uint8_t *whole = exactly(DECK), *cards = exactly(count);
    DEMAND(crib_deal(seed, DECK, whole) == CRIB_OK && !twins(whole, DECK) && !not_cards(whole, DECK, 0));
    DEMAND(crib_deal(seed, count, cards) == (count <= DECK ? CRIB_OK : CRIB_ERR_COUNT));
    for (uint32_t i = 0; i < count; i++) {
        DEMAND(cards[i] == (count <= DECK ? whole[i] : NOBODY));
    }
    free(whole), free(cards);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    if (mode % 4 == 0) {
        deal_rows(&in);
    } else if (mode % 4 == 1) {
        unpack(&in);
    } else if (mode % 16 == 2) {
        narrow(&in);
    } else if (mode % 16 == 3) {
        deal_cards(&in);
    } else {
        read_texts(&in);
    }
    return 0;
}
