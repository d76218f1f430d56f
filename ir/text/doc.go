// Package text reads and writes the IR in MLIR's textual syntax.
//
// [Parse] turns text into a builtin.module. [Print] and [Append] turn operations into text, byte for byte as
// mlir-opt 22 does. Both know the generic form of every operation. They know the custom form of an operation
// whose definition has a Format (the assembly-format language of MLIR's ODS, see format.go) or Parse and
// Print functions.
//
// grammar.txt sums up the accepted language. Start reading at parser.go and printer.go.
package text
