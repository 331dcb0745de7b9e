"""SplitMix64, forwards and backwards."""

WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def splitmix64(seed):
    """Yield the outputs of SplitMix64 as Steele, Lea and Flood published it in 2014."""
    state = seed
    while True:
        state = (state + GAMMA) % WORD
        output = (state ^ state >> 30) * FACTORS[0] % WORD
        output = (output ^ output >> 27) * FACTORS[1] % WORD
        yield output ^ output >> 31


def seed_whose_first_output_is(output):
    """Undo the steps of SplitMix64, last to first."""
    state = output ^ output >> 31 ^ output >> 62
    state = state * pow(FACTORS[1], -1, WORD) % WORD
    state ^= state >> 27 ^ state >> 54
    state = state * pow(FACTORS[0], -1, WORD) % WORD
    state ^= state >> 30 ^ state >> 60
    return (state - GAMMA) % WORD
