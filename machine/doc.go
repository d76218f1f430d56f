// Package machine reads descriptions of machines: the processors, DMA engines, memories and links that decide
// when a program's operations happen. docs/machines.md documents the format.
//
// Start reading at machine.go. parse.go makes a Machine of JSON and says what is wrong with it and where,
// tree.go is the JSON with the places of its values, and builtin.go has the descriptions that come with the
// program.
package machine
