package importer

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// schedule is tvm.tir.Schedule(f), for some functions or for all.
type schedule struct {
	imp   *importer
	funcs []*primFunc // nil for all
}

// scheduled is a loop or a block of a schedule.
type scheduled struct {
	what string // "loop", "block"
	op   *ir.Op
	prim *primFunc
}

// Kind implements expr.Value.
func (s scheduled) Kind() string { return "a " + s.what + " of a schedule" }

// primitive is a method of a schedule.
type primitive struct {
	s    *schedule
	name string
}

// Kind implements expr.Value.
func (s *schedule) Kind() string  { return "a schedule" }
func (p *primitive) Kind() string { return "the primitive " + p.name }

// Call implements expr.Object.
func (s *schedule) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	return &expr.Unknown{Why: "a schedule is called"}, nil
}

// Attr implements expr.Object.
func (p *primitive) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	return &expr.Unknown{Why: "it belongs to a schedule"}, nil
}

// readers are the attributes and methods of schedules that change nothing.
var readers = map[string]bool{"mod": true, "trace": true, "show": true, "state": true,
	"func_working_on": true, "work_on": true}

// Attr implements expr.Object.
func (s *schedule) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	if readers[name] {
		return &expr.Unknown{Why: "it belongs to a schedule"}, nil
	}
	return &primitive{s, name}, nil
}

// Call implements expr.Object.
func (p *primitive) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	switch p.name {
	case "annotate":
		return &expr.None{}, p.s.annotate(e, call)
	case "get_block", "get_sblock":
		return p.s.getBlock(e, call)
	case "get_loops":
		return p.s.getLoops(e, call)
	}
	return nil, e.Errorf(codeSchedule, call, "the primitive sch.%s changes the program", p.name).
		Suggest(
			"apply the schedule in TVM first, and give Inflight what sch.mod.script() prints; sch.annotate " +
				"can stay")
}

// hostSpecial evaluates the calls outside of prim_funcs that make schedules.
func (imp *importer) hostSpecial(b *expr.Builtin, call *syntax.Call) (expr.Value, bool, error) {
	name := canonical(b.Name)
	if v, ok := imp.fileVariable(name, call); ok {
		return v, true, nil
	}
	if name != "T.Schedule" {
		return nil, false, nil
	}
	s := &schedule{imp: imp}
	if len(call.Args) > 0 {
		if v, err := imp.top.Eval(call.Args[0].Value); err == nil {
			s.over(v)
		}
	}
	return s, true, nil
}

// over makes a schedule one of the given function or module.
func (s *schedule) over(v expr.Value) {
	switch v := v.(type) {
	case *primFunc:
		s.funcs = []*primFunc{v}
	case *moduleClass:
		s.funcs = v.members
	}
}

func (s *schedule) functions() []*primFunc {
	if s.funcs != nil {
		return s.funcs
	}
	return s.imp.functions
}

// bareAnnotate executes `sch.annotate(...)` if the program makes no schedule: it applies to all functions
// above.
func (h *host) bareAnnotate(x syntax.Expr) (bool, error) {
	call, ok := x.(*syntax.Call)
	if !ok {
		return false, nil
	}
	at, ok := call.Fun.(*syntax.Attribute)
	if !ok || at.Name.Name != "annotate" {
		return false, nil
	}
	name, ok := at.X.(*syntax.Name)
	if !ok {
		return false, nil
	}
	v, bound := h.scope.Lookup(name.Name)
	if _, unknown := v.(*expr.Unknown); bound && !unknown {
		return false, nil
	}
	err := (&schedule{imp: h.imp}).annotate(h.ev, call)
	h.imp.report(err)
	return true, nil
}

// annotate executes sch.annotate(loop, key, value). The loop is a result of sch.get_loops, or a name that is
// not bound. Such a name means the loop with that variable.
func (s *schedule) annotate(e *expr.Evaluator, call *syntax.Call) error {
	args, err := e.BindArgs(call, "block_or_loop", "ann_key", "ann_val")
	if err != nil {
		return s.failed(err)
	}
	target, err := s.target(e, args.Get("block_or_loop"))
	if err != nil {
		return s.failed(err)
	}
	key, err := e.ConstStr(args.Get("ann_key"))
	if err != nil {
		return s.failed(err)
	}
	taken := loopAttrs
	if target.what == "block" {
		taken = blockAttrs
	}
	if key == "" || taken[key] {
		return s.failed(e.Errorf(codeAttr, args.Get("ann_key"), "an annotation cannot be named \"%s\"",
			key).Suggest("choose another name"))
	}
	if isPipelineAnnotation(key) && target.prim.jumping[target.op] {
		return s.failed(e.Errorf(codeJump, call,
			"a loop with break or continue cannot be pipelined").Note(target.op.Span(), "the loop").
			Suggest("in its body, %s", adviceGuard))
	}
	v, err := e.Eval(args.Get("ann_val"))
	if err != nil {
		return s.failed(err)
	}
	a, err := e.Attr(v, args.Get("ann_val"))
	if err != nil {
		return s.failed(err)
	}
	s.imp.warnUnused(key, args.Get("ann_key"))
	target.op.SetAttr(key, a)
	start, end := call.Pos()
	target.op.SetLoc(ir.WithAttrSpan(target.op.Loc(), ir.AttrSpan{Name: key, Start: start, End: end}))
	if target.what == "block" {
		if err := verified(e, target.op, codeAttr, args.Get("ann_val"), "correct the value"); err != nil {
			return s.failed(err)
		}
	}
	return nil
}

// failed reports an error of a schedule. Other statements outside of prim_funcs may fail without an error.
func (s *schedule) failed(err error) error {
	s.imp.report(err)
	return errReported
}

// target returns the loop or block that is annotated.
func (s *schedule) target(e *expr.Evaluator, x syntax.Expr) (scheduled, error) {
	if name, ok := x.(*syntax.Name); ok {
		if v, bound := e.Env.Lookup(name.Name); bound {
			if t, ok := v.(scheduled); ok {
				return t, nil
			}
		}
		return s.loopNamed(e, name)
	}
	v, err := e.Eval(x)
	if err != nil {
		return scheduled{}, err
	}
	if t, ok := v.(scheduled); ok {
		return t, nil
	}
	return scheduled{}, e.Errorf(codeSchedule, x, "%s is no loop", v.Kind()).
		Suggest("annotate a loop by the name of its variable, or by sch.get_loops(block)[0]")
}

// loopNamed returns the loop whose variable has a name. It is an error if there is not exactly one.
func (s *schedule) loopNamed(e *expr.Evaluator, name *syntax.Name) (scheduled, error) {
	var found []scheduled
	var known []string
	broken := false
	for _, p := range s.functions() {
		broken = broken || p.failed
		for _, l := range p.loops {
			if known = append(known, l.name); l.name == name.Name {
				found = append(found, scheduled{"loop", l.op, p})
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		d := e.Errorf(codeSchedule, name, "there are %d loops with the variable '%s'", len(found), name.Name)
		for _, l := range found {
			d.Note(l.op.Span(), "one of them")
		}
		return scheduled{},
			d.Suggest("rename the variables, or take the loop from sch.get_loops(sch.get_block(\"name\"))")
	case broken:
		return scheduled{}, errReported
	}
	if v, bound := e.Env.Lookup(name.Name); bound {
		if u, ok := v.(*expr.Unknown); ok {
			return scheduled{}, e.Errorf(codeSchedule, name, "'%s' is no loop: %s", name.Name, u.Why).
				Suggest(
					"correct the line that binds it; sch.get_loops returns one loop per variable, the " +
						"outermost first")
		}
	}
	d := e.Errorf(codeSchedule, name, "there is no loop with the variable '%s'", name.Name)
	if near := diag.Nearest(name.Name, known); near != "" {
		return scheduled{}, d.Suggest("did you mean '%s'?", near)
	}
	return scheduled{}, d.Suggest("annotate a loop of the functions above")
}

// getBlock executes sch.get_block("name").
func (s *schedule) getBlock(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	args, err := e.BindArgs(call, "name", "func_name?")
	if err != nil {
		return nil, s.failed(err)
	}
	name, err := e.ConstStr(args.Get("name"))
	if err != nil {
		return nil, s.failed(err)
	}
	in := ""
	if x := args.Get("func_name"); x != nil {
		if in, err = e.ConstStr(x); err != nil {
			return nil, s.failed(err)
		}
	}
	var found []scheduled
	var known []string
	for _, p := range s.functions() {
		for _, b := range p.blocks {
			if known = append(known, b.name); b.name == name && (in == "" || in == p.name) {
				found = append(found, scheduled{"block", b.op, p})
			}
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	d := e.Errorf(codeSchedule, call, "there are %d blocks named \"%s\"", len(found), name)
	if near := diag.Nearest(name, known); len(found) == 0 && near != "" {
		d.Suggest("did you mean \"%s\"?", near)
	} else {
		d.Suggest("name a block of the functions above; func_name= tells functions apart")
	}
	return nil, s.failed(d)
}

// getLoops executes sch.get_loops(block): the loops around it, the outermost first.
func (s *schedule) getLoops(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	args, err := e.BindArgs(call, "block")
	if err != nil {
		return nil, s.failed(err)
	}
	v, err := e.Eval(args.Get("block"))
	if err != nil {
		return nil, s.failed(err)
	}
	if name, ok := v.(*expr.Str); ok {
		if v, err = e.Call(&primitive{s, "get_block"}, []expr.Value{name}, args.Get("block")); err != nil {
			return nil, err
		}
	}
	b, ok := v.(scheduled)
	if !ok || b.what != "block" {
		return nil, s.failed(e.Errorf(codeSchedule, args.Get("block"), "%s is no block", v.Kind()).
			Suggest("write sch.get_loops(sch.get_block(\"name\"))"))
	}
	loops := &expr.Seq{List: true}
	for op := range b.op.Ancestors() {
		if op.Is(scf.For) {
			loops.Elems = append(loops.Elems, scheduled{"loop", op, b.prim})
		}
	}
	slices.Reverse(loops.Elems)
	return loops, nil
}
