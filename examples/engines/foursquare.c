/* An engine for FourSquare, to be tested against oxideal. One rule is wrong, on purpose: which one?

       cc -O2 -o foursquare examples/engines/foursquare.c
       python -m oxideal.differential foursquare --right exec:./foursquare --seed 1

   It reads two messages, {"kind":"deal", …} and {"kind":"play", …}, a line each, and answers both with the legal moves
   and the result. docs/how-to/differential-testing.md describes them. -DRIGHT compiles it without the fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int deck[40], size, next, diagonal; /* the ranks, from the card in hand on */
static int top[49], height[49];            /* the top cards: a rank, below 0 if face down, 0 without a pile */

static int piles(void) {
    int found = 0;
    for (int cell = 0; cell < 49; cell++) found += top[cell] != 0;
    return found;
}

static int face_down(void) {
    int found = 0;
    for (int cell = 0; cell < 49; cell++) found += top[cell] < 0;
    return found;
}

static int won(void) { return piles() == 16 && face_down() == 0; }
static int over(void) { return won() || face_down() > 4 || next == size; }

static int legal(int cell) {
    int row = cell / 7, column = cell % 7, beside = 0;
    if (piles() == 0) return cell == 24; /* the first card lies in the middle */
    for (int other = 0; other < 49; other++) {
        int down = abs(other / 7 - row), across = abs(other % 7 - column);
        if (!top[other]) continue;
        if (down > 3 || across > 3) return 0; /* at most four rows and columns */
        beside |= down + across == 1 || (diagonal && down == 1 && across == 1);
    }
    return top[cell] ? height[cell] < 4 : beside;
}

/* Turn the others of a row or a column if the card is higher, or lower, than all of them that are face up. */
static void turn(int cell, int step, int first) {
    int higher = 1, lower = 1;
    for (int i = 0, other = first; i < 7; i++, other += step) {
        if (other == cell || top[other] <= 0) continue;
        higher &= top[cell] > top[other];
#ifdef RIGHT
        lower &= top[cell] < top[other];
#else
        lower &= top[cell] <= top[other];
#endif
    }
    for (int i = 0, other = first; i < 7 && (higher || lower); i++, other += step)
        if (other != cell) top[other] = -top[other];
}

static void answer(void) {
    const char *comma = "";
    printf("{\"legal\":[");
    for (int cell = 0; cell < 49 && !over(); cell++)
        if (legal(cell)) {
            printf("%s%d", comma, cell);
            comma = ",";
        }
    if (over()) printf("],\"result\":[%d]}\n", won() ? 1 + size - next : 0);
    else printf("],\"result\":null}\n");
    fflush(stdout);
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        const char *deal = strstr(line, "; card "), *played = strstr(line, "\"id\":");
        if (deal) { /* the text of the position: "foursquare; card 4S; stock 7S 9D …" */
            memset(top, 0, sizeof top);
            memset(height, 0, sizeof height);
            diagonal = strstr(line, "foursquare diagonal;") != NULL;
            size = next = 0;
            for (const char *at = deal + 6; *at == ' ' && size < 40; at += strcspn(at, " \""))
                if (*++at != 's') deck[size++] = *at == 'A' ? 1 : *at == 'T' ? 10 : *at - '0';
        } else if (played) {
            int cell = atoi(played + 5);
            if (cell < 0 || cell > 48 || next == size) return 1;
            top[cell] = deck[next++];
            height[cell]++;
            turn(cell, 1, cell - cell % 7);
            turn(cell, 7, cell % 7);
        }
        answer();
    }
    return 0;
}
