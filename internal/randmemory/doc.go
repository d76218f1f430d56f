// Package randmemory makes random programs that use memory in every way that the memref dialect has: buffers
// on the heap and on the stack, views of views, copies, calls, buffers that loops and conditions carry,
// subscripts of all forms, vectors. Every element is written before it is read, and every access is in
// bounds, by intervals that the generator keeps of all numbers.
//
// generate.go has the program and its statements, buffer.go buffers and views of them, nest.go loops with
// accesses, scalar.go the conversions between types of elements. Only tests import it.
package randmemory
