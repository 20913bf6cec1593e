"""The compiled form of `network_evaluator.py`: the loops over weights are vectorised by the C compiler.

They are compiled for any processor and, where the compiler can, for those with AVX2 as well (x86-64-v3). All are
integers, so both give the same numbers.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

cdef extern from *:
    """
    #if defined(__clang__)
    #define LUDOTECA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
    #elif defined(__GNUC__)
    #define LUDOTECA_INDEPENDENT _Pragma("GCC ivdep")
    #else
    #define LUDOTECA_INDEPENDENT
    #endif

    #if defined(__GNUC__)
    #define LUDOTECA_BODY static inline __attribute__((always_inline))
    #else
    #define LUDOTECA_BODY static __forceinline
    #endif

    /* Adds the first row of each pair and subtracts the second. `to` may be `base`. */
    LUDOTECA_BODY void ludoteca_update(
        short* to, const short* base, const short** rows, Py_ssize_t pairs, Py_ssize_t hidden)
    {
        Py_ssize_t i;
        while (pairs > 3 || pairs == 2) {
            const short *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
            LUDOTECA_INDEPENDENT
            for (i = 0; i < hidden; i++)
                to[i] = (short) (base[i] + a[i] - b[i] + c[i] - d[i]);
            base = to;
            rows += 4;
            pairs -= 2;
        }
        if (pairs == 3) {
            const short *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4], *f = rows[5];
            LUDOTECA_INDEPENDENT
            for (i = 0; i < hidden; i++)
                to[i] = (short) (base[i] + a[i] - b[i] + c[i] - d[i] + e[i] - f[i]);
        } else if (pairs == 1) {
            const short *a = rows[0], *b = rows[1];
            LUDOTECA_INDEPENDENT
            for (i = 0; i < hidden; i++)
                to[i] = (short) (base[i] + a[i] - b[i]);
        }
    }

    /* The sum of clipped squares times weights: 256 of them, 255 * 255 * 127 each, fit into 31 bits. */
    LUDOTECA_BODY long long ludoteca_output(const short* sums, const short* weights, Py_ssize_t hidden)
    {
        long long total = 0;
        Py_ssize_t begin, i;
        for (begin = 0; begin < hidden; begin += 256) {
            Py_ssize_t end = hidden - begin < 256 ? hidden : begin + 256;
            int part = 0;
            for (i = begin; i < end; i++) {
                short clipped = sums[i] < 0 ? 0 : sums[i] > 255 ? 255 : sums[i];
                short weighted = (short) (clipped * weights[i]);
                part += (int) clipped * (int) weighted;
            }
            total += part;
        }
        return total;
    }

    LUDOTECA_BODY Py_ssize_t ludoteca_compare(
        const unsigned short* one, const unsigned short* other, Py_ssize_t slots)
    {
        unsigned short count = 0;
        Py_ssize_t i;
        for (i = 0; i < slots; i++)
            count = (unsigned short) (count + (one[i] != other[i]));
        return count;
    }

    #define LUDOTECA_KERNEL(target, name)                                                                             \\
        target static void ludoteca_update_##name(                                                                    \\
            short* to, const short* base, const short** rows, Py_ssize_t pairs, Py_ssize_t hidden)                    \\
        { ludoteca_update(to, base, rows, pairs, hidden); }                                                           \\
        target static long long ludoteca_output_##name(const short* sums, const short* weights, Py_ssize_t hidden)    \\
        { return ludoteca_output(sums, weights, hidden); }                                                            \\
        target static Py_ssize_t ludoteca_compare_##name(                                                             \\
            const unsigned short* one, const unsigned short* other, Py_ssize_t slots)                                 \\
        { return ludoteca_compare(one, other, slots); }

    LUDOTECA_KERNEL(, baseline)
    #if defined(__GNUC__) && defined(__x86_64__)
    LUDOTECA_KERNEL(__attribute__((target("avx2"))), v3)
    static int ludoteca_has_v3(void) { __builtin_cpu_init(); return __builtin_cpu_supports("avx2"); }
    #else
    #define ludoteca_update_v3 ludoteca_update_baseline
    #define ludoteca_output_v3 ludoteca_output_baseline
    #define ludoteca_compare_v3 ludoteca_compare_baseline
    static int ludoteca_has_v3(void) { return 0; }
    #endif
    """
    void ludoteca_update_baseline(short*, const short*, const short**, Py_ssize_t, Py_ssize_t) noexcept nogil
    void ludoteca_update_v3(short*, const short*, const short**, Py_ssize_t, Py_ssize_t) noexcept nogil
    long long ludoteca_output_baseline(const short*, const short*, Py_ssize_t) noexcept nogil
    long long ludoteca_output_v3(const short*, const short*, Py_ssize_t) noexcept nogil
    Py_ssize_t ludoteca_compare_baseline(const unsigned short*, const unsigned short*, Py_ssize_t) noexcept nogil
    Py_ssize_t ludoteca_compare_v3(const unsigned short*, const unsigned short*, Py_ssize_t) noexcept nogil
    int ludoteca_has_v3() noexcept nogil

KERNELS = ("baseline", "x86-64-v3") if ludoteca_has_v3() else ("baseline",)
MAX_SCORE = 28_999

cdef enum:
    ENTRIES = 128
    FEW = 3
    ALIGNMENT = 64
    HIGHEST = 28_999


cdef class Weights:
    """The numbers of a network, as evaluators read them."""

    def __cinit__(self, sizes, arrays):
        cdef char* place
        self.count, self.hidden, self.views, self.buckets, self.scale = sizes
        given = tuple(map(bytes, arrays))
        outputs = self.buckets * self.views
        if tuple(map(len, given)) != (2 * self.count * self.hidden, 2 * self.hidden, 2 * outputs * self.hidden, 4 * self.buckets):
            raise ValueError("the arrays of a network do not fit its sizes")
        # The row behind the last feature is of zeros.
        whole = 2 * (self.count + 2 + outputs) * self.hidden + 4 * self.buckets
        self.memory = calloc(whole + 5 * ALIGNMENT, 1)
        if self.memory == NULL:
            raise MemoryError
        place = aligned(<char*> self.memory)
        self.inputs = <short*> place
        place = self._fill(place, given[0], 2 * self.hidden)
        self.input_bias = <short*> place
        place = self._fill(place, given[1], 0)
        self.outputs = <short*> place
        place = self._fill(place, given[2], 0)
        self.output_bias = <int*> place
        self._fill(place, given[3], 0)

    cdef char* _fill(self, char* place, bytes given, int more) noexcept:
        """Write bytes; the place behind them and some more."""
        memcpy(place, <char*> given, len(given))
        return aligned(place + len(given) + more)

    def __dealloc__(self):
        free(self.memory)


cdef class NetworkEvaluator(Evaluator):
    """Evaluates by a network, whose sums are kept up to date by what differs from the last plies.

    Attributes:
        network: The network.
        kernel: The name of the loops, one of KERNELS; all give the same scores.
    """

    def __cinit__(self, network, Features features, kernel="auto"):
        cdef int size, ply, slot
        cdef unsigned short* slots
        self.kernel = KERNELS[len(KERNELS) - 1] if kernel == "auto" else kernel
        if self.kernel not in KERNELS:
            raise ValueError(f"there is no kernel {kernel!r} here; there are: {', '.join(KERNELS)}")
        network.check(features)
        self.network = network
        self.weights = network.weights
        self.features = features
        if (self.weights.count, self.weights.buckets) != (features.count, features.buckets):
            raise ValueError("the weights of the network are not for these features")
        if self.kernel == "baseline":
            self.update = ludoteca_update_baseline
            self.output = ludoteca_output_baseline
            self.compare = ludoteca_compare_baseline
        else:
            self.update = ludoteca_update_v3
            self.output = ludoteca_output_v3
            self.compare = ludoteca_compare_v3
        # An entry is the sums, and the features that they were computed from.
        self.slots = (features.slots + 15) // 16 * 16
        self.stride = self.weights.hidden + self.slots
        size = features.seats * ENTRIES + 1
        self.memory = calloc(2 * (<size_t> size * self.stride + self.slots) + 2 * sizeof(short*) * self.slots + 2 * ALIGNMENT, 1)
        if self.memory == NULL:
            raise MemoryError
        self.entries = <short*> aligned(<char*> self.memory)
        self.empty = self.entries + (size - 1) * self.stride
        self.seen = <unsigned short*> (self.empty + self.stride)
        self.rows = <const short**> aligned(<char*> (self.seen + self.slots))
        for ply in range(size):
            memcpy(self.entries + ply * self.stride, self.weights.input_bias, 2 * self.weights.hidden)
            slots = <unsigned short*> (self.entries + ply * self.stride + self.weights.hidden)
            for slot in range(self.slots):
                slots[slot] = features.count
        for slot in range(self.slots):
            self.seen[slot] = features.count

    def __dealloc__(self):
        free(self.memory)

    cpdef attach(self, Position position):
        """Evaluate this position from now on."""
        self.features.attach(position)
        if position.seats != self.features.seats:
            raise ValueError(f"a position of {position.seats} seats, but the network is for {self.features.seats}")
        self.position = position

    cdef int evaluate(self, int seat) noexcept nogil:
        cdef int bucket = self.features.bucket()
        cdef int hidden = self.weights.hidden
        cdef const short* outputs = self.weights.outputs + bucket * self.weights.views * hidden
        cdef long long score = self.output(self._follow(seat), outputs, hidden)
        if self.weights.views == 2:
            score += self.output(self._follow(1 - seat), outputs + hidden, hidden)
        score = (score / 255 + self.weights.output_bias[bucket]) * self.weights.scale / (255 * 64)
        score += self.features.by_hand(seat)
        return <int> max(-HIGHEST, min(HIGHEST, score))

    cdef short* _entry(self, int seat, int ply) noexcept nogil:
        return self.entries + (seat * ENTRIES + (ply & (ENTRIES - 1))) * self.stride

    cdef const short* _follow(self, int seat) noexcept nogil:
        """The sums of what a seat sees, from whichever of some earlier sums differs in fewest features."""
        cdef int ply = self.position.played.count + ENTRIES
        cdef int hidden = self.weights.hidden
        cdef short* entry = self._entry(seat, ply)
        cdef short* base = entry
        cdef short* other
        cdef Py_ssize_t fewest, differences
        cdef int back
        self.features.features(seat, self.seen)
        fewest = self.compare(self.seen, <unsigned short*> (base + hidden), self.slots)
        if fewest == 0:
            return entry
        for back in range(1, 4):
            if fewest <= FEW:
                break
            other = self.empty if back == 3 else self._entry(seat, ply - back)
            differences = self.compare(self.seen, <unsigned short*> (other + hidden), self.slots)
            if differences < fewest:
                fewest = differences
                base = other
        if fewest == 0:
            memcpy(entry, base, 2 * self.stride)
            return entry
        self.update(entry, base, self.rows, self._find_pairs(base), hidden)
        memcpy(entry + hidden, self.seen, 2 * self.slots)
        return entry

    cdef Py_ssize_t _find_pairs(self, const short* base) noexcept nogil:
        """Note the rows of the features that are new since some sums were computed, and of those that are gone."""
        cdef const unsigned short* old = <const unsigned short*> (base + self.weights.hidden)
        cdef const unsigned long long* old_words = <const unsigned long long*> old
        cdef const unsigned long long* new_words = <const unsigned long long*> self.seen
        cdef Py_ssize_t hidden = self.weights.hidden
        cdef Py_ssize_t pairs = 0
        cdef int word, slot
        for word in range(self.slots // 4):
            if old_words[word] != new_words[word]:
                for slot in range(4 * word, 4 * word + 4):
                    if old[slot] != self.seen[slot]:
                        self.rows[2 * pairs] = self.weights.inputs + self.seen[slot] * hidden
                        self.rows[2 * pairs + 1] = self.weights.inputs + old[slot] * hidden
                        pairs += 1
        return pairs


cdef inline char* aligned(char* place) noexcept nogil:
    return place + (-<size_t> place & (ALIGNMENT - 1))
