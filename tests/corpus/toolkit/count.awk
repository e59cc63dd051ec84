# Counts asm statements in C++ files without any parser: blanks comments and literals, then looks for the keyword, its
# qualifiers and the parenthesis. Prints "COUNT path" for each file. What a literal held is kept as one letter, for
# `asm("name")` after a declaration, which is no statement: L for one word, S for anything else.
function blank(text,    out, at, rest, end) {
    out = ""
    while (match(text, /R"[^( \\)"]*\(|"|\/\/|\/\*|[^0-9a-zA-Z_]'/)) {
        out = out substr(text, 1, RSTART - 1)
        at = substr(text, RSTART, RLENGTH)
        rest = substr(text, RSTART + RLENGTH)
        if (at == "\"") {
            match(rest, /^([^"\\]|\\.|\\\n)*"/)
            out = out "\"" (substr(rest, 1, RLENGTH - 1) ~ /[ ;%{}\t\\]/ || RLENGTH < 2 ? "S" : "L") "\""
        } else if (at == "//") {
            match(rest, /^([^\n\\]|\\\n|\\.)*/)
        } else if (at == "/*") {
            end = index(rest, "*/")
            RLENGTH = end ? end + 1 : length(rest)
        } else if (at ~ /^R/) {
            end = index(rest, ")" substr(at, 3, length(at) - 3) "\"")
            RLENGTH = end ? end + length(at) - 2 : length(rest)
            out = out "\"S\""
        } else {
            out = out substr(at, 1, 1)
            match(rest, /^([^'\\\n]|\\.)+'/)
        }
        text = RLENGTH > 0 ? substr(rest, RLENGTH + 1) : rest
    }
    return out text
}

function count(text,    found) {
    found = 0
    gsub(/\\\n/, " ", text)
    gsub(/[ \t\n]+/, " ", text)
    while (match(text, /(^|[^A-Za-z0-9_$])(asm|__asm|__asm__)( ?(volatile|__volatile__|__volatile|inline|goto|const))* ?\( ?/)) {
        at = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (at ~ /volatile/ || text !~ /^"L" ?\)/)
            found++
    }
    return found
}

FNR == 1 && NR > 1 { print count(blank(all)) " " name }
FNR == 1 { all = ""; name = FILENAME }
{ all = all $0 "\n" }
END { if (NR) print count(blank(all)) " " name }
