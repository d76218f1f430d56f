// Package expandvector has the pass expand-vector: operations on vectors that no engine has an instruction
// for become arithmetic on rows, and accesses element by element.
//
// pass.go has the pass, arithmetic.go products, scans and what stands in a mask, packed.go the accesses.
package expandvector
