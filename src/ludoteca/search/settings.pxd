from ludoteca.search cimport scores


cdef class SearchSettings:
    cdef public int window
    cdef public int reverse_depth, reverse_margin, razor_margin, null_base, null_factor, null_margin, probcut_margin
    cdef public int late_depth, late_base, futility_depth, futility_base, futility_margin, history_depth, history_margin
    cdef public int exchange_depth, quiet_exchange, capture_exchange
    cdef public int singular_depth, singular_margin, double_margin, check_depth
    cdef public int reduction_base, reduction_factor, reduction_improving, reduction_cut, reduction_pv, reduction_history
