/* A bot for every game: it plays random legal moves. Needs nothing but C99. docs/protocol.md describes the messages.

       cc -O2 -o random_bot examples/bots/random_bot.c
       oxideal arena rummy exec:./random_bot rule                                                                  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Return the end of the JSON value that begins here. */
static const char *skip(const char *at) {
    int depth = 0, quoted = 0;
    for (; *at; at++) {
        if (quoted) {
            if (*at == '\\' && at[1]) at++;
            else if (*at == '"') quoted = 0;
        } else if (*at == '"') quoted = 1;
        else if (*at == '{' || *at == '[') depth++;
        else if (depth == 0 && strchr(",}]:", *at)) return at;
        else if (*at == '}' || *at == ']') depth--;
    }
    return at;
}

/* Return the value of a field of the JSON object that begins here, or NULL. */
static const char *field(const char *at, const char *name) {
    size_t length = strlen(name);
    for (at = strchr(at, '{'); at && *at && *at != '}'; at = skip(at)) {
        const char *key = strchr(at + 1, '"');
        if (!key) return NULL;
        at = skip(key);
        if (*at != ':') return NULL;
        at += 1 + strspn(at + 1, " \t");
        if (!strncmp(key + 1, name, length) && key[1 + length] == '"') return at;
    }
    return NULL;
}

static int is(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, length) && value[1 + length] == '"';
}

/* Return the id of a random item of a JSON array of moves. */
static long choose(const char *legal) {
    long chosen = 0, count = 0;
    for (const char *at = legal; at && *at && *at != ']'; at = skip(at + 1)) {
        const char *id = field(at, "id");
        if (id && rand() % ++count == 0) chosen = strtol(id, NULL, 10);
    }
    return chosen;
}

int main(void) {
    size_t size = 1 << 24; /* no host writes a longer line */
    char *line = malloc(size);
    if (!line) return 1;
    srand((unsigned)time(NULL));
    while (fgets(line, (int)size, stdin)) {
        const char *kind = field(line, "kind"), *id = field(line, "id");
        int length = id ? (int)(skip(id) - id) : 4;
        if (!id) id = "null";
        if (is(kind, "hello"))
            puts("{\"kind\":\"hello\",\"version\":1,\"name\":\"random (C)\",\"wants\":[\"legal\"]}");
        else if (is(kind, "question"))
            printf("{\"kind\":\"answer\",\"id\":%.*s,\"move\":%ld}\n", length, id, choose(field(line, "legal")));
        else if (is(kind, "ping"))
            printf("{\"kind\":\"pong\",\"id\":%.*s}\n", length, id);
        else if (is(kind, "bye"))
            break;
        fflush(stdout);
    }
    return 0;
}
