"""Arrays on a GPU that other libraries use without a copy: the CUDA array interface, and DLPack."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from rooftop.engine.record import Array

CUDA = 2  # DLPack's number for the kind of device
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # ... and for the kinds of numbers
LEGACY_STREAM = 1


class _Tensor(ctypes.Structure):
    """DLManagedTensor: a DLTensor, and how its consumer gives it back."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_lent: dict[int, object] = {}  # what consumers have not given back, by the address of its tensor


_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


def _given_back(tensor: int) -> None:
    _lent.pop(tensor, None)


def _dropped(capsule: int) -> None:
    """Free a capsule that nobody has taken: a consumer would have changed its name."""
    if _is_valid(capsule, b"dltensor"):
        _lent.pop(_pointer(capsule, b"dltensor"), None)


_give_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_given_back)
_drop = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_dropped)


class DeviceArray:
    """An array of a batch on a GPU. `torch.as_tensor`, `torch.from_dlpack`, `jax.dlpack.from_dlpack` and
    `cupy.asarray` take it without a copy; `numpy()` copies it to the host."""

    def __init__(self, array: Any, device: int, follow: Callable[[int], None], turned: bool = False) -> None:
        self.array = array  # of numba-cuda
        self._device = device
        self._follow = follow  # makes another stream wait for our kernels
        self._turned = turned
        self.shape: tuple[int, ...] = self._in_order(array.shape)
        self.dtype: np.dtype[Any] = array.dtype

    def _in_order(self, sizes: tuple[int, ...]) -> tuple[int, ...]:
        return sizes[::-1] if self._turned else sizes

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found | {"shape": self.shape, "strides": self._in_order(self.array.strides)}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self._device

    def __dlpack__(self, *, stream: int | None = None, **_: object) -> object:
        """A capsule with the array's memory, for one consumer."""
        if stream not in (None, -1, 0, LEGACY_STREAM):
            self._follow(int(stream or 0))
        count, size = len(self.shape), self.dtype.itemsize
        numbers = ctypes.c_int64 * count
        shape = numbers(*self.shape)
        strides = numbers(*(stride // size for stride in self._in_order(self.array.strides)))
        kind = KINDS[self.dtype.kind]
        tensor = _Tensor(
            self.array.__cuda_array_interface__["data"][0],
            CUDA,
            self._device,
            count,
            kind,
            8 * size,
            1,
            shape,
            strides,
            0,
            None,
            ctypes.cast(_give_back, ctypes.c_void_p),
        )
        address = ctypes.addressof(tensor)
        _lent[address] = (tensor, shape, strides, self.array)
        return _capsule(address, b"dltensor", ctypes.cast(_drop, ctypes.c_void_p))

    @property
    def T(self) -> DeviceArray:  # noqa: N802 (as NumPy calls it)
        """The same memory with its dimensions in the other order."""
        return DeviceArray(self.array, self._device, self._follow, not self._turned)

    def numpy(self) -> Array:
        """A copy on the host."""
        copy: Array = self.array.copy_to_host()
        return copy.T if self._turned else copy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} of {self.dtype}>"
