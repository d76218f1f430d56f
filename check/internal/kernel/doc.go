// Package kernel finds the code of a function that several threads run at the same time: launches, kernels,
// loops that are mapped to threads, and parallel loops. It says how many threads there are, and which values
// differ between them. apart.go shows for some parallel loops that their iterations access different
// elements, for all extents.
package kernel
