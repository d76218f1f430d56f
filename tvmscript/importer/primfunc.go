package importer

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// progress is the state of the import of a prim_func.
type progress uint8

const (
	declared progress = iota
	importing
	imported
)

// primFunc is a function with @T.prim_func: a value that can be called, and scheduled.
type primFunc struct {
	imp    *importer
	name   string // its symbol
	def    *syntax.Def
	env    expr.Env // names visible to it
	op     *ir.Op
	params []*parameter
	state  progress
	failed bool
	// loops and blocks are the possible results of sch.get_loops, and targets of names, in the order of the
	// text.
	loops  []namedOp
	blocks []namedOp
	// jumping are the loops with a break or continue.
	jumping map[*ir.Op]bool
}

type namedOp struct {
	name string
	op   *ir.Op
}

// declarePrimFunc makes the operation of a prim_func, whose body is imported later. A Python function may
// make several prim_funcs with one name; these are numbered.
func (imp *importer) declarePrimFunc(def *syntax.Def, env expr.Env, options primOptions,
	inFactory bool) *primFunc {
	p := &primFunc{imp: imp, name: def.Name.Name, def: def, env: env, jumping: map[*ir.Op]bool{}}
	if other := imp.byName[p.name]; other != nil {
		if !inFactory {
			imp.report(imp.errorf(codeFunction, &def.Name, "there are two prim_funcs named '%s'", p.name).
				Note(imp.file.Span(&other.def.Name), "the other one").Suggest("rename one of them"))
		}
		p.name = imp.freeName(p.name)
	}
	imp.byName[p.name] = p
	imp.functions = append(imp.functions, p)
	imp.declared.Reserve(p.name)
	start, _ := def.Name.Pos()
	imp.b.Loc = imp.arena.SourceLoc(imp.file.Source, start)
	p.op = funcs.New(imp.b, p.name, imp.ctx.Function(nil, nil))
	if options.private {
		p.op.SetAttr("sym_visibility", imp.ctx.String("private"))
	}
	return p
}

// Kind implements expr.Value.
func (p *primFunc) Kind() string { return "the prim_func " + p.def.Name.Name }

// Attr implements expr.Object. Methods of prim_funcs are used only by Python programs around them.
func (p *primFunc) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	return &expr.Unknown{Why: "'" + name + "' of a prim_func is not evaluated here"}, nil
}

// Call implements expr.Object: a call from another prim_func.
func (p *primFunc) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	if e.B == nil {
		return &expr.Unknown{Why: "it is the result of running a prim_func"}, nil
	}
	switch p.state {
	case declared:
		p.importBody()
	case importing:
		return nil, e.Errorf(codeFunction, call, "'%s' calls itself",
			p.name).Suggest("write a loop; prim_funcs are not recursive")
	}
	args, err := p.arguments(e, call)
	if err != nil {
		return nil, err
	}
	e.Locate(call)
	e.B.Create(ir.OpState{Def: funcs.Call, Operands: args, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "callee", Value: e.Ctx.SymbolRef(p.name)},
	}})
	return &expr.None{}, nil
}

func (p *primFunc) arguments(e *expr.Evaluator, call *syntax.Call) ([]*ir.Value, error) {
	if p.failed {
		return nil, errReported
	}
	if len(call.Args) != len(p.params) {
		return nil, e.Errorf(codeCall, call, "'%s' has %d parameters, and %d arguments are given", p.name,
			len(p.params), len(call.Args)).
			Note(e.File.Span(&p.def.Name),
				"it is defined here").Suggest("give one argument per parameter, in their order")
	}
	args := make([]*ir.Value, len(call.Args))
	for i, a := range call.Args {
		if a.Name != "" || a.Kind != syntax.Plain {
			return nil, e.Errorf(codeCall, a,
				"arguments of prim_funcs are positional").Suggest("give them in the order of the parameters")
		}
		v, err := p.argument(e, p.params[i], a.Value)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}

func (p *primFunc) argument(e *expr.Evaluator, to *parameter, x syntax.Expr) (*ir.Value, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	want, isBuffer := to.arg.Type().(*ir.MemRefType)
	if !isBuffer {
		if to.arg.Type() == e.Ctx.Index {
			return e.ToIndex(v, x)
		}
		return e.Convert(v, to.dtype, x, false)
	}
	m, err := wholeBuffer(e, v, x)
	if err != nil {
		return nil, err
	}
	have := m.Type().(*ir.MemRefType)
	switch {
	case have == want:
		return m, nil
	case memref.CastCompatible(have, want):
		e.Locate(x)
		return memref.NewCast(e.B, m, want), nil
	}
	return nil, e.Errorf(codeCall, x, "the parameter '%s' of '%s' is %v, and the argument is %v", to.name,
		p.name, want, have).
		Note(e.File.Span(to.at), "the parameter").Suggest("pass a buffer of the same shape, dtype and scope")
}

// wholeBuffer returns the memref of a buffer, or of a pointer to the beginning of a buffer.
func wholeBuffer(e *expr.Evaluator, v expr.Value, at syntax.Node) (*ir.Value, error) {
	switch v := v.(type) {
	case *expr.Buffer:
		return v.V, nil
	case *expr.Pointer:
		if v.Indices == nil && v.Offset == nil {
			return v.Buffer.V, nil
		}
	case expr.Memory:
		return v.Memory(e)
	}
	return nil, e.Errorf(codeCall, at, "a buffer is needed here, and this is %s",
		v.Kind()).Suggest("pass a whole buffer: A or A.data")
}

// freeName returns the name with the next number that makes it unique.
func (imp *importer) freeName(name string) string {
	for {
		imp.numbered[name]++
		if n := name + "_" + strconv.Itoa(imp.numbered[name]); imp.byName[n] == nil {
			return n
		}
	}
}

// primOptions are the arguments of the decorator.
type primOptions struct{ private bool }

// primOptionNames are the options that are read. Only private has an effect.
var primOptionNames = []string{"private", "s_tir", "check_well_formed", "tracked", "persistent"}

// primOptions reads the arguments of @T.prim_func(...).
func (imp *importer) primOptions(ev *expr.Evaluator, decorator syntax.Expr) primOptions {
	var o primOptions
	call, ok := decorator.(*syntax.Call)
	if !ok {
		return o
	}
	for _, a := range call.Args {
		v, err := ev.Eval(a.Value)
		if err != nil {
			imp.report(err)
			continue
		}
		truth, isBool := v.(*expr.Bool)
		switch {
		case !isBool || a.Name == "":
			imp.report(imp.errorf(expr.CodeArity, a,
				"T.prim_func takes keyword arguments that are True or False").
				Suggest("write @T.prim_func(private=True)"))
		case a.Name == "private":
			o.private = truth.V
		default:
			imp.checkOption(a)
		}
	}
	return o
}

func (imp *importer) checkOption(a *syntax.Arg) {
	for _, name := range primOptionNames {
		if name == a.Name {
			return
		}
	}
	d := imp.errorf(expr.CodeArity, a, "T.prim_func has no argument '%s'", a.Name)
	if near := diag.Nearest(a.Name, primOptionNames); near != "" {
		d.Suggest("did you mean '%s'?", near)
	} else {
		d.Suggest("remove it")
	}
	imp.report(d)
}
