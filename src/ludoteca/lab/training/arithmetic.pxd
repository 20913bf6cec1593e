from libc.math cimport exp, sqrt

cdef enum:
    BLOCK = 32
    CHUNK = 256


cdef inline float sigmoid(float output) noexcept nogil:
    return <float> (1.0 / (1.0 + exp(-max(-40.0, min(40.0, <double> output)))))


cdef inline float root(float number) noexcept nogil:
    return <float> sqrt(number)


cdef inline float clipped(float value) noexcept nogil:
    value = value if value > <float> 0.0 else <float> 0.0
    return value if value < <float> 1.0 else <float> 1.0


cdef inline float inside(float value) noexcept nogil:
    value = value if value > <float> 0.0 else <float> 0.0
    return value if value < <float> 1.0 else <float> 0.0
