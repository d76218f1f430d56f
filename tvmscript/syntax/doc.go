// Package syntax reads the Python that TVMScript is written in: a scanner with
// indentation and a recursive-descent parser for the grammar in grammar.txt.
//
// It knows nothing of TVM: names have no meaning here. Every node has its place
// in the source text. A text with errors gives no tree, but several errors: after
// one, parsing goes on at the next logical line (recover.go).
//
// Start reading at ast.go, then grammar.txt, then parser in parse.go. The scanner
// (scan.go) delivers a token when the parser asks for it; f-strings (fstring.go)
// are where the parser tells it what to look for.
package syntax
