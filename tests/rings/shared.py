"""What the machine (machine.py) knows of time and memory: who has heard of what, and which accesses are ordered.

Each thread has a clock for every thread; an asynchronous operation is a bit, which a thread knows of once it has waited
for it, or met someone who has. An access that is not ordered after an earlier one that it conflicts with is a hazard.
"""


class Clocks:
    """What a thread, or a barrier, has heard of: times of threads, of their proxy fences, operations that ended."""

    __slots__ = ("time", "fenced", "ended")

    def __init__(self, count):
        self.time, self.fenced, self.ended = [0] * count, [0] * count, 0

    def join(self, other):
        """Hears all that the other one has heard of."""
        self.time = list(map(max, self.time, other.time))
        self.fenced = list(map(max, self.fenced, other.fenced))
        self.ended |= other.ended

    def copy(self):
        """Gives the same again."""
        new = Clocks(0)
        new.time, new.fenced, new.ended = self.time[:], self.fenced[:], self.ended
        return new


class Word:
    """Four bytes: what they hold, who wrote them last, and who has read them since."""

    __slots__ = ("value", "writer", "at", "bit", "readers", "reading")

    def __init__(self):
        self.value, self.writer, self.at, self.bit, self.readers, self.reading = 0, None, 0, 0, {}, 0


class Memory:
    """The shared memory of all CTAs, by words, with the hazards that were seen."""

    def __init__(self, limit):
        self.words, self.hazards, self.bits, self.limit = {}, set(), 0, limit

    def bit(self):
        """Gives the bit of a new asynchronous operation."""
        self.bits += 1
        return 1 << self.bits

    def word(self, address):
        """Gives the word at an address."""
        found = self.words.get(address >> 2)
        if found is None:
            if address & 0xFFFFFF >= self.limit:
                self.hazards.add("access outside of the variables")
            found = self.words[address >> 2] = Word()
        return found

    def written(self, word, clocks, what, proxy=False):
        """Holds a new access against the last write; through the async proxy it needs a fence after that."""
        if word.bit and not clocks.ended & word.bit:
            self.hazards.add(f"{what} while a copy writes it")
        elif word.writer is not None and clocks.time[word.writer] < word.at:
            self.hazards.add(f"{what} unordered after a write")
        elif proxy and word.writer is not None and clocks.fenced[word.writer] < word.at:
            self.hazards.add(f"{what} without a proxy fence")

    def overwritten(self, word, clocks, what):
        """Holds a new write against the reads since the last one."""
        if word.reading & ~clocks.ended:
            self.hazards.add(f"{what} while an operation reads it")
        if any(clocks.time[reader] < at for reader, at in word.readers.items()):
            self.hazards.add(f"{what} unordered after a read")

    def read(self, thread, address):
        """A thread reads a word."""
        word = self.word(address)
        self.written(word, thread.clocks, "read")
        word.readers[thread.number] = thread.clocks.time[thread.number]
        return word.value

    def write(self, thread, address, value):
        """A thread writes a word."""
        word = self.word(address)
        self.written(word, thread.clocks, "write")
        self.overwritten(word, thread.clocks, "write")
        word.value, word.writer, word.at, word.bit = value, thread.number, thread.clocks.time[thread.number], 0
        word.readers, word.reading = {}, 0

    def begin_write(self, clocks, address, size, bit):
        """An operation that was started with these clocks will write some bytes; gives the words."""
        words = [self.word(at) for at in range(address, address + size, 4)]
        for word in words:
            self.written(word, clocks, "copy")
            self.overwritten(word, clocks, "copy")
            word.writer, word.bit, word.readers, word.reading = None, bit, {}, 0
        return words

    def begin_read(self, clocks, address, size, bit, proxy=True):
        """An operation that was started with these clocks reads some bytes until its end."""
        found = []
        for at in range(address, address + size, 4):
            word = self.word(at)
            self.written(word, clocks, "source", proxy)
            word.reading |= bit
            found.append(word.value)
        return found


class Barrier:
    """An mbarrier: arrivals and bytes that its phase waits for, and what those who arrived had heard of."""

    def __init__(self, count, thread, clocks):
        self.count = self.pending = count
        self.bytes, self.phase, self.maker = 0, 0, (thread.number, thread.clocks.time[thread.number])
        self.heard, self.done = clocks, clocks.copy()

    def flip(self):
        """Ends the phase where all that it waits for has come."""
        if self.pending == 0 and self.bytes == 0:
            self.phase, self.pending, self.done = self.phase + 1, self.count, self.heard.copy()
