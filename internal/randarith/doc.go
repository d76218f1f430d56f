// Package randarith writes random programs whose subscripts and conditions are computed with all integer
// operations at all widths, so that numbers wrap around: asynchronous stores and loads with waits by counts
// (Program), and loops to be pipelined (Loop).
package randarith
