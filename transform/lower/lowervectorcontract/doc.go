// Package lowervectorcontract has the pass lower-vector-contract: contractions of vectors become products and
// sums of shuffled vectors, one of each per point of the dimensions that are summed over.
//
// pass.go has the pass and what it takes, lower.go the arithmetic.
package lowervectorcontract
