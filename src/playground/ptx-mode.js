/* How CodeMirror colours PTX. */
"use strict";
CodeMirror.defineSimpleMode("ptx", {
    start: [
        {regex: /\/\/.*/, token: "comment"},
        {regex: /\/\*/, token: "comment", next: "comment"},
        {regex: /"(?:[^"\\]|\\.)*"?/, token: "string"},
        {regex: /[%$][\w$]+(?:\.[xyz]\b)?/, token: "variable-2"},
        {regex: /0[fFdD][\da-fA-F]+|0[xX][\da-fA-F]+U?|\d+(?:\.\d+)?U?/, token: "number"},
        {regex: /[A-Za-z_$][\w$]*:(?!:)/, token: "tag"},
        {regex: /\.[a-z_]\w*(?:::\w+)*/, token: "keyword"},
        {regex: /[a-z]\w*(?=[.\s;])/, token: "builtin"},
        {regex: /[\w$]+/},
    ],
    comment: [
        {regex: /.*?\*\//, token: "comment", next: "start"},
        {regex: /.*/, token: "comment"},
    ],
    meta: {lineComment: "//"},
});
