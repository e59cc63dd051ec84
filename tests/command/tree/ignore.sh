#!/bin/sh
# Makes random trees with random .gitignore files: what is read must be what git says is not ignored. A seed as second
# argument runs that tree alone.
set -u
command=$1
command -v git >/dev/null || exit 77
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 2
failed=0 read=0 left=0

# make SEED: makes names and patterns of few letters, so that they meet.
make() {
    awk -v seed="$1" '
        function pick(words,   list) { return list[1 + int(rand() * split(words, list, " "))] }
        function name() { return pick("a b ab ba abc") (rand() < 0.3 ? pick("a b c") : "") }
        function element() { return pick("a b c * ? **a [ab] [!a] [b-c] \\a *.ptx a* *b") }
        # git takes "**" after a literal beginning for a name of its own, against its manual: none is made.
        function segment(   text) {
            for (text = element(); rand() < 0.4;)
                text = text element()
            if (text !~ /^[*]+$/)
                sub(/[*]+$/, "*", text)
            return text
        }
        function pattern(   text) {
            for (text = (rand() < 0.3 ? "**/" : "") segment(); rand() < 0.35;)
                text = text "/" (rand() < 0.3 ? "**" : segment())
            return (rand() < 0.25 ? "!" : "") (rand() < 0.2 ? "/" : "") text (rand() < 0.25 ? "/" : "") \
                (rand() < 0.2 ? ".ptx" : "") (rand() < 0.1 ? pick("# #a") : "") (rand() < 0.1 ? "  " : "")
        }
        BEGIN {
            srand(seed)
            for (i = 0; i < 40; i++) {
                path = "."
                for (depth = int(rand() * 4); depth > 0; depth--)
                    path = path "/" name()
                folders = folders " " path
                files[path "/" name() ".ptx"] = "cp.async.cg.shared.global [a], [b], 8;"
                if (rand() < 0.15)
                    for (k = 1 + int(rand() * 5); k > 0; k--)
                        files[path "/.gitignore"] = files[path "/.gitignore"] pattern() "\n"
            }
            system("mkdir -p" folders)
            for (file in files)
                print files[file] >file
        }'
}

for seed in ${2:-$(seq 40)}; do
    mkdir "$seed"
    cd "$seed" || exit 2
    make "$seed"
    git init -q . 2>../error || cat ../error
    git ls-files --others --exclude-standard '*.ptx' | LC_ALL=C sort >../expected
    "$command" check --color=never --quiet --max-diagnostics=0 . 2>&1 |
        sed -n 's|^\(.*\):1:37: error.*|\1|p' | LC_ALL=C sort >../actual
    read=$((read + $(wc -l <../actual)))
    left=$((left + $(find . -name '*.ptx' | wc -l)))
    cd ..
    if ! diff -u expected actual; then
        echo "with seed $seed, where the patterns are"
        (cd "$seed" && find . -name .gitignore -exec grep -H . {} +)
        failed=$((failed + 1))
    fi
done
left=$((left - read))
echo "$read files read, $left left out, $failed trees failed"
[ "$failed" -eq 0 ] && [ "$read" -gt 0 ] && [ "$left" -gt 0 ]
