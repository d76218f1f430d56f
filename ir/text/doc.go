// Package text reads and writes the IR in MLIR's textual syntax.
//
// [Parse] turns text into a builtin.module, [Print] and [Append] turn
// operations into text, byte for byte as mlir-opt 22 does. Both know the
// generic form of every operation, and the custom form of operations whose
// definition has a Format (the assembly-format language of MLIR's ODS, see
// format.go) or Parse and Print functions of its own.
//
// The accepted language is summed up in grammar.txt. Start reading at
// parser.go and printer.go.
package text
