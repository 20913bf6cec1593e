"""Compiles every module that has a `.pxd` beside it. A module that does not compile fails the build."""

import os
import re
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")
SHARED = "ludoteca._cython_shared"
"""Cython's own helper code, compiled once instead of into every module."""

# Microsoft's compiler optimises for speed and leaves debug information out unless told otherwise.
IS_MSVC = sysconfig.get_platform().startswith("win")
COMPILER_FLAGS = [] if IS_MSVC else ["-O3", "-g0"]
LINKER_FLAGS: list[str] = []
if "LUDOTECA_SANITIZE" in os.environ:
    LINKER_FLAGS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    COMPILER_FLAGS = ["-O1", "-g", "-fno-omit-frame-pointer", *LINKER_FLAGS]

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "auto_pickle": False,
    "boundscheck": False,
    "cdivision": True,
    "emit_code_comments": False,
    "initializedcheck": False,
    "wraparound": False,
}


def twins() -> list[Extension]:
    """One extension for each `.pxd`, from the `.pyx` beside it if there is one, else from the `.py`."""
    found = [Extension(SHARED, [], extra_compile_args=COMPILER_FLAGS, extra_link_args=LINKER_FLAGS)]
    for twin in sorted(SOURCE.rglob("*.pxd")):
        if is_inline(twin):
            continue
        name = ".".join(twin.relative_to(SOURCE).with_suffix("").parts)
        source = twin.with_suffix(".pyx")
        if not source.exists():
            source = twin.with_suffix(".py")
        found.append(Extension(name, [str(source)], extra_compile_args=COMPILER_FLAGS, extra_link_args=LINKER_FLAGS))
    return found


def is_inline(twin: Path) -> bool:
    """Whether a twin has only constants and inline functions: compiled into its users, it needs no module."""
    return re.search(r"^ *c?p?def (?!inline |enum|extern)", twin.read_text(), re.MULTILINE) is None


def has_old_inlines() -> bool:
    """Whether an inline twin is newer than C that was generated: Cython does not notice by itself."""
    generated = [source.stat().st_mtime for source in Path("build/c").rglob("*.c")]
    inline = [twin.stat().st_mtime for twin in SOURCE.rglob("*.pxd") if is_inline(twin)]
    return bool(generated) and max(inline) > min(generated)


def compiled(force: bool = False, processes: int = 2) -> list[Extension]:
    """The extensions with their C sources, which are generated in `build/c` where they are missing or old."""
    extensions: list[Extension] = cythonize(
        twins(),
        include_path=[str(SOURCE)],
        build_dir="build/c",
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        nthreads=processes,
        force=force or has_old_inlines(),
    )
    return extensions


def remove_stale(extensions: list[Extension]) -> None:
    """Remove modules that are gone from `build/lib`: setuptools installs whatever an earlier build left there."""
    names = {extension.name for extension in extensions}
    for library in Path("build").glob("lib*"):
        for file in filter(Path.is_file, library.rglob("*")):
            relative = file.relative_to(library)
            module = ".".join((*relative.parent.parts, file.name.partition(".")[0]))
            is_compiled = file.suffix in (".so", ".pyd")
            if not (module in names if is_compiled else (SOURCE / relative).exists()):
                file.unlink()


if __name__ == "__main__":
    extensions = compiled()
    remove_stale(extensions)
    setup(ext_modules=extensions, options={"build_ext": {"parallel": 2}})
