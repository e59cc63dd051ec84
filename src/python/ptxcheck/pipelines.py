"""What kernels do with their copies over time, as an execution has it (docs/pipeline.md)."""

import dataclasses
import pathlib
import re
import tempfile
from typing import Any, List, Mapping, Optional, Tuple

from ptxcheck._core import ffi, lib
from ptxcheck._library import ensure, run_command, string
from ptxcheck.options import Options, native_of, options_of
from ptxcheck.report import Report, Source, Span, read_source


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happens in an execution.

    Attributes:
        kind: "copy", "commit", "wait_group", "hazard" and so on.
        cta, warp, role, lanes: who does it: numbers from 0, and how many threads of the warp.
        span: the instruction, in bytes of the source.
        cause: the number of the event that it follows from; None: of none.
        iteration: of the innermost loop around it, from 1; 0: it is in none.
        variable, offset: the shared memory or the mbarrier that it is about, in bytes from the start of the variable.
        bytes, count: as the kind says.
        message: of a hazard what goes wrong, or None.
    """

    kind: str
    cta: int
    warp: int
    role: int
    lanes: int
    span: Span
    cause: Optional[int]
    iteration: int
    variable: Optional[str]
    offset: int
    bytes: int
    count: int
    message: Optional[str]


@dataclasses.dataclass(frozen=True)
class PipelineKernel:
    """A kernel that was executed.

    Attributes:
        name: of the kernel.
        warps, ctas: of a CTA, and of the cluster that was executed.
        assumed: what was chosen for it, or "".
        stopped: why the execution ends early; None: it does not.
        events: what happens, those of one warp in the order of its program.
    """

    name: str
    warps: int
    ctas: int
    assumed: str
    stopped: Optional[str]
    events: Tuple[Event, ...]


class Pipeline:
    """The kernels of a module, executed. A notebook shows it as a picture.

    Attributes:
        kernels: those with asynchronous copies, in the order of the source.
    """

    def __init__(self, data: bytes, name: str, options: Options, kernel: Optional[str]) -> None:
        self._data, self._name, self._options, self._kernel = data, name, options, kernel
        pointer, buffer = ffi.new("struct ptxc_pipeline **"), ffi.from_buffer(data)
        self._native_options = native_of(options)
        ensure(lib.ptxc_pipeline_read(buffer, len(data), self._native_options.pointer,
                                      kernel.encode() if kernel else ffi.NULL, pointer))
        self._native = ffi.gc(pointer[0], lib.ptxc_pipeline_free)
        self.kernels: Tuple[PipelineKernel, ...] = tuple(map(self._read, range(lib.ptxc_pipeline_count(self._native))))

    def _read(self, index: int) -> PipelineKernel:
        native = lib.ptxc_pipeline_get(self._native, index)
        events: List[Event] = []
        for i in range(native.event_count):
            event = lib.ptxc_pipeline_event_get(self._native, index, i)
            cause = None if event.cause == lib.PTXC_NO_EVENT else event.cause
            events.append(Event(string(lib.ptxc_event_kind_name(event.kind)), event.cta, event.warp, event.role, event.lanes,
                                Span(event.span.offset, event.span.length), cause, event.iteration,
                                string(event.place.variable) or None, event.place.offset, event.bytes, event.count,
                                string(event.message) or None))
        return PipelineKernel(string(native.name), native.warps, native.ctas, string(native.assumed),
                              string(native.stopped) or None, tuple(events))

    def check(self) -> Report:
        """Returns what `ptxcheck.check` finds in the module with the same assumptions."""
        from ptxcheck.report import check_bytes
        return check_bytes(self._data, self._name, self._options, False)

    def _arguments(self) -> List[str]:
        assumed = [f"--assume={name}={value}" for name, value in (*self._boxes(), *self._options.assume)]
        name = self._name if self._name.endswith(".ptx") else f"{self._name}.ptx"
        return ["pipeline", *assumed, *([f"--kernel={self._kernel}"] if self._kernel else []), f"--stdin-filename={name}", "-"]

    def _boxes(self) -> List[Tuple[str, int]]:
        """Returns the bytes of copies with the tensor maps that have a name, as assumptions."""
        maps, found = self._native_options.pointer.maps, ffi.new("struct ptxc_tensormap *")
        found.size = ffi.sizeof("struct ptxc_tensormap")
        boxes: List[Tuple[str, int]] = []
        while maps and lib.ptxc_tensormaps_get(maps, len(boxes), found):
            boxes.append((f"box({string(found.name)})", lib.ptxc_tensormap_bytes(found)))
        return [(name, size) for name, size in boxes if name != "box()" and size]

    def __str__(self) -> str:
        """Returns the picture as text, as `ptxcheck pipeline` prints it."""
        return run_command(self._arguments(), self._data)

    @property
    def html(self) -> str:
        """A page for a browser, as `ptxcheck pipeline --html` writes it."""
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            run_command([*self._arguments()[:-1], f"--html={page}", "-"], self._data)
            return page.read_text(encoding="utf-8")

    @property
    def svg(self) -> Tuple[str, ...]:
        """The pictures of the page, one for each kernel that has one, as SVG that stands alone."""
        page = self.html
        style = "".join(re.findall(r"<style>.*?</style>", page, re.DOTALL))
        return tuple(f'<svg xmlns="http://www.w3.org/2000/svg" class="time"{rest}>{style}{inner}</svg>' for rest, inner in
                     re.findall(r'<svg class="time"([^>]*)>(.*?)</svg>', page, re.DOTALL))

    @property
    def frame(self) -> str:
        """The page as an element of another page, an iframe."""
        page = self.html.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'

    def _repr_html_(self) -> str:
        return self.frame


def pipeline(source: Source, *, kernel: Optional[str] = None, assume: Optional[Mapping[str, int]] = None,
             maps: Any = None, name: Optional[str] = None) -> Pipeline:
    """Executes the kernels of a PTX module that have asynchronous copies.

    Args:
        source: text, or the path of a file.
        kernel: this one alone, whether it has copies or not.
        assume: what the text does not say: {"threads": 128, "cluster": 2, "box(map)": 16384} (threads, CTAs, bytes).
        maps: a ptxcheck.TensorMap, JSON of one, or a list of them; each has the name of a kernel parameter or variable.
        name: what a text is called.

    Raises:
        OSError: the file cannot be read.
        ValueError: an assumption has a name or a value that none can have.
    """
    data, called = read_source(source, name)
    return Pipeline(data, called, options_of(assume=assume, maps=maps), kernel)
