package expr

import "github.com/inflight-compiler/inflight/tvmscript/syntax"

// The limits of work at import time. They are far above the needs of a kernel. A loop that does not end
// reaches them within a second or two.
const (
	maxSteps  = 1 << 20 // and a number for each byte of the file
	perByte   = 32
	maxDepth  = 4000 // depth of nested expressions and calls, each of which needs stack
	maxCalls  = 200  // depth of nested calls of lambdas and functions
	maxLength = 1 << 20
)

// Budget bounds the work of Python expressions at import time. The evaluators of one file share one.
type Budget struct{ steps, depth, calls int }

// Step counts a unit of work at a node, such as an iteration of a loop that runs at import time.
func (e *Evaluator) Step(at syntax.Node) error { return e.steps(1, at) }

// steps counts n units of work. The limit grows with the file, since every expression of the file is a unit.
func (e *Evaluator) steps(n int, at syntax.Node) error {
	b := e.budget()
	most := maxSteps + perByte*len(e.File.Source.Content)
	if b.steps += n; b.steps > most || n < 0 {
		return e.Errorf(CodeLimit, at, "this takes more than %d steps at import time", most).
			Suggest("use T.serial for loops that are to run in the kernel")
	}
	return nil
}

// enter counts a nested expression. Its end is counted by leave.
func (e *Evaluator) enter(at syntax.Node) error {
	b := e.budget()
	if b.depth++; b.depth > maxDepth {
		b.depth--
		return e.Errorf(CodeLimit, at, "expressions are nested more than %d deep", maxDepth).
			Suggest("give parts of the expression names")
	}
	if err := e.Step(at); err != nil {
		b.depth--
		return err
	}
	return nil
}

func (e *Evaluator) leave() { e.Budget.depth-- }

func (e *Evaluator) budget() *Budget {
	if e.Budget == nil {
		e.Budget = &Budget{}
	}
	return e.Budget
}

// length checks the number of elements or bytes of a value before the value is made.
func (e *Evaluator) length(n int64, at syntax.Node) error {
	if n > maxLength {
		return e.Errorf(CodeLimit, at, "the value would have %d elements, more than %d", n, maxLength).
			Suggest("use T.serial for loops that are to run in the kernel")
	}
	return e.steps(int(max(n, 0)), at)
}
