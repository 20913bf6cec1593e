"""The compiled form of `crew.py`: lanes are visited without the interpreter, by threads that wait without it."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.pythread cimport (
    WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
)
from cpython.ref cimport PyObject

from ludoteca.core cimport cache
from ludoteca.lab.lane cimport Lane, Table
from ludoteca.lab.memory cimport Memory


# A lane's memory is asked for in time, step by step, since each step needs what the one before it has brought: the lane,
# then its objects, then what these hold.
cdef int LANE_AHEAD = 9
cdef int OBJECTS_AHEAD = 6
cdef int CONTENTS_AHEAD = 3


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

    cdef void advance(self, Table table, int begin, int end) noexcept nogil:
        cdef int index
        for index in range(begin, end):
            if index + LANE_AHEAD < end:
                cache.prefetch(self.at[index + LANE_AHEAD], 0)
                cache.prefetch(self.at[index + LANE_AHEAD], 64)
            if index + OBJECTS_AHEAD < end:
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).position, 0)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).position, 64)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).encoding, 0)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).encoding, 64)
                cache.prefetch(<void*> (<Lane> self.at[index + OBJECTS_AHEAD]).found, 0)
            if index + CONTENTS_AHEAD < end:
                (<Lane> self.at[index + CONTENTS_AHEAD]).prefetch()
            (<Lane> self.at[index]).advance(table)

    def refresh(self, Table table not None, numbers):
        """Find the moves of some lanes anew."""
        cdef Lane lane
        for number in numbers:
            lane = self.kept[number]
            lane.refresh(table)

    def ended(self, Table table not None):
        """The lanes whose games have just ended."""
        cdef int index
        return [index for index in range(self.count) if table.ended.uint8[index]]

    def choose_any(self, Table table not None):
        """Choose a random move in each lane."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).choose_any(table)

    def any_actions(self, Table table not None, Memory actions not None):
        """Choose a random action in each lane."""
        cdef int index
        with nogil:
            for index in range(self.count):
                actions.int64[index] = (<Lane> self.at[index]).any_action(table)

    def find_flat(self, Table table not None, Memory actions not None):
        """Choose the moves of flat actions; the first lane that has none with its number, or -1."""
        cdef int index
        cdef int bad = -1
        with nogil:
            for index in range(self.count - 1, -1, -1):
                table.choices.int64[index] = (<Lane> self.at[index]).find_flat(actions.int64[index])
                if table.choices.int64[index] < 0 and (actions.int64[index] != -1 or table.counts.int64[index] != 0):
                    bad = index
        return bad

    def take_picks(self, Table table not None, Memory actions not None):
        """Take a pick in each lane; if a lane has none with its number, the first such lane, and nothing is taken."""
        cdef int index
        cdef int bad = -1
        cdef int end = table.width - 1
        with nogil:
            for index in range(self.count - 1, -1, -1):
                if actions.int64[index] == -1 and table.counts.int64[index] == 0:
                    continue
                if not (<Lane> self.at[index]).can_pick(actions.int64[index], end):
                    bad = index
        if bad >= 0:
            return bad
        with nogil:
            for index in range(self.count):
                if table.counts.int64[index] == 0:
                    table.choices.int64[index] = -1
                else:
                    table.choices.int64[index] = (<Lane> self.at[index]).take_pick(<int> actions.int64[index], end)
        return -1

    def describe(self, Table table not None, Memory features not None):
        """Write the features of the legal moves of all lanes."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).describe(table, features)

    def gather(self, Table table not None, Memory moves not None):
        """Copy the legal moves of all lanes, one lane after the other."""
        cdef int index
        with nogil:
            for index in range(self.count):
                (<Lane> self.at[index]).gather(table, moves)


cdef class Worker:
    """A thread that advances some of the lanes whenever it is told to."""

    def __cinit__(self, Lanes lanes not None, Table table not None, int begin, int end):
        self.lanes = lanes
        self.table = table
        self.begin = begin
        self.end = end
        self.is_stopping = False
        self.go = PyThread_allocate_lock()
        self.done = PyThread_allocate_lock()
        if self.go is NULL or self.done is NULL:
            raise MemoryError
        PyThread_acquire_lock(self.go, WAIT_LOCK)
        PyThread_acquire_lock(self.done, WAIT_LOCK)

    def __dealloc__(self):
        if self.go is not NULL:
            PyThread_free_lock(self.go)
        if self.done is not NULL:
            PyThread_free_lock(self.done)

    def serve(self):
        """Work until `stop`."""
        with nogil:
            while True:
                PyThread_acquire_lock(self.go, WAIT_LOCK)
                if self.is_stopping:
                    break
                self.lanes.advance(self.table, self.begin, self.end)
                PyThread_release_lock(self.done)

    def stop(self):
        """Let the thread end."""
        self.is_stopping = True
        PyThread_release_lock(self.go)


def advance(Lanes lanes not None, Table table not None, int end, list workers not None):
    """Make the chosen moves: the lanes before `end` here, the others by the workers."""
    cdef Worker worker
    for worker in workers:
        PyThread_release_lock(worker.go)
    with nogil:
        lanes.advance(table, 0, end)
    for worker in workers:
        with nogil:
            PyThread_acquire_lock(worker.done, WAIT_LOCK)
