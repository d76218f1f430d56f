// Package ir holds the intermediate representation: operations with regions,
// blocks with arguments, values with use lists, interned types and attributes,
// locations, symbol tables, dominance, the verifier, builders and rewriting.
//
// An operation is one struct, [Op], described by a table entry, [OpDef].
// Dialects are tables of such entries; no operation has a Go type of its own.
// Passes ask the OpDef for facts about an operation: its traits, or one of the interface fields (Effects,
// Loop, View, RegionSuccessors, ...).
//
// Start reading at op.go, then opdef.go. verify.go and the files verify_*.go
// have the verifier, rewrite.go, greedy.go and convert.go the drivers of
// rewrites, print*.go the text of types and attributes. The syntax of
// operations is in ir/text.
package ir
