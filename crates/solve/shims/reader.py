# Reads SMT-LIB from a file descriptor, command by command, as it comes in.
# Part of nuthatch; put before the shim of each binding.
import os
import re
import sys

# Everything that can change where a command ends; the rest is skipped at regex speed.
TOKEN = re.compile(rb'[()]|"[^"]*"|\|[^|]*\||;[^\n]*\n|["|;]')


class Commands:
    """Cuts bytes into complete top-level commands. Never waits for more than one command needs."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.buffer = b""
        self.scanned = 0
        self.depth = 0

    def complete(self):
        """The end of the last complete command in the buffer, or 0."""
        end = 0
        for token in TOKEN.finditer(self.buffer, self.scanned):
            text = token.group()
            if text in (b'"', b"|", b";"):
                # Opened and not closed yet: look again from here when there is more.
                self.scanned = token.start()
                return end
            self.scanned = token.end()
            if text == b"(":
                self.depth += 1
            elif text == b")":
                self.depth = max(0, self.depth - 1)
                if self.depth == 0:
                    end = token.end()
        return end

    def chunks(self):
        """Yields text that ends with a complete command, as soon as there is some."""
        while True:
            end = self.complete()
            if end:
                ready, self.buffer = self.buffer[:end], self.buffer[end:]
                self.scanned -= end
                yield ready
            more = os.read(self.descriptor, 1 << 16)
            if not more:
                if self.buffer.strip():
                    yield self.buffer
                return
            self.buffer += more

    def __iter__(self):
        """Yields single commands."""
        for chunk in self.chunks():
            start = 0
            depth = 0
            for token in TOKEN.finditer(chunk):
                text = token.group()
                if text == b"(":
                    depth += 1
                elif text == b")":
                    depth -= 1
                    if depth <= 0:
                        depth = 0
                        yield chunk[start:token.end()]
                        start = token.end()
            if chunk[start:].strip():
                yield chunk[start:]


def say(text):
    """Prints at once; a crash in the next command must not take this answer with it."""
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(1, data):]


def quote(message):
    return '"' + str(message).replace('"', '""') + '"'


def split_arguments(arguments):
    """Options, and the file to read if there is one."""
    options = [word for word in arguments if word.startswith("-") and word != "-"]
    files = [word for word in arguments if not word.startswith("-")]
    return options, files[-1] if files else None


