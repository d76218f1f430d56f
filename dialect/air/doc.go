// Package air is the table of mlir-air's dialect. A program in it moves data between the memories of an array
// of small processors and computes on the processors. Its words for asynchrony are tokens, which operations
// return and start after, and channels, on which one operation puts data that another one gets.
//
// dialect.go has the table's list and the type of tokens. hierarchy.go has launch, segment and herd, whose
// regions run once per index; execute.go the asynchronous region and the wait; copy.go and channel.go what
// moves data. layout.go reads and prints the strided regions that these move.
//
// The dialect's ranks, custom operations and translations of addresses are not in the table: they name other
// processes and code that the program does not have.
package air
