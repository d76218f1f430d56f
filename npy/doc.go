// Package npy reads and writes NumPy's .npy files, the form in which programs take their arguments and give
// their results.
//
// Versions 1.0, 2.0 and 3.0 of the format are read, little and big endian, C order and Fortran order; what
// comes out is always little endian and in C order, as is what is written. Files are not trusted: the header
// is parsed by a strict parser of its own with hard limits, and a header that promises more data than there
// is cannot make the reader allocate it. Object arrays, which are pickles, and records are refused.
//
// The format is described in NumPy Enhancement Proposal 1 and in the documentation of numpy.lib.format.
//
// The package imports diag and the standard library. Start reading at Array, then Read.
package npy
