# manual.awk: makes the manual page libptxcheck(3) of docs/api.md, with the variables `version` and `date`. It knows the
# Markdown of that page: headings, paragraphs, lists, tables, blocks of code, `code` and [links](to).

# Gives a line of text in roff. Letters in `…` are bold; of a link its words stay.
function roff(line,   made, parts, count, i) {
    gsub(/\\/, "\\e", line)
    gsub(/-/, "\\-", line)
    gsub(/'/, "\\(aq", line)
    while (match(line, /\[[^]]*\]\([^)]*\)/)) {
        made = substr(line, RSTART + 1, RLENGTH - 1)
        sub(/\].*/, "", made)
        line = substr(line, 1, RSTART - 1) made substr(line, RSTART + RLENGTH)
    }
    gsub(/\*\*/, "", line)
    count = split(line, parts, "`")
    made = parts[1]
    for (i = 2; i <= count; i++) {
        bold = !bold # and stays so where the code goes on in the next line
        made = made (bold ? "\\fB" : "\\fR") parts[i]
    }
    return made ~ /^[.']/ ? "\\&" made : made
}

# Prints text in lines of which none is long.
function fill(line,   place) {
    while (length(line) > 78) {
        place = 78
        while (place > 1 && substr(line, place, 1) != " ")
            place--
        if (place == 1)
            break
        print substr(line, 1, place - 1)
        line = substr(line, place + 1)
        sub(/^ +/, "", line)
        if (line ~ /^[.]/)
            line = "\\&" line
    }
    print line
}

# Prints what begins a paragraph, before the first line of one.
function begin(macro) {
    if (wanted)
        print macro
    wanted = 0
}

BEGIN {
    headed = 1
    print ".TH LIBPTXCHECK 3 \"" date "\" \"ptxcheck " version "\" \"Library Functions\""
    print ".SH NAME\nlibptxcheck \\- checks, builds and reads asynchronous\\-copy instructions of PTX"
    print ".SH SYNOPSIS\n.nf"
    print "#include <ptxcheck/ptxcheck.h>\n#include <ptxcheck/instruction.h>\n#include <ptxcheck/tensormap.h>\n#include <ptxcheck/plan.h>\n#include <ptxcheck/render.h>"
    print ""
    print "cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs ptxcheck)\n.fi\n.SH DESCRIPTION"
}

/^```/ {
    code = !code
    print code ? (headed ? "" : ".PP\n") ".RS 4\n.nf" : ".fi\n.RE"
    wanted = !code
    headed = 0
    next
}
code {
    gsub(/\\/, "\\e")
    gsub(/-/, "\\-")
    gsub(/'/, "\\(aq")
    print (/^[.]/ ? "\\&" : "") $0
    next
}
/^# / { next }
/^[- ] *\[[^]]*\]\(#/ { next } # the list of the sections
/^## / { print ".SH " toupper(substr($0, 4)); wanted = 0; headed = 1; next }
/^$/ { wanted = !headed; table = 0; next }
{ headed = 0 }
/^\|/ {
    if (table++ < 2)
        next # its head and the line below
    count = split($0, cells, " *[|] *")
    print ".TP"
    fill(roff(cells[2]))
    line = cells[3]
    for (i = 4; i < count; i++)
        line = line (cells[i] == "" ? "" : ", " cells[i])
    fill(roff(line))
    wanted = 0
    next
}
/^- / { print ".IP \\(bu 2"; wanted = 0; fill(roff(substr($0, 3))); next }
{
    begin(".PP")
    sub(/^ +/, "")
    fill(roff($0))
}

END {
    print ".SH \"SEE ALSO\"\n.BR ptxcheck (1)"
}
