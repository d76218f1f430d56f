// Package protocol defines the messages between the engine cuda and its helper program inflight-cuda.
//
// The helper is a separate process, because it opens the driver's library. It reads requests from its
// standard input and answers each on its standard output, in order. A message is a header of twelve bytes
// (the lengths of the two parts that follow, little-endian, of four and of eight bytes), a struct as JSON,
// and bytes: the contents of memory. Start reading at message.go.
package protocol
