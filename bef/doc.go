// Package bef reads and writes TFRT's binary executor format: programs of the dialect tfrt as files that an
// executor runs without parsing text.
//
// A File is what a file says: tables of kernels, types and functions, and two byte sections, of attributes
// and locations, into which kernels point. Read takes bytes that anybody may have written; it checks every
// offset, count and alignment, and that registers, users and counts of operands agree, so that an executor
// need not. Bytes writes a File. Encode makes one of a program, and Module makes a program of one again.
//
// format.go has the numbers of the format and the types, buffer.go writes its elements, write.go and read.go
// are the two directions of files, check.go holds what read.go has read together. encode.go and attribute.go
// make a File of operations, stream.go groups kernels by cost, and decode.go goes back. tensor.go has shapes
// and dense elements, compiled.go the regions that are compiled.
package bef
