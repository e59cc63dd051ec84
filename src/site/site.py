#!/usr/bin/env python3
"""Builds the site: the documents as pages, a page for each rule and for each instruction, and a search without a server.

    src/site/site.py [--address URL] [--mkdocs COMMAND] TOP OUT

TOP is the checkout, OUT the directory that the pages go to; what it held before is lost. Without an address the pages
can be opened from the disk, where nothing can be searched. MkDocs with its theme Material is needed (requirements.txt).
Exit status: 0, 1 where a link leads nowhere or a rule of the reference has no page, 2 where something could not be done.
"""

import argparse
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:|#|//")
PARTS = (("index.md", "ptxcheck"), ("hazards.md", "Hazards"), ("pipeline.md", "Pipelines"), ("tensormaps.md", "Tensor maps"),
         ("swizzle.md", "Swizzles"), ("descriptor.md", "Descriptors"), ("plan.md", "Plans"), ("python.md", "Python"),
         ("editors.md", "Editors"), ("configuration.md", "Configuration"), ("suppression.md", "Suppression"),
         ("output.md", "Output"), ("api.md", "C"))


def sections(text, depth):
    """Gives the title of each section of this depth, and its text, in order."""
    parts = re.split(rf"^{'#' * depth} (.+)$", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], (part.strip() for part in parts[2::2])))


def file_name(title):
    """Gives the name of the page of an instruction: colons are none of an address."""
    return title.replace("::", ".")


class Pages:
    """The pages as MkDocs takes them, below a directory."""

    def __init__(self, top, into):
        self.top, self.into = top, into
        self.rules = {}  # the page of each, relative to `into`
        self.forms = {}

    def write(self, name, text):
        """Writes a page."""
        path = self.into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def split_reference(self):
        """Makes a page of each rule and of each instruction of the reference."""
        found = self.reports()
        forms, rules = {}, []
        for title, text in sections((self.top / "docs" / "reference.md").read_text(encoding="utf-8"), 2):
            for name, body in sections(text, 3):
                if title == "Forms":
                    forms.setdefault(name, []).append(body)
                else:
                    rules.append((title.rsplit(" ", 1)[-1], name, body))
        for name, bodies in forms.items():
            self.forms[name] = f"forms/{file_name(name)}.md"
            self.write(self.forms[name], f"# {name}\n\n" + "\n".join(bodies) + "\n")
        for kind, name, body in rules:
            self.rules[name] = f"rules/{name}.md"
            reports = found.get(name)
            seen = f"\n\n## Found in public repositories\n\n{reports}" if reports else ""
            self.write(self.rules[name], f"# {name}\n\nA rule of class {kind}.\n\n{body}{seen}\n")
        self.write("forms/index.md", "# Instructions\n\n" + "".join(
            f"- [`{name}`]({pathlib.PurePosixPath(page).name})\n" for name, page in sorted(self.forms.items())))
        self.write("rules/index.md", "# Rules\n\n" + "".join(
            f"\n## {kind}\n\n" + "".join(f"- [`{name}`]({name}.md): {body.split('. Default:')[0]}\n"
                                         for other, name, body in rules if other == kind)
            for kind in dict.fromkeys(kind for kind, _, _ in rules)))

    def reports(self):
        """Gives the rows of docs/found.md by the rule that they name, as tables."""
        tables, head = {}, ""
        lines = (self.top / "docs" / "found.md").read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            if line.startswith("|--"):
                head = f"{lines[i - 1]}\n{line}\n"
            elif line.startswith("| ") and head:
                for rule in set(re.findall(r"`([a-z0-9-]+)`", line)):
                    tables.setdefault(rule, head)
                    tables[rule] += line + "\n"
            elif not line.startswith("|"):
                head = ""
        return tables

    def target(self, link, page):
        """Gives what a link of a page leads to here; None: to a file that has no page. One to nothing stays as it is."""
        path, _, anchor = link.partition("#")
        docs = self.top / "docs"
        full = ((self.top if page == "index.md" else docs) / path).resolve()
        if not full.exists():
            return link
        if full == docs / "reference.md":
            return self.rules.get(anchor) or self.forms.get(anchor) or "rules/index.md"
        if full != self.top / "README.md" and (docs not in full.parents or full.is_dir()):
            return None
        here = "index.md" if full == self.top / "README.md" else full.relative_to(docs).as_posix()
        return f"{here}#{anchor}" if anchor else here

    def convert(self, text, page):
        """Gives the text of a document, with links that lead to pages here; of others the text alone stays."""
        def replace(match):
            name, link = match[1], match[2]
            target = link if OUTSIDE.match(link) else self.target(link, page)
            return f"[{name}]({target})" if target else name
        return LINK.sub(replace, text)

    def copy_playground(self):
        """Copies what `./run playground` has built; whether it was built."""
        page = self.top / "build" / "playground" / "index.html"
        if page.exists():
            (self.into / "playground").mkdir()
            shutil.copy(page, self.into / "playground")
        return page.exists()

    def copy_documents(self):
        """Copies the documents and the pictures, and README as the first page."""
        for path in sorted((self.top / "docs").iterdir()):
            if path.suffix == ".md" and path.name != "reference.md":
                self.write(path.name, self.convert(path.read_text(encoding="utf-8"), path.name))
            elif path.is_dir():
                shutil.copytree(path, self.into / path.name)
            elif path.suffix != ".md":
                shutil.copy(path, self.into / path.name)
        readme = self.convert((self.top / "README.md").read_text(encoding="utf-8"), "index.md")
        if self.copy_playground():
            readme = readme.replace("\n\n", "\n\n[Try it in the browser](playground/index.html): nothing is installed.\n\n", 1)
        self.write("index.md", re.sub(r'(\]\(|src=")docs/', r"\1", readme))


def configuration(pages, address):
    """Gives the text of the configuration of MkDocs: JSON is YAML, too."""
    named = {name for name, _ in PARTS}
    others = sorted(path.name for path in pages.into.glob("*.md") if path.name not in named)
    return json.dumps({
        "site_name": "ptxcheck", "site_url": address or "", "docs_dir": str(pages.into), "use_directory_urls": bool(address),
        "theme": {"name": "material", "font": False, "features": ["navigation.indexes", "content.code.copy"],
                  "palette": [{"media": "(prefers-color-scheme: light)", "scheme": "default"},
                              {"media": "(prefers-color-scheme: dark)", "scheme": "slate"}]},
        "plugins": ["search"],
        "markdown_extensions": ["tables", "toc", "pymdownx.superfences"],
        "nav": [*({title: name} for name, title in PARTS),
                {"Rules": "rules/index.md"}, {"Instructions": "forms/index.md"}, {"More": others}],
        "validation": {"nav": {"omitted_files": "ignore"}, "links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "warn"}}})


class Links(html.parser.HTMLParser):
    """The links of a page, and the names in it to which one can lead."""

    def __init__(self):
        super().__init__()
        self.links, self.names = [], set()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.names.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def check_links(out):
    """Gives a line for each link below `out` that leads nowhere."""
    pages = {}
    for path in sorted(out.rglob("*.html")):
        pages[path] = Links()
        pages[path].feed(path.read_text(encoding="utf-8"))
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (parts.fragment and target in pages and parts.fragment not in pages[target].names
                                       and not parts.fragment.startswith("__")):
                wrong.append(f"{path.relative_to(out)}: {link}")
    return wrong


def build(top, out, address, mkdocs):
    """Builds the site; gives what is wrong with it, a line each."""
    with tempfile.TemporaryDirectory() as scratch:
        into = pathlib.Path(scratch, "pages")
        into.mkdir()
        pages = Pages(top, into)
        pages.split_reference()
        pages.copy_documents()
        settings = pathlib.Path(scratch, "mkdocs.yml")
        settings.write_text(configuration(pages, address), encoding="utf-8")
        run = subprocess.run([mkdocs, "build", "--strict", "--clean", "-f", settings, "-d", out], check=False,
                             stderr=subprocess.PIPE, encoding="utf-8")
    if run.returncode:
        return [line for line in run.stderr.splitlines() if not line.startswith("INFO")]
    wrong = check_links(out)
    for name in pages.rules:
        page = out / "rules" / (f"{name}/index.html" if address else f"{name}.html")
        if not page.exists():
            wrong.append(f"{name} has no page")
    return wrong


def main():
    """Reads the arguments, and builds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="", help="where the site will be: https://…/")
    parser.add_argument("--mkdocs", default="mkdocs", help="the command")
    parser.add_argument("top", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        wrong = build(arguments.top.resolve(), arguments.out.resolve(), arguments.address, arguments.mkdocs)
    except OSError as trouble:
        print(f"site: {trouble}", file=sys.stderr)
        sys.exit(2)
    for line in wrong:
        print(f"site: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
