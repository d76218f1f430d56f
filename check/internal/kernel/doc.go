// Package kernel finds the code of a function that several threads run at the same time (launches, kernels,
// loops that are mapped to threads, parallel loops) and says how many threads there are and what tells them
// apart. apart.go shows for some parallel loops that their iterations touch different elements, for all
// extents.
package kernel
