# Prints the enumerations that stand in a header as tables: the comment before each, and the comment of each enumerator.

# The words of a comment, without its signs, in one line. What is written as code in a table must not end its cell.
function words(text) {
    gsub(/\/\*|\*\//, "", text)
    gsub(/[ \t]+\* /, " ", text)
    gsub(/[ \t]+/, " ", text)
    gsub(/\|/, "\\|", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

function print_row(    parts) {
    if (row == "")
        return
    comment = row ~ /\/\*/ ? row : ""
    sub(/^[^\/]*\/\*/, "", comment)
    sub(/[ \t]*,?[ \t]*(\/\*.*)?$/, "", row)
    split(row, parts, / *= */)
    sub(/^ */, "", parts[1])
    printf "| `%s` | %s | %s |\n", parts[1], parts[2] == "" ? "" : "`" parts[2] "`", words(comment)
    row = ""
}

inside && /^};?/ { print_row(); inside = 0; next }
inside && /^    PTXC_/ { print_row(); row = $0; next }
inside { row = row " " $0; next }
/^enum.*\{$/ {
    title = $0
    sub(/ *\{$/, "", title)
    if (!headed++)
        printf "\n## %s\n", name
    printf "\n### %s\n\n%s\n\n| enumerator | value | |\n|---|---|---|\n", title == "enum" ? "numbers" : title, words(before)
    inside = 1
    next
}
/^enum.*\{.*\}/ {
    title = $0
    sub(/^[^{]*\{ */, "", title)
    sub(/ *\}.*/, "", title)
    printf "\n### numbers\n\n%s\n\n| enumerator | value | |\n|---|---|---|\n", words(before)
    row = title
    print_row()
    next
}
/^\/\*/ { before = ""; taking = 1 }
taking { before = before " " $0 }
/\*\// { taking = 0 }
