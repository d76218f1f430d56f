// Package expr evaluates the expressions of TVMScript while it is imported: to
// Python values where they are known at import time (constants, tuples, dtypes,
// functions), and to values of the IR where they depend on loop variables,
// parameters or memory. The form of the IR is that of package form.
//
// Evaluator has the state: where operations go, the names in scope, the pool of
// constants of a function. Eval is the switch over the kinds of expressions;
// Index, Condition, Scalar and Convert ask for a value of a certain kind. What
// an expression means is a Value. Python constants have no dtype until they meet
// something that has one.
//
// How operations stand: each occurrence in the text makes its own operations,
// operands from left to right, then conversions of the operands, then the
// operation. Constants stand once, at the start of the function, in the order
// of their first use.
//
// Every error is a *diag.Diagnostic at the Python text. Work at import time is
// bounded by a Budget, so that loops and recursion in Python end.
//
// Start reading at value.go, then evaluator.go.
package expr
