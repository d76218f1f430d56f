// Command sourcewidth breaks what is wider than 110 columns in Go files: comments between words, code behind
// commas and operators, strings behind spaces. A tab is as wide as four columns. In documents (*.md) it fills
// paragraphs and items of lists; code, tables, headings and links stay as they are.
//
//	go run ./internal/sourcewidth .      lists the files that it would change
//	go run ./internal/sourcewidth -w .   changes them
//
// What it writes is formatted as gofmt does, and has the tokens that were there: a file that would have
// others is refused. Text in raw strings stays as it is, and so do words, and code without a place to break,
// that are wider than a line.
//
// Start reading at Format (format.go). comment.go fills paragraphs, code.go finds where a line is broken,
// tokens.go reads tokens. markdown.go has documents.
package main
