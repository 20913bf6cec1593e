"""The compiled form of `crew.py`: lanes are visited without the interpreter, by threads that wait without it."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.pythread cimport (
    WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
)
from cpython.ref cimport PyObject

from ludoteca.core cimport cache
from ludoteca.lab.lane cimport Lane, BatchArrays
from ludoteca.lab.memory cimport Memory


# A lane's memory is asked for in time, step by step, since each step needs what the one before it has brought: the lane,
# then its objects, then what these hold.
cdef int LANE_AHEAD = 9
cdef int OBJECTS_AHEAD = 6
cdef int CONTENTS_AHEAD = 3

# Words that threads share lie a cache line apart.
cdef enum:
    LINE = 8
# So often a thread looks again before it waits for a signal, some 100 microseconds: to be woken takes as long.
cdef int LOOKS = 2000
# Of a share at a time, so that threads that are ready early can take over from the others.
cdef int LARGEST_CHUNK = 16
cdef int CHUNKS_A_SHARE = 32


cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    #define ludoteca_add(word, number) _InterlockedExchangeAdd((volatile long*) (word), (number))
    #define ludoteca_swap(word, number) _InterlockedExchange((volatile long*) (word), (number))
    #define ludoteca_load(word) _InterlockedOr((volatile long*) (word), 0)
    #define ludoteca_pause() ((void) 0)
    #else
    #define ludoteca_add(word, number) __atomic_fetch_add((word), (number), __ATOMIC_SEQ_CST)
    #define ludoteca_swap(word, number) __atomic_exchange_n((word), (number), __ATOMIC_SEQ_CST)
    #define ludoteca_load(word) __atomic_load_n((word), __ATOMIC_SEQ_CST)
    #if defined(__x86_64__) || defined(__i386__)
    #define ludoteca_pause() __builtin_ia32_pause()
    #else
    #define ludoteca_pause() ((void) 0)
    #endif
    #endif
    """
    long ludoteca_add(long* word, long number) noexcept nogil
    long ludoteca_swap(long* word, long number) noexcept nogil
    long ludoteca_load(long* word) noexcept nogil
    void ludoteca_pause() noexcept nogil


cdef class Lanes:
    """The lanes of a batch."""

    def __cinit__(self, lanes):
        cdef int index
        self.kept = list(lanes)
        self.count = len(self.kept)
        self.at = <PyObject**> PyMem_Malloc(self.count * sizeof(PyObject*))
        if self.at is NULL:
            raise MemoryError
        for index in range(self.count):
            if type(self.kept[index]) is not Lane:
                raise TypeError(f"{self.kept[index]!r} is not a Lane")
            self.at[index] = <PyObject*> self.kept[index]

    def __dealloc__(self):
        PyMem_Free(self.at)

    def __iter__(self):
        return iter(self.kept)

    def __getitem__(self, int index):
        return self.kept[index]

    cdef void advance(self, BatchArrays arrays, int begin, int end, int limit) noexcept nogil:
        """Make the chosen moves of some lanes; those up to `limit` will follow soon."""
        cdef int index
        for index in range(begin, end):
            if index + LANE_AHEAD < limit:
                cache.prefetch(self.at[index + LANE_AHEAD], 0)
                cache.prefetch(self.at[index + LANE_AHEAD], 64)
            if index + OBJECTS_AHEAD < limit:
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).position, 0)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).position, 64)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).encoding, 0)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).encoding, 64)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).found, 0)
            if index + CONTENTS_AHEAD < limit:
                (<Lane> self.at[index + CONTENTS_AHEAD]).prefetch()
            (<Lane> self.at[index]).advance(arrays)

    def refresh(self, BatchArrays arrays not None, numbers):
        """Find the moves of some lanes anew."""
        cdef Lane lane
        for number in numbers:
            lane = self.kept[number]
            lane.refresh(arrays)

    def ended(self, BatchArrays arrays not None):
        """The lanes whose games have just ended."""
        cdef int index
        return [index for index in range(self.count) if arrays.ended.uint8[index]]

    def choose_any(self, BatchArrays arrays not None):
        """Choose a random move in each lane."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).choose_any(arrays)

    def any_actions(self, BatchArrays arrays not None, Memory actions not None):
        """Choose a random action in each lane."""
        cdef int index
        with nogil:
            for index in range(self.count):
                actions.int64[index] = (<Lane> self.at[index]).any_action(arrays)

    def find_flat(self, BatchArrays arrays not None, Memory actions not None):
        """Choose the moves of flat actions; the first lane that has none with its number, or -1."""
        cdef int index
        cdef int bad = -1
        with nogil:
            for index in range(self.count - 1, -1, -1):
                arrays.choices.int64[index] = (<Lane> self.at[index]).find_flat(actions.int64[index])
                if arrays.choices.int64[index] < 0 and (actions.int64[index] != -1 or arrays.counts.int64[index] != 0):
                    bad = index
        return bad

    def take_picks(self, BatchArrays arrays not None, Memory actions not None):
        """Take a pick in each lane; if a lane has none with its number, the first such lane, and nothing is taken."""
        cdef int index
        cdef int bad = -1
        cdef int end = arrays.width - 1
        with nogil:
            for index in range(self.count - 1, -1, -1):
                if actions.int64[index] == -1 and arrays.counts.int64[index] == 0:
                    continue
                if not (<Lane> self.at[index]).can_pick(actions.int64[index], end):
                    bad = index
        if bad >= 0:
            return bad
        with nogil:
            for index in range(self.count):
                if arrays.counts.int64[index] == 0:
                    arrays.choices.int64[index] = -1
                else:
                    arrays.choices.int64[index] = (<Lane> self.at[index]).take_pick(<int> actions.int64[index], end)
        return -1

    def describe(self, BatchArrays arrays not None, Memory features not None):
        """Write the features of the legal moves of all lanes."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).describe(arrays, features)

    def gather(self, BatchArrays arrays not None, Memory moves not None):
        """Copy the legal moves of all lanes, one lane after the other."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).gather(arrays, moves)


cdef class Signal:
    """What a thread waits for."""

    def __cinit__(self):
        self.is_awaited = 0
        self.lock = PyThread_allocate_lock()
        if self.lock is NULL:
            raise MemoryError
        PyThread_acquire_lock(self.lock, WAIT_LOCK)

    def __dealloc__(self):
        if self.lock is not NULL:
            PyThread_free_lock(self.lock)

    cdef void wait_unless(self, long* word, long number) noexcept nogil:
        """Wait for `notify`, unless a word is no longer a number: it must be changed before `notify` is called."""
        ludoteca_swap(&self.is_awaited, 1)
        if ludoteca_load(word) != number and ludoteca_swap(&self.is_awaited, 0):
            return
        PyThread_acquire_lock(self.lock, WAIT_LOCK)

    cdef void notify(self) noexcept nogil:
        if ludoteca_swap(&self.is_awaited, 0):
            PyThread_release_lock(self.lock)


cdef class Crew:
    """Threads that advance lanes: the one that calls `begin` and `finish`, and others that `serve`.

    Each has a share of the lanes, of which it takes a chunk at a time, then helps with the shares of the others. So
    nobody waits for a thread that wakes late.
    """

    def __cinit__(self, Lanes lanes not None, BatchArrays arrays not None, int count):
        cdef int number
        self.lanes = lanes
        self.arrays = arrays
        self.count = count
        self.chunk = min(max(lanes.count // (CHUNKS_A_SHARE * count), 1), LARGEST_CHUNK) if count > 1 else lanes.count
        self.signals = [Signal() for _ in range(count)]
        self.signal_at = <PyObject**> PyMem_Malloc(count * sizeof(PyObject*))
        self.shares = <long*> PyMem_Calloc((count + 2) * LINE, sizeof(long))
        if self.signal_at is NULL or self.shares is NULL:
            raise MemoryError
        self.step = self.shares + count * LINE
        self.undone = self.step + LINE
        for number in range(count):
            self.signal_at[number] = <PyObject*> self.signals[number]
            self.shares[number * LINE] = lanes.count

    def __dealloc__(self):
        PyMem_Free(self.signal_at)
        PyMem_Free(self.shares)

    def begin(self):
        """Let the other threads begin to make the chosen moves; `finish` must follow."""
        with nogil:
            self._begin()

    def finish(self):
        """Help to make the chosen moves in all lanes, until they are made."""
        cdef long undone
        with nogil:
            self._work(0)
            # Read once a round: what is waited for must not be what has just come.
            undone = ludoteca_load(self.undone)
            while undone:
                self._wait_while(self.undone, undone, 0)
                undone = ludoteca_load(self.undone)

    cdef void _begin(self) noexcept nogil:
        cdef int number
        # Nobody holds a chunk now. From the first share on that is set, a thread that is late may take one.
        ludoteca_swap(self.undone, self.lanes.count)
        for number in range(self.count):
            ludoteca_swap(self.shares + number * LINE, <long> self.lanes.count * number // self.count)
        ludoteca_add(self.step, 1)
        for number in range(1, self.count):
            (<Signal> self.signal_at[number]).notify()

    cdef void _work(self, int number) noexcept nogil:
        cdef int offset, share
        cdef long begin, end, limit
        for offset in range(self.count):
            share = (number + offset) % self.count
            limit = <long> self.lanes.count * (share + 1) // self.count
            while True:
                begin = ludoteca_add(self.shares + share * LINE, self.chunk)
                if begin >= limit:
                    break
                end = min(begin + self.chunk, limit)
                self.lanes.advance(self.arrays, begin, end, limit)
                if ludoteca_add(self.undone, begin - end) == end - begin:
                    (<Signal> self.signal_at[0]).notify()

    def serve(self, int number):
        """Work until `stop`, as one of the other threads."""
        cdef long step = 0
        with nogil:
            while True:
                self._wait_while(self.step, step, number)
                step = ludoteca_load(self.step)
                if self.is_stopping:
                    break
                self._work(number)

    cdef void _wait_while(self, long* word, long number, int waiter) noexcept nogil:
        """Return soon after a word is no longer a number; perhaps before."""
        cdef int look
        for look in range(LOOKS):
            if ludoteca_load(word) != number:
                return
            ludoteca_pause()
        (<Signal> self.signal_at[waiter]).wait_unless(word, number)

    def stop(self):
        """Let the other threads end."""
        cdef Signal signal
        self.is_stopping = True
        ludoteca_add(self.step, 1)
        for signal in self.signals:
            signal.notify()
