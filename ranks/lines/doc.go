// Package lines puts the lines of the programs of ranks into another order, for repairs that keep a text as
// its author wrote it.
//
// A text is files with lists of items. An item is the lines of an operation, and a list is what stands one
// behind the other: a block of MLIR, or a computation of HLO. frommpi and fromhlo make texts and say which
// items may change places, so that the program still computes the same; this package keeps the order of the
// messages of each channel, so that each message has the receiver that it had.
package lines
