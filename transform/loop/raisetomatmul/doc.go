// Package raisetomatmul is the pass raise-to-matmul: three loops that multiply matrices become linalg.matmul.
//
// pass.go declares the pass and finds the loops, product.go recognizes what they compute.
package raisetomatmul
