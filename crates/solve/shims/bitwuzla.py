# Bitwuzla as a command line, through its Python bindings.
#
# The parser must see one stream, or push and pop lose track of each other. It reads that stream in
# whole blocks, so a second process cuts standard input into commands and fills each block up with
# blank lines: whatever has come in completely is then read at once.
import ctypes

import bitwuzla

BLOCK = 1024


def pump(source, sink):
    for chunk in Commands(source).chunks():
        data = chunk + b"\n"
        data += b"\n" * (-len(data) % BLOCK)
        while data:
            data = data[os.write(sink, data):]


def stream(source):
    """The path of a pipe that a child process fills from `source`."""
    readable, writable = os.pipe()
    if os.fork() == 0:
        code = 0
        try:
            os.close(readable)
            # Whoever waits for the end of our output must not wait for the child.
            os.close(1)
            os.close(2)
            pump(source, writable)
        except OSError:
            code = 1
        os._exit(code)
    os.close(writable)
    return "/dev/fd/%d" % readable


def main():
    options, file = split_arguments(sys.argv[1:])
    if "--version" in options:
        say(bitwuzla.version() + "\n")
        return 0
    # Printed by C++ through the C library's buffer, which would be kept until the end.
    libc = ctypes.CDLL(None)
    line_buffered = 1
    libc.setvbuf(ctypes.c_void_p.in_dll(libc, "stdout"), None, line_buffered, 0)
    settings = bitwuzla.Options()
    try:
        settings.set_args(*[word for word in options if not word.startswith("--lang")])
        parser = bitwuzla.Parser(bitwuzla.TermManager(), settings)
        parser.parse(file if file and file != "-" else stream(0), False, True)
    except bitwuzla.BitwuzlaException as error:
        libc.fflush(None)
        say("(error " + quote(error) + ")\n")
        return 1
    libc.fflush(None)
    return 0


code = main()
sys.stdout.flush()
sys.stderr.flush()
os._exit(code)
