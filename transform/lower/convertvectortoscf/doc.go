// Package convertvectortoscf has the pass convert-vector-to-scf: transfers of vectors of several dimensions
// become loops around transfers of one dimension less, those of one dimension that no vector access can do
// become loops around loads and stores of elements, and printed vectors become loops that print elements.
//
// pass.go has the pass, permutation.go what is done before the loops to transfers whose dimensions are in
// another order, nest.go the loops over a buffer of vectors, unroll.go the same unrolled and without a
// buffer, element.go the loops over elements, inside.go the conditions under which an iteration touches
// memory, and print.go the loops that print.
package convertvectortoscf
