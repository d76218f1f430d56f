package expr

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Evaluator evaluates expressions. The importer sets its fields, and changes Env and B during the import.
type Evaluator struct {
	// B makes the operations. It is nil outside of functions, which can compute only Python values.
	B    *ir.Builder
	Ctx  *ir.Context
	File *syntax.File
	Env  Env
	// Consts is the pool of the function.
	Consts *Constants
	// Arena holds the locations. If it is nil the evaluator makes its own.
	Arena *ir.Arena
	// Budget is shared by the evaluators of a file. If it is nil the evaluator makes its own.
	Budget *Budget

	// Special is called first for every call of a Builtin. It returns false for calls that it leaves to the
	// evaluator.
	Special func(f *Builtin, call *syntax.Call) (Value, bool, error)
	// Known are the names, without "T.", of functions of T that Special and the importer evaluate. They are
	// used for suggestions.
	Known []string
	// Run executes the body of a nested function in a scope with its parameters, and returns its result.
	Run func(f *Func, scope *Scope) (Value, error)
	// Outside is called for every access that leaves its buffer by a constant subscript, with the error about
	// it. It returns the error, or nil if the access may never happen. If Outside is nil, every such access
	// is an error.
	Outside func(d *diag.Diagnostic) error
	// Warn is called with warnings. It may be nil.
	Warn func(d *diag.Diagnostic)
	// Declare returns the symbol of an opaque function; see Declarations.
	Declare func(d Declaration) (string, error)
}

// given is a value in the place of an expression: it has the place of the expression, and a value that has
// been evaluated.
type given struct {
	syntax.Expr
	v Value
}

// Given returns an expression with a value, at the place of another expression.
func Given(v Value, at syntax.Expr) syntax.Expr { return &given{at, v} }

// Errorf returns an error at a node.
func (e *Evaluator) Errorf(code diag.Code, at syntax.Node, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, e.File.Span(at), format, args...)
}

// Locate makes a node the location of the operations that follow.
func (e *Evaluator) Locate(at syntax.Node) {
	if e.B == nil {
		return
	}
	if e.Arena == nil {
		e.Arena = &ir.Arena{}
	}
	start, _ := at.Pos()
	e.B.Loc = e.Arena.SourceLoc(e.File.Source, start)
}

// Eval returns the value of an expression. Python constants and elements of buffers make no operations.
func (e *Evaluator) Eval(x syntax.Expr) (Value, error) {
	if err := e.enter(x); err != nil {
		return nil, err
	}
	defer e.leave()
	switch x := x.(type) {
	case *given:
		return x.v, nil
	case *syntax.Paren:
		return e.Eval(x.X)
	case *syntax.Name:
		return e.name(x)
	case *syntax.Int, *syntax.Float, *syntax.Str, *syntax.Constant:
		return e.literal(x)
	case *syntax.FString:
		return e.fstring(x)
	case *syntax.Tuple:
		return e.sequence(x.Elems, false)
	case *syntax.List:
		return e.sequence(x.Elems, true)
	case *syntax.Set:
		return e.set(x)
	case *syntax.Dict:
		return e.dict(x)
	case *syntax.Comprehension:
		return e.comprehension(x)
	}
	return e.operator(x)
}

// operator evaluates the expressions that compute, for Eval.
func (e *Evaluator) operator(x syntax.Expr) (Value, error) {
	switch x := x.(type) {
	case *syntax.Unary:
		return e.unary(x)
	case *syntax.Binary:
		return e.binary(x)
	case *syntax.Logical:
		return e.logical(x)
	case *syntax.Compare:
		return e.compare(x)
	case *syntax.Conditional:
		return e.conditional(x.Cond, x.Then, x.Else, x)
	case *syntax.Lambda:
		return e.Function("", x.Params, x.Body, nil)
	case *syntax.Call:
		return e.call(x)
	case *syntax.Attribute:
		return e.attribute(x)
	case *syntax.Subscript:
		return e.subscript(x)
	case *syntax.Slice:
		return e.slice(x)
	case *syntax.Starred:
		return nil, e.Errorf(CodeUnsupported, x,
			"a starred expression can stand in a list, a tuple or a call only")
	case *syntax.NamedExpr:
		return nil, e.Errorf(CodeUnsupported, x, "assignment expressions (:=) are not supported").
			Suggest("assign %s in a statement of its own", x.Name.Name)
	}
	return nil, e.Errorf(CodeUnsupported, x, "this expression is not supported")
}

// Value is Eval, and loads an element of a buffer, so that later stores do not change the value.
func (e *Evaluator) Value(x syntax.Expr) (Value, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	return e.Force(v, x)
}

// Force loads the value if it is an element or a slice of a buffer.
func (e *Evaluator) Force(v Value, at syntax.Node) (Value, error) {
	switch v := v.(type) {
	case *Element:
		return e.load(v, at)
	case *Region:
		x, err := e.vectorElement(v, at)
		if err != nil {
			return nil, err
		}
		return e.load(x, at)
	}
	return v, nil
}

// Index returns the value of an expression as an index.
func (e *Evaluator) Index(x syntax.Expr) (*ir.Value, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	return e.ToIndex(v, x)
}

// Scalar returns the value of an expression as a value of the IR. An integer of Python is of type index, and
// a float is f32.
func (e *Evaluator) Scalar(x syntax.Expr) (*Scalar, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	return e.ToScalar(v, x)
}

// With calls f with other names in scope.
func (e *Evaluator) With(env Env, f func() (Value, error)) (Value, error) {
	saved := e.Env
	e.Env = env
	defer func() { e.Env = saved }()
	return f()
}
