"""Run a program for WASI with arguments and the standard streams: python run_wasi.py PROGRAM ARGUMENT..."""

import sys

import wasmtime


def main(program, *arguments):
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    config = wasmtime.WasiConfig()
    config.argv = [program, *arguments]
    config.inherit_stdin()
    config.inherit_stdout()
    config.inherit_stderr()
    store.set_wasi(config)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    instance = linker.instantiate(store, wasmtime.Module.from_file(engine, program))
    try:
        instance.exports(store)["_start"](store)
    except wasmtime.ExitTrap as exited:
        return exited.code
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
