cimport cython

cdef int NOBODY, NONE
cdef unsigned long long[576] FLAG_KEYS
cdef unsigned long long[20] HOLDER_KEYS


@cython.final
cdef class Flags:
    cdef readonly int count
    cdef unsigned long long key
    cdef int[4] tiles
    cdef int[4] holders

    cpdef put(self, int flag, int tile, int holder)
    cpdef int tile_of(self, int flag)
    cpdef int holder_of(self, int flag)
    @cython.locals(flag=int)
    cpdef list flags_on(self, int tile)
    @cython.locals(controlled=int, flag=int)
    cpdef int controlled_by(self, int seat) noexcept nogil
    cpdef bint has_own(self, int seat, int tile) noexcept nogil
    @cython.locals(twin=Flags)
    cpdef Flags copy(self)

    @cython.locals(taken=int, has_changed=bint, has_carried=bint, flag=int)
    cpdef bint carry(self, int seat, int origin, int target) noexcept nogil
    @cython.locals(flag=int, _=int)
    cpdef int first_foreign(self, int seat, int tile) noexcept nogil
    @cython.locals(flag=int)
    cpdef void release(self, int tile) noexcept nogil

    @cython.locals(word='unsigned long long', flag=int)
    cdef unsigned long long packed(self) noexcept nogil
    @cython.locals(flag=int)
    cdef void unpack(self, unsigned long long word) noexcept nogil
    @cython.locals(flag=int)
    cdef void _find_key(self) noexcept nogil
