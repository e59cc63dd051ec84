"""picture.py TOP: prints the rooms as an SVG picture, each with its files, above the rooms that it sees. The arrows are
the includes between rooms, without those that others imply."""

import sys

from rooms import ROOMS, Tree, file_of

# In pixels: the picture, the space around a frame and within it, its label, the space between boxes and within them.
WIDTH, MARGIN, PADDING, LABEL, GAP, INDENT = 860, 2, 18, 36, 32, 14
LINE, LETTER = 18, 7.3  # of the names of files

STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif; fill: #59636e }
  .name { font-size: 15px; font-weight: 600; fill: #1f2328 }
  .files { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
  .frame { fill: #f6f8fa; stroke: #d1d9e0 }
  .room { fill: #ffffff; stroke: #9aa4af }
  .public { fill: #ddf4ff; stroke: #54aeff }
  .arrow { fill: none; stroke: #59636e; stroke-width: 1.5 }
  .head { fill: #59636e }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .name, .files { fill: #f0f6fc }
    .frame { fill: #151b23; stroke: #3d444d }
    .room { fill: #0d1117; stroke: #656c76 }
    .public { fill: #0c2d4d; stroke: #1f6feb }
    .arrow { stroke: #9198a1 }
    .head { fill: #9198a1 }
  }
"""


COMMANDS = "cli/commands"


def is_part(room):
    """Whether a room is drawn as a part of that of the commands: it holds one of them."""
    return room.startswith(COMMANDS + "/")


def drawn_in(file):
    """The room that shows a file, and the name that it has there. The files of one command show as its name."""
    room, _, name = file.rpartition("/")
    return (COMMANDS, room.rpartition("/")[2]) if is_part(room) else (room, name)


def direct(uses):
    """The rooms that each room sees, without those that it also sees through another. That the library's rooms speak
    the words of the public headers is not drawn; those lie above it, for programs see the library through them."""
    sees = {room: set() for room, _, _ in ROOMS if not is_part(room)}
    for file, used, _ in uses:
        room, other = drawn_in(file)[0], drawn_in(used)[0]
        if room != other and room != "include" and (other != "include" or room.startswith("cli")):
            sees[room].add(other)
    sees["include"] = {"api"}

    def through(room):
        return sees[room].union(*map(through, sees[room]))

    return {room: others - set().union(*map(through, others)) for room, others in sees.items()}


def wrap(names, width):
    """The names in lines of at most this many pixels."""
    lines = [[]]
    for name in names:
        if lines[-1] and LETTER * len(" · ".join([*lines[-1], name])) > width:
            lines.append([])
        lines[-1].append(name)
    return [" · ".join(line) for line in lines]


class Box:
    """A room in the picture. `needed` is the least height for its text."""

    def __init__(self, room, holds, names):
        self.room, self.holds, self.names = room, holds, names
        self.x = self.y = self.width = self.height = 0

    def place(self, x, width):
        self.x, self.width = x, width
        self.lines = wrap(self.names, width - 2 * INDENT)
        self.needed = 38 + LINE * len(self.lines)

    def svg(self):
        kind = "public" if self.room == "include" else "room"
        yield f'<rect class="{kind}" x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="6"/>'
        yield f'<text x="{self.x + INDENT}" y="{self.y + 23}"><tspan class="name">{self.room}</tspan>' \
              f'<tspan dx="10">{self.holds}</tspan></text>'
        for number, line in enumerate(self.lines):
            yield f'<text class="files" x="{self.x + INDENT}" y="{self.y + 44 + LINE * number}">{line}</text>'


def rows_of(boxes, sees):
    """The boxes in rows, from below. A box that no room of the next row sees reaches up to the row below its lowest
    user, and is in all these rows."""

    def rank(room):
        return 1 + max(map(rank, sees[room]), default=-1)

    lowest = {box: rank(room) for room, box in boxes.items()}
    users = {box: [lowest[boxes[user]] for user in sees if room in sees[user]] for room, box in boxes.items()}
    highest = {box: min(users[box], default=lowest[box] + 1) - 1 for box in boxes.values()}
    rows = range(max(lowest.values()) + 1)
    return [[box for box in boxes.values() if lowest[box] <= row <= highest[box]] for row in rows]


def place(rows):
    """Puts the boxes in their places. Gives where the lowest ends."""
    inside, top = WIDTH - 2 * (MARGIN + PADDING), MARGIN + LABEL
    for row in rows:
        width = (inside - GAP * (len(row) - 1)) // len(row)
        for column, box in enumerate(row):
            box.place(MARGIN + PADDING + column * (width + GAP), width)
    for number in reversed(range(len(rows))):
        row, below = rows[number], rows[number - 1] if number else []
        height = max(box.needed for box in row if box not in below)
        for box in row:
            box.y = box.y or top
            box.height = top + height - box.y
        between_frames = any(box.room == "include" for box in below)
        top += height + GAP + (PADDING + LABEL - 8 if between_frames else 0)
    return top - GAP


def arrow(user, used):
    """From the bottom of one box to the top of another: straight where one lies over the other, else with two bends."""
    left, right = max(user.x, used.x), min(user.x + user.width, used.x + used.width)
    top, bottom = user.y + user.height, used.y
    if left < right:
        end = (left + right) // 2
        path = f"M{end} {top}V{bottom - 6}"
    else:
        side = 1 if user.x < used.x else -1
        start, end = (right - 48, left + 48) if side > 0 else (left + 48, right - 48)
        middle, bend = (top + bottom) // 2 - 2, 6 * side
        path = f"M{start} {top}V{middle - 6}q0 6 {bend} 6H{end - bend}q{bend} 0 {bend} 6V{bottom - 6}"
    yield f'<path class="arrow" d="{path}"/>'
    yield f'<path class="head" d="M{end} {bottom - 1}l-5 -9h10z"/>'


def frame(label, boxes):
    top, bottom = min(box.y for box in boxes) - LABEL, max(box.y + box.height for box in boxes) + PADDING
    yield f'<rect class="frame" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{bottom - top}" rx="10"/>'
    yield f'<text x="{MARGIN + PADDING}" y="{top + 23}">{label}</text>'


def draw(tree):
    files = sorted({drawn_in(file_of(path)) for path in tree.sources})
    boxes = {room: Box(room, holds, [name for other, name in files if other == room])
             for room, _, holds in ROOMS if not is_part(room)}
    sees = direct(tree.uses)
    height = place(rows_of(boxes, sees)) + PADDING + MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
    yield "<title>The rooms of ptxcheck, each above those that it includes</title>"
    yield f"<style>{STYLE}</style>"
    yield from frame("the command: ptxcheck", [box for box in boxes.values() if box.room.startswith("cli")])
    yield from frame("the library: libptxcheck", [box for box in boxes.values() if not box.room.startswith("cli")])
    for box in boxes.values():
        yield from box.svg()
    for room, others in sees.items():
        for other in sorted(others):
            if (room, other) != ("include", "api"):
                yield from arrow(boxes[room], boxes[other])
    yield "</svg>"


sys.stdout.reconfigure(encoding="utf-8")
print("\n".join(draw(Tree(sys.argv[1]))))
