// Package expr evaluates the expressions of TVMScript during import. The result is a Python value if it is
// known at import time (constants, tuples, dtypes, functions). It is a value of the IR if it depends on loop
// variables, parameters or memory. The form of the IR is that of package form.
//
// Evaluator has the state: the insertion point, the names in scope, and the pool of constants of a function.
// Eval is the switch over the kinds of expressions. Index, Condition, Scalar and Convert evaluate an
// expression to a value of a certain kind. The result of an evaluation is a Value. A Python constant has no
// dtype until it meets a value with one.
//
// Each occurrence of an expression in the text makes its own operations: those of the operands from left to
// right, then the conversions of the operands, and then the operation itself. Constants stand once, at the
// start of the function, in the order of their first use.
//
// Every error is a *diag.Diagnostic at the Python text. A Budget bounds the work at import time, so that
// loops and recursion in Python end.
//
// Start reading at value.go, then evaluator.go.
package expr
