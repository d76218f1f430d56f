// Package looppack copies what an innermost loop reads again and again into contiguous memory, in the order
// in which it is read. What is copied is a tile: the elements that loops inside of the one that repeats the
// reading select.
//
// find.go decides what to copy, and in front of which loop; copy.go copies it.
package looppack
