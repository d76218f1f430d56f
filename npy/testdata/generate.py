"""Writes the files in numpy/ with NumPy itself (made with version 1.24): python3 generate.py

Every array holds 0, 1, 2, ... in C order, as far as its type can, so that the test knows what must come out.
"""

import pathlib

import numpy as np

here = pathlib.Path(__file__).parent / "numpy"


def save(name, array, version=(1, 0)):
    with open(here / (name + ".npy"), "wb") as f:
        np.lib.format.write_array(f, array, version=version)


def ramp(dtype, *shape):
    return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)


for dtype in "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split():
    save("little-" + dtype, ramp("<" + dtype, 2, 3))
    save("big-" + dtype, ramp(">" + dtype, 2, 3))
save("fortran-i4", np.asfortranarray(ramp("<i4", 2, 3)))
save("fortran-big-f8", np.asfortranarray(ramp(">f8", 2, 3, 4)))
save("fortran-ones-i2", np.asfortranarray(ramp("<i2", 1, 3, 1, 2, 1)))
save("void-2", ramp("<u2", 2, 3).view("V2"))
save("scalar", ramp("<f4"))
save("empty", ramp("<f4", 3, 0, 2))
save("one-dimension", ramp("<i4", 5))
save("version-2", ramp("<i4", 2, 3), (2, 0))
save("version-3", ramp("<i4", 2, 3), (3, 0))
