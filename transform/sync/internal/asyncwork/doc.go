// Package asyncwork says of pieces of asynchronous work what they cost and what they touch, for the passes
// that choose how large the pieces are.
//
// cost.go estimates what work costs, and conflict.go says which operations touch the same memory.
package asyncwork
