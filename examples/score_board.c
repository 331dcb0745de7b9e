/*
 * Scores a board in C, without Python.
 *
 *     cmake -S csrc -B build/core && cmake --build build/core
 *     cc -Icsrc examples/score_board.c build/core/libcrib.a -o build/score_board
 */
#include <stdio.h>
#include <string.h>

#include "cribscore.h"

static const char *const ranks = "A23456789TJQK", *const suits = "CDHS";

/* The index of a card such as "5H". */
static uint8_t card(const char *text)
{
    return (uint8_t)(4 * (strchr(ranks, text[0]) - ranks) + (strchr(suits, text[1]) - suits));
}

int main(void)
{
    const char *const board[17] = {
        "5C", "5D", "5S", "JH", /* first row of the grid */
        "4C", "4D", "6S", "6H", /* second row */
        "6C", "6D", "4S", "4H", /* third row */
        "TC", "TD", "TS", "TH", /* fourth row */
        "5H",                   /* the starter */
    };
    uint8_t cells[17];
    for (int i = 0; i < 17; i++) {
        cells[i] = card(board[i]);
    }
    crib_grid_score score;
    if (crib_score_grid(cells, &score) != CRIB_OK) {
        (void)fputs("these are not seventeen different cards\n", stderr);
        return 1;
    }
    for (int i = 0; i < 8; i++) {
        printf("%s %d: %2d\n", i < 4 ? "row   " : "column", i % 4 + 1, score.lines[i].total);
    }
    printf("total: %d\n", score.total);
    return 0;
}
