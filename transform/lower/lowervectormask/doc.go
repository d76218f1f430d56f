// Package lowervectormask has the pass lower-vector-mask: operations in a vector.mask that take a mask
// themselves get it as an operand.
package lowervectormask
