// Package syntax reads the subset of Python that TVMScript uses. It has a scanner with indentation, and a
// recursive-descent parser for the grammar in grammar.txt.
//
// The package knows nothing of TVM: names have no meaning here. Every node has its place in the source text.
// A text with errors has no tree. After an error, parsing goes on at the next logical line, so that several
// errors are reported (recover.go).
//
// Start reading at ast.go, then grammar.txt, then parser in parse.go. The scanner (scan.go) returns a token
// when the parser asks for one. Inside of f-strings (fstring.go) the parser tells the scanner what it
// expects.
package syntax
