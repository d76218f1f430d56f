// Package affine says what the registers of a kernel are as sums: of the places of the thread and of its
// block, the sizes of block and grid, the parameters, the addresses of variables, and of what cannot be said
// so.
//
// Of reads the flow of values, not the text: an address is the same sum whether it was made by add, mad.wide
// or or, in one register or through the parameters of a function. It executes nothing. Numbers are taken for
// integers that do not wrap around, so that what follows from a sum is a conjecture about the launch, which
// an execution confirms.
//
// Variables that a compiler keeps in local memory are followed like registers where no other address reaches
// them, as locals.go says.
//
// Start reading at form.go, then values.go; accesses.go lists what a kernel accesses and compares, and
// pointers.go which parameters are addresses.
package affine
