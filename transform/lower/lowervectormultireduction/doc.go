// Package lowervectormultireduction has the pass lower-vector-multi-reduction: reductions of vectors along
// some dimensions become arithmetic on rows, or reductions of rows.
//
// pass.go has the pass, shape.go brings a reduction into two dimensions, lower.go has what it becomes then.
package lowervectormultireduction
