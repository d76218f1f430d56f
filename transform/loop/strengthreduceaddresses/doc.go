// Package strengthreduceaddresses has the pass strength-reduce-addresses: addresses that a loop computes from
// its induction variable become pointers that it carries from iteration to iteration, and accesses at a
// constant distance share one.
//
// strengthreduce.go has the pass. polynomial.go is arithmetic modulo 2^32 on what addresses are made of,
// form.go takes addresses apart into that, and materialize.go makes values of it again. leaves.go finds the
// addresses of a loop and groups them, carry.go rewrites the loop, touch.go puts the access with the highest
// address of a group first.
//
// The model is the classical strength reduction of induction variables (Allen, Cocke and Kennedy, "Reduction
// of operator strength", 1981), on addresses alone.
package strengthreduceaddresses
