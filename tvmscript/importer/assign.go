package importer

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// assign imports `target = value`: a store, or the binding of names.
func (f *function) assign(s *syntax.Assign) error {
	if len(s.Targets) == 1 {
		if sub, ok := s.Targets[0].(*syntax.Subscript); ok {
			return f.ev.Store(sub, s.Value)
		}
		if f.variableNamed(s.Targets[0]) != nil {
			return f.ev.Store(s.Targets[0], s.Value)
		}
	}
	v, err := f.assigned(s.Value)
	if err != nil {
		return err
	}
	if err := f.known(v, s.Value); err != nil {
		return err
	}
	if _, none := v.(*expr.None); none {
		if call, ok := s.Value.(*syntax.Call); ok {
			return f.ev.Errorf(expr.CodeType, call,
				"this call has no value").Suggest("write it as a statement, without a name")
		}
	}
	for _, t := range s.Targets {
		if err := f.bindTarget(t, v, s.Value); err != nil {
			return err
		}
	}
	f.define()
	return nil
}

// assigned evaluates the right side of an assignment. Calls that only statements can evaluate do not go
// through the evaluator.
func (f *function) assigned(x syntax.Expr) (expr.Value, error) {
	if call, ok := x.(*syntax.Call); ok {
		if run, ok := valueCalls[f.callee(call.Fun)]; ok {
			return run(f, call)
		}
	}
	return f.ev.Value(x)
}

// define defines the symbolic extents of the buffers that the statement has matched, after they have names.
func (f *function) define() {
	for _, d := range f.defining {
		f.defineShape(d.buffer, d.spec)
	}
	f.defining = f.defining[:0]
}

// bindTarget binds the targets of an assignment, of a for, or of an as.
func (f *function) bindTarget(target syntax.Expr, v expr.Value, from syntax.Node) error {
	switch t := target.(type) {
	case *syntax.Name:
		if x := f.variableNamed(t); x != nil && isNumber(v) {
			return f.ev.StoreValue(x, v, from)
		}
		return f.bind(t, v, roleOf(v))
	case *syntax.Paren:
		return f.bindTarget(t.X, v, from)
	case *syntax.Tuple:
		return f.unpack(t, t.Elems, v, from)
	case *syntax.List:
		return f.unpack(t, t.Elems, v, from)
	case *syntax.Subscript:
		to, err := f.ev.Eval(t)
		if err != nil {
			return err
		}
		return f.ev.StoreValue(to, v, from)
	}
	return f.ev.Errorf(codeStatement, target,
		"this cannot be assigned to").Suggest("assign to a name or to an element of a buffer")
}

// roleOf returns the role of a value that a statement binds: a buffer or another value. Loops and axes have
// their roles already.
func roleOf(v expr.Value) role {
	switch v := v.(type) {
	case *expr.Buffer:
		return asBuffer
	case *variable:
		return asBuffer
	case *expr.Scalar:
		if v.V.DefinedBy(pipeline.Axis) != nil {
			return asAxis
		}
		if isLoopVariable(v.V) {
			return asLoop
		}
	}
	return asValue
}

// unpack binds several targets. One of them may have a star.
func (f *function) unpack(at syntax.Node, targets []syntax.Expr, v expr.Value, from syntax.Node) error {
	elems, err := f.ev.Iterate(v, from)
	if err != nil {
		return err
	}
	star := -1
	for i, t := range targets {
		if _, ok := t.(*syntax.Starred); ok {
			star = i
		}
	}
	if star < 0 && len(elems) != len(targets) || len(elems) < len(targets)-1 {
		return f.ev.Errorf(expr.CodeValue, at, "%d names for %d values", len(targets),
			len(elems)).Suggest("write one name per value")
	}
	for i, t := range targets {
		switch {
		case star < 0 || i < star:
			err = f.bindTarget(t, elems[i], from)
		case i == star:
			rest := elems[i : len(elems)-(len(targets)-1-i)]
			err = f.bindTarget(t.(*syntax.Starred).X, &expr.Seq{Elems: rest, List: true}, from)
		default:
			err = f.bindTarget(t, elems[len(elems)-(len(targets)-i)], from)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// annotated imports `x: T.float32 = value`. With the annotation T.let the value determines the dtype. A name
// annotated as T.Buffer or T.handle is bound to the value itself.
func (f *function) annotated(s *syntax.AnnAssign) error {
	name, ok := s.Target.(*syntax.Name)
	if !ok {
		return f.ev.Errorf(codeStatement, s.Target,
			"an annotation of something other than a name").Suggest("remove the annotation")
	}
	if f.mutable[name.Name] {
		if d, given, err := f.annotation(s.Annotation); err != nil {
			return err
		} else if given {
			return f.scalarVariable(name, d, s.Value, s)
		}
	}
	if s.Value == nil {
		return f.ev.Errorf(codeStatement, s, "'%s' gets no value", name.Name).
			Suggest(
				"write %s: T.float32 for a variable, or a buffer: %s = T.alloc_buffer((1,), \"float32\", "+
					"scope=\"local\")", name.Name, name.Name)
	}
	v, err := f.ev.Value(s.Value)
	if err != nil {
		return err
	}
	d, given, err := f.annotation(s.Annotation)
	if err != nil {
		return err
	}
	if given && isNumber(v) && !isIndexAs(v, d) {
		converted, err := f.ev.Convert(v, d, s.Value, false)
		if err != nil {
			return err
		}
		v = &expr.Scalar{V: converted, Dtype: d}
	}
	if err := f.bind(name, v, roleOf(v)); err != nil {
		return err
	}
	f.define()
	return nil
}

// annotation returns the dtype of an annotation. ok is false if the annotation has none.
func (f *function) annotation(x syntax.Expr) (form.Dtype, bool, error) {
	switch f.callee(x) {
	case "T.let", "T.Let":
		return form.Dtype{}, false, nil
	}
	if sub, ok := x.(*syntax.Subscript); ok && f.callee(sub.X) == "T.let" && len(sub.Indices) == 1 {
		x = sub.Indices[0]
	}
	if call, ok := x.(*syntax.Call); ok && isBufferName(f.callee(call.Fun)) {
		return form.Dtype{}, false, nil
	}
	v, err := f.ev.Eval(x)
	if err != nil {
		return form.Dtype{}, false, err
	}
	d, ok := dtypeOf(v)
	if !ok || d.Code == form.Void {
		return d, false, f.ev.Errorf(expr.CodeType, x, "%s is no dtype",
			v.Kind()).Suggest("write T.float32, T.int32 or T.let")
	}
	return d, d.Code != form.Handle, nil
}

// isNumber reports whether a value is a number of Python or of the IR.
func isNumber(v expr.Value) bool {
	switch v.(type) {
	case *expr.Int, *expr.Float, *expr.Bool, *expr.Imm, *expr.Scalar:
		return true
	}
	return false
}

// isIndexAs reports whether a value is an integer that indexes, and stays one under the annotation.
func isIndexAs(v expr.Value, d form.Dtype) bool {
	if d != form.Int32 && d != form.Int64 {
		return false
	}
	switch v := v.(type) {
	case *expr.Int:
		return true
	case *expr.Scalar:
		return v.IsIndex()
	}
	return false
}

// augmented imports `A[i] += value`, and `n += 1` for a number of Python.
func (f *function) augmented(s *syntax.AugAssign) error {
	target, err := f.ev.Eval(s.Target)
	if err != nil {
		return err
	}
	name, isName := s.Target.(*syntax.Name)
	isName = isName && f.variableNamed(s.Target) == nil
	if isName && !isPython(target) {
		return f.ev.Errorf(codeBound, s, "'%s' is a value, and values do not change", name.Name).
			Suggest("declare it with its dtype, so that it can change: %s: T.float32 = ...", name.Name)
	}
	old, err := f.ev.Force(target, s.Target)
	if err != nil {
		return err
	}
	y, err := f.ev.Value(s.Value)
	if err != nil {
		return err
	}
	v, err := f.ev.Binary(s.Op, old, y, s)
	if err != nil {
		return err
	}
	if isName {
		return f.bind(name, v, asValue)
	}
	f.ev.Locate(s)
	return f.ev.StoreValue(target, v, s)
}
