cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position
from ludoteca.games.exile cimport encoding, layout
from ludoteca.games.exile.evaluation cimport ExileEvaluator
from ludoteca.games.exile.pieces cimport Flags, Pieces
from ludoteca.games.exile.position cimport ExilePosition

cdef int PIECES, MOST


cdef class ExileFeatures(Features):
    cdef ExilePosition position
    cdef Pieces pieces
    cdef Flags flags
    cdef ExileEvaluator evaluator
    cdef int area
    cdef int flag_begin
    cdef int ready_begin
    cdef int waiting_begin
    cdef int missing_begin
    cdef int spawned_begin
    cdef int turn_begin

    cpdef attach(self, Position position)
    @cython.locals(seats=int, view=int, after=int, slot=int, index=int, tile=int)
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    @cython.final
    @cython.locals(seats=int, seat=int, index=int, holder=int, missing=int)
    cdef int _show_seat(self, int viewer, int after, int slot, int view, unsigned short* out) noexcept nogil
    cdef int by_hand(self, int seat) noexcept nogil
