// Package sccp has the pass sccp: sparse conditional constant propagation (Wegman and Zadeck 1991). solver.go
// finds what is constant, flow.go where control may go, and rewrite.go puts constants in the place of values.
package sccp
