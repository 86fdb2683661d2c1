"""What the type checker knows of `pyscript`: the part of it that the page uses, see `ffi.pyi`."""
