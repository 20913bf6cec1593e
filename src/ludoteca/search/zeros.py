"""Memory for tables that are large and, in a short search, little used."""

import contextlib
import mmap


def zeros(size: int) -> mmap.mmap:
    """So many bytes, all 0, which take no memory until they are used; in large pages where the system has them."""
    # Of this process alone: shared memory, which is what Python makes otherwise, has no large pages.
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    pages = mmap.mmap(-1, size, **private)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        # A kernel may be built without them.
        with contextlib.suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages
