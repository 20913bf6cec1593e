cdef enum:
    UNPROVEN = 0
    DRAWN = 1
    ONE_PLY = 256


cdef inline unsigned long long won_by(int seat) noexcept nogil:
    return 2 + seat


cdef inline int winner(unsigned long long proof) noexcept nogil:
    return <int> (proof & 255) - 2


cdef inline bint is_drawn(unsigned long long proof) noexcept nogil:
    return proof & 255 == DRAWN


cdef inline int plies(unsigned long long proof) noexcept nogil:
    return <int> (proof >> 8)


cdef inline unsigned long long worth(double payoff) noexcept nogil:
    return <unsigned long long> ((payoff + 1.0) * 1000000.0)


cdef inline double share(double total, double visits) noexcept nogil:
    return total / (2000000.0 * visits)


cdef inline double payoff_of_score(int score) noexcept nogil:
    return score / (400.0 + abs(score))


cdef inline double score_of_payoff(double payoff) noexcept nogil:
    return 400.0 * payoff / (1.0001 - abs(payoff))
