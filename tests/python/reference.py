"""reference.py: prints docs/python-reference.md, which is made of the docstrings of the module."""

import ast
import pathlib
import re
import sys
import textwrap

import ptxcheck

FOLDER = pathlib.Path(ptxcheck.__file__).parent

HEAD = """# The Python module, name by name

Printed from the docstrings of `ptxcheck`; `help(ptxcheck.check)` says the same. [python.md](python.md) shows it at work.
Shapes, strides and boxes are in the order of an array in Python, the last dimension innermost. Offsets, lengths and sizes
are in bytes. A `Source` is a `str` or `bytes`, which are text, or the path of a file; a `Version` is "8.6" or 8.6.
"""

# Modules in the order of the page: what each is about, and the names of it that are public.
SECTIONS = (
    ("report", "Checks", ptxcheck.__all__),
    ("_library", "", ("PtxError",)),
    ("options", "", ptxcheck.__all__),
    ("tables", "Tables", ptxcheck.__all__),
    ("instruction", "Instructions", ptxcheck.__all__),
    ("tensormap", "Tensor maps", ptxcheck.__all__),
    ("planning", "Plans", ptxcheck.__all__),
    ("swizzle", "Swizzles", ("modes", "offset", "offsets", "bank_passes")),
    ("descriptors", "Descriptors", ptxcheck.__all__),
    ("pipelines", "Pipelines", ptxcheck.__all__),
    ("names", "Names", ptxcheck.__all__),
)
MADE = ("Module", "TensorMap")  # classes that are made by a call with their name
LISTS = ("Args", "Attributes", "Raises")


def public(body, names):
    """The classes and functions of a body that have one of the names; of None those without '_' before it."""
    return [node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)
            and (node.name in names if names is not None else node.name[0] != "_")]


def decorators(node):
    return {ast.unparse(each).partition("(")[0] for each in node.decorator_list}


def signature(node, prefix, lines):
    """The signature of a function as its source has it, without self and cls."""
    text = " ".join("\n".join(lines[node.lineno - 1:node.body[0].lineno - 1]).split())
    arguments, result = re.fullmatch(r"def \w+\((.*)\)(?: -> (.*))?:", text).groups()
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    whole = f"{prefix}{node.name}({arguments})" + (f" -> {result}" if result and result != "None" else "")
    return "\n".join(textwrap.wrap(whole, 112, subsequent_indent="    ", break_long_words=False))


def prose(docstring):
    """A docstring as Markdown: its parts become lists."""
    lines, part = [], None
    for line in docstring.splitlines():
        name = line.rstrip(":")
        item = re.match(r"    ([\w, ]+): (.*)", line)
        if line.endswith(":") and name in (*LISTS, "Returns"):
            part = name
            lines += [f"*{name}*", ""]
        elif part in LISTS and item:
            lines.append(f"- {', '.join(f'`{each}`' for each in item[1].split(', '))}: {item[2]}")
        elif part in LISTS and line:
            lines.append(f"  {line.strip()}")
        else:
            lines.append(line.strip() if part else line)
    return "\n".join(lines).strip()


def function(node, prefix, lines, level):
    return [f"{'#' * level} {prefix}{node.name}", "```python\n" + signature(node, prefix, lines) + "\n```",
            prose(ast.get_docstring(node))]


def fields(node):
    """What a dataclass has, where its docstring does not say more of it."""
    found = [f"`{ast.unparse(each)}`" for each in node.body if isinstance(each, ast.AnnAssign)]
    return "" if "Attributes:" in ast.get_docstring(node) else ", ".join(found)


def of_class(node, lines):
    """A class: what it is and has; then the methods of which there is more to say than a row holds."""
    parts, rows = [f"### {node.name}", prose(ast.get_docstring(node)), fields(node)], []
    init = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    for each in init if node.name in MADE else ():
        parts.append("```python\n" + signature(each, "", lines).replace("__init__", node.name) + "\n```")
        parts.append(prose(ast.get_docstring(each) or ""))
    for each in public(node.body, None):
        said, kinds = prose(ast.get_docstring(each)), decorators(each)
        owner = node.name if kinds & {"classmethod", "staticmethod"} else ""
        if "property" in kinds:
            rows.append((each.name, said))
        elif "\n\n" not in said:
            rows.append((signature(each, f"{owner}.", lines), said))
        elif "overload" not in kinds:
            parts += function(each, f"{owner}.", lines, 4)
    if rows:
        cells = ["| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in (f"`{name}`", said)) + " |"
                 for name, said in rows]
        parts.insert(3, "\n".join(["| | |", "|---|---|", *cells]))
    return parts


def enumeration(node):
    values = [each.value.value for each in node.body if isinstance(each, ast.Assign)]
    shown = ", ".join(f"`{value}`" for value in values[:8]) + (f" and {len(values) - 8} more" if len(values) > 8 else "")
    return f"| `{node.name}` | {ast.get_docstring(node)} | {shown} |"


def page():
    parts = [HEAD.strip()]
    for module, title, names in SECTIONS:
        text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
        tree, lines = ast.parse(text), text.splitlines()
        if title:
            parts += [f"## {title}", ast.get_docstring(tree)]
        found = public(tree.body, names)
        if module == "names":
            parts.append("| class | is | values |\n|---|---|---|\n" + "\n".join(map(enumeration, found)))
            continue
        for node in sorted(found, key=lambda each: isinstance(each, ast.ClassDef)):
            parts += of_class(node, lines) if isinstance(node, ast.ClassDef) else function(
                node, "swizzle." if module == "swizzle" else "", lines, 3)
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
