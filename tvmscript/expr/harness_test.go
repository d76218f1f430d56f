package expr_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// buffer is a buffer that the expressions of tests see.
type buffer struct {
	name, dtype string
	shape       []int64
}

// buffers are the arguments of every function of tests.
var buffers = []buffer{
	{"A", "float32", []int64{16, 16}}, {"B", "int32", []int64{16}}, {"H", "float16", []int64{16}},
	{"C", "int8", []int64{16}},
	{"U", "uint8", []int64{16}}, {"W", "uint32", []int64{16}}, {"L", "int64", []int64{16}},
	{"P", "bool", []int64{16}},
	{"D", "float64", []int64{16}}, {"G", "bfloat16", []int64{16}}, {"V", "float32x4", []int64{16}},
	{"Q", "float8_e4m3fn", []int64{16}},
	{"Z", "float32", []int64{}}, {"M", "float32", []int64{-1, 16}}, {"R", "int64", []int64{16, 8, 8}},
	{"F", "float32", []int64{16, 8, 8}},
}

// world is a function with loop variables i in [0, 16), j in [0, 8), k in [-4, 4), and a parameter n.
type world struct {
	module, function *ir.Op
	e                *expr.Evaluator
	scope            *expr.Scope
}

func newWorld(ctx *ir.Context) *world {
	w := &world{module: builtin.NewModule(ctx), scope: expr.NewScope(nil)}
	b := ir.AtEnd(ctx, w.module.Body())
	var inputs []ir.Type
	for _, x := range buffers {
		d, _ := form.ParseDtype(x.dtype)
		shape := make([]int64, len(x.shape))
		for i, n := range x.shape {
			if shape[i] = n; n < 0 {
				shape[i] = ir.Dynamic
			}
		}
		inputs = append(inputs, ctx.MemRef(shape, d.Type(ctx), nil, nil))
	}
	w.function = function.New(b, "f", ctx.Function(append(inputs, ctx.Index, ctx.F32), nil))
	entry := w.function.Body()
	b.SetEnd(entry)
	w.e = &expr.Evaluator{B: b, Ctx: ctx, Env: w.scope, Consts: expr.NewConstants(entry)}
	decls := expr.NewDeclarations(w.module)
	decls.Reserve("f")
	w.e.Declare = decls.Declare
	w.bind(entry)
	w.loop("i", 0, 16)
	w.loop("j", 0, 8)
	w.loop("k", -4, 4)
	return w
}

func (w *world) bind(entry *ir.Block) {
	for at, x := range buffers {
		d, _ := form.ParseDtype(x.dtype)
		b := &expr.Buffer{V: entry.Arg(at), Dtype: d, Name: x.name, Scope: "global"}
		for _, n := range x.shape {
			if n < 0 {
				b.Shape = append(b.Shape, expr.NewScalar(entry.Arg(len(buffers))))
			} else {
				b.Shape = append(b.Shape, &expr.Int{V: n})
			}
		}
		w.scope.Set(x.name, b)
	}
	w.scope.Set("n", expr.NewScalar(entry.Arg(len(buffers))))
	w.scope.Set("x", expr.NewScalar(entry.Arg(len(buffers)+1)))
	w.scope.Set("T", &expr.Builtin{Name: "T"})
	w.scope.Set("math", &expr.Builtin{Name: "math"})
	w.scope.Set("np", &expr.Unknown{Why: "numpy is not evaluated"})
	w.scope.Set("four", &expr.Int{V: 4})
	w.scope.Set("t", &expr.Seq{Elems: []expr.Value{&expr.Int{V: 3}, &expr.Int{V: 5}}})
}

// loop opens a loop at the end of what there is.
func (w *world) loop(name string, low, high int64) {
	b := w.e.B
	step := w.e.ConstIndex(1)
	loop := scf.NewFor(b, w.e.ConstIndex(low), w.e.ConstIndex(high), step, func(*ir.Builder, *ir.Value) {})
	b.SetBefore(loop.Body().Terminator())
	w.scope.Set(name, expr.NewScalar(scf.InductionVar(loop)))
}

// parse returns the statement of a text of one line.
func (w *world) parse(t testing.TB, source string) syntax.Stmt {
	file, errs := syntax.Parse(diag.NewFile("test.py", []byte(source+"\n")))
	if errs != nil {
		t.Fatalf("%s: %v", source, errs)
	}
	if len(file.Body) != 1 {
		t.Fatalf("%s: %d statements", source, len(file.Body))
	}
	w.e.File = file
	return file.Body[0]
}

// run evaluates an expression to a value of the IR, or makes a store of an assignment.
func (w *world) run(t testing.TB, source string) (*expr.Scalar, error) {
	switch s := w.parse(t, source).(type) {
	case *syntax.Assign:
		return nil, w.e.Store(s.Targets[0], s.Value)
	case *syntax.AugAssign:
		return nil, w.e.Store(s.Target, &syntax.Binary{At: s.At, Op: s.Op, X: s.Target, Y: s.Value})
	case *syntax.ExprStmt:
		v, err := w.e.Value(s.X)
		if err != nil {
			return nil, err
		}
		if _, none := v.(*expr.None); none {
			return nil, nil
		}
		return w.e.ToScalar(v, s.X)
	default:
		return nil, w.e.Errorf(expr.CodeUnsupported, s, "tests have expressions and stores")
	}
}

// operations runs a statement and returns the operations that it has made, with names for what the world has.
func operations(t testing.TB, source string) (string, error) {
	ctx := all.NewContext()
	w := newWorld(ctx)
	v, err := w.run(t, source)
	if err != nil {
		return "", err
	}
	inside := w.e.B.Save()
	w.e.B.SetEnd(w.function.Body())
	w.e.B.Op(function.Return, nil)
	if errs := ir.Verify(w.module); errs.HasErrors() {
		t.Errorf("%s: %v\n%s", source, errs, text.String(w.module, text.PrintOptions{}))
	}
	w.e.B.Restore(inside)
	if v != nil {
		w.e.B.Create(ir.OpState{Def: ctx.UnregisteredOpDef(v.Dtype.String()), Operands: []*ir.Value{v.V},
			Results: []ir.Type{}})
	}
	return listing(w.module), nil
}

// listing is what the text of a function has in its innermost loop, with the declarations of the module.
func listing(module *ir.Op) string {
	var body, rest []string
	depth := 0
	for line := range strings.Lines(text.String(module, text.PrintOptions{})) {
		line = strings.TrimRight(line, "\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "scf.for"):
			depth++
		case strings.HasPrefix(trimmed, "func.func private"):
			rest = append(rest, trimmed)
		case depth == 3 && line != "        }" && strings.HasPrefix(line, "          "):
			body = append(body, strings.TrimPrefix(line, "          "))
		}
	}
	return named.ReplaceAllStringFunc(strings.Join(append(body, rest...), "\n")+"\n",
		func(arg string) string {
			n, _ := strconv.Atoi(arg[len("%arg"):])
			if n < len(buffers) {
				return "%" + buffers[n].name
			}
			return "%" + [...]string{"n", "x", "i", "j", "k"}[n-len(buffers)]
		})
}

var named = regexp.MustCompile(`%arg\d+`)
