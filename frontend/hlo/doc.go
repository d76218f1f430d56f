// Package hlo reads, verifies and writes XLA's HLO as text: modules as XLA dumps them with
// --xla_dump_as_text, before or after scheduling.
//
// Parse makes a Module of a text, and Module.String writes it again; parsing what was printed gives the same
// text. Verify holds a module against the rules of asynchronous operations, collectives and schedules.
// Operations mean nothing here: an instruction has an opcode, a shape, operands and attributes, and what the
// package does not know it keeps.
//
// An asynchronous operation is a chain of instructions: a start, any number of updates, and a done.
// Instruction.Starts and Instruction.Dones follow the chain, also where a loop carries it.
//
// The grammar is that of xla/hlo/parser in the repository openxla/xla; the asynchronous forms are those of
// docs/async_ops.md there.
//
// Start reading at module.go for the tree, then parse.go and print.go; async.go follows the chains, verify.go
// has the rules.
package hlo
