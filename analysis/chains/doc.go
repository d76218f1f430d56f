// Package chains says which effects of programs of TFRT nothing orders. Kernels of TFRT share no memory; what
// they print is in the order of their chains and values alone.
//
// Everything is in chains.go.
package chains
