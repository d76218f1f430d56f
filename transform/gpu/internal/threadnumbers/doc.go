// Package threadnumbers finds by numbers whether threads of a block access the same elements: it computes the
// subscripts of two accesses for every thread of the block and every iteration of the loops around them.
//
// Start with Block.Apart in apart.go; expression.go computes subscripts and conditions.
package threadnumbers
