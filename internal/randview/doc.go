// Package randview makes random programs that access one buffer through chains of views: parts, other shapes,
// other distances, other types, in tasks, in pipelined loops, with subscripts of all kinds. All accesses are
// in bounds. Only tests import it.
package randview
