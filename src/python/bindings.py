"""bindings.py CORE NAMES INCLUDE: writes the C source of the extension module ptxcheck._core, by cffi from the public
headers of the library, and the module ptxcheck.names, which has their enumerators that are names of PTX."""

import pathlib
import re
import sys

HEADERS = "ptxcheck names value instruction render edit tensormap swizzle descriptor plan pipeline".split()
CONSTANTS = "PTXC_NO_EVENT"

# What is compiled into the extension: who asks for the sources that PTX was compiled from.
CALLBACK = """
extern "Python" void ptxcheck_find(void *user, size_t number, struct ptxc_location *location);
"""

# Enumerations whose values count from 0, and what is said of their classes: each value is the name in small letters.
WORDS = {
    "ptxc_class": ("RuleClass", "PTXC_CLASS_", "On whose word a rule rests: see docs/reference.md."),
    "ptxc_severity": ("Severity", "PTXC_SEVERITY_", "How grave a finding is."),
    "ptxc_level": ("Certainty", "PTXC_", "How sure it is that what a finding says happens."),
    "ptxc_fix_use": ("FixUse", "PTXC_FIX_", "What fixes are good for: to be shown, or applied unseen."),
}

# What a class of ptxcheck.names is called, by its enumeration, and what is said of it.
NAMES = {
    "ptxc_opcode": ("Opcode", "A mnemonic of the family."),
    "ptxc_qualifier": ("Qualifier", "A qualifier, as it is spelled."),
    "ptxc_slot": ("Slot", "What a qualifier of an instruction is for."),
    "ptxc_type": ("Type", "A type of registers and elements."),
    "ptxc_target": ("Target", "A target, as .target names it."),
    "ptxc_space": ("Space", "A state space."),
}


def declarations(header):
    """The declarations of a header as cffi reads them: without the preprocessor and without definitions."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r'extern "C" \{\n#endif(.*)#ifdef __cplusplus\n\}', r"#endif\1#ifdef __cplusplus", text, flags=re.DOTALL)
    text = re.sub(r"PTXC_API inline [^{;]*\{.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^#(.*\\\n)*.*$", "", text, flags=re.MULTILINE)
    return text.replace("PTXC_API ", "")


def write_core(target, include):
    import cffi
    builder = cffi.FFI()
    builder.cdef("\n".join(declarations(include / "ptxcheck" / f"{name}.h") for name in HEADERS))
    builder.cdef(f"#define {CONSTANTS} ...")
    builder.cdef(CALLBACK)
    builder.set_source("ptxcheck._core", "\n".join(f'#include "ptxcheck/{name}.h"' for name in HEADERS))
    builder.emit_c_code(str(target))


def enumerators(text, enumeration):
    """The enumerators of an enumeration with their spellings, which its rows in names.h have as comments."""
    body = re.search(rf"enum {enumeration} \{{(.*?)\n\}};", text, re.DOTALL)[1]
    rows = re.findall(r"PTXC_[A-Z]+_(\w+) = \d+, *(?:/\* (.+?) \*/)?", body)
    return [(name, spelling) for name, spelling in rows if spelling and name != "NONE"]


def words(text, enumeration, prefix):
    """The enumerators of an enumeration without what all their names begin with."""
    return re.findall(rf"{prefix}([A-Z]+) *= *\d+", re.search(rf"enum {enumeration} \{{(.*?)\n\}};", text, re.DOTALL)[1])


def write_names(target, include):
    text = (include / "ptxcheck" / "names.h").read_text(encoding="utf-8")
    head = (include / "ptxcheck" / "ptxcheck.h").read_text(encoding="utf-8")
    lines = ['"""Names and words as the library has them, each a str. Made from the tables of ptxcheck."""', "", "import enum",
             "", f"__all__ = {[row[0] for row in (*NAMES.values(), *WORDS.values())]}"]
    for enumeration, (name, said) in NAMES.items():
        lines += ["", "", f"class {name}(str, enum.Enum):", f'    """{said}"""', ""]
        lines += [f'    {key if key[0].isalpha() else "_" + key} = "{spelling}"' for key, spelling in enumerators(text, enumeration)]
    for enumeration, (name, prefix, said) in WORDS.items():
        lines += ["", "", f"class {name}(str, enum.Enum):", f'    """{said}"""', ""]
        lines += [f'    {word} = "{word.lower()}"' for word in words(head, enumeration, prefix)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    core, names, include = map(pathlib.Path, sys.argv[1:])
    write_core(core, include)
    write_names(names, include)
