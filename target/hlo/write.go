package hlo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

var codeUnsupported = diag.Register("hlo-unsupported", "a program has what cannot be written as HLO",
	"Written are functions of calls, asynchronous regions around one call, awaits, groups, structured "+
		"control "+
		"flow, and memory and tensors of constant sizes. Each operation in flight is awaited in its own "+
		"function or loop. The message says what else the program has.")

// writer writes one module.
type writer struct {
	symbols  *ir.SymbolTables
	finished []string             // texts of computations, callees first
	names    map[string]bool      // of computations
	made     map[string]*callable // of functions, by name and thread
	errs     diag.List
}

// callable is a function as a computation.
type callable struct {
	name   string
	writes []int // arguments whose memory is written
	open   bool  // it is being made
}

// Write returns a module as the text of a scheduled module of HLO. The entry is @main or, if there is no
// @main, the only public func.func. If the module cannot be written, the error has a diagnostic for each
// reason.
func Write(ctx context.Context, module *ir.Op) ([]byte, error) {
	w := &writer{symbols: ir.NewSymbolTables(), names: map[string]bool{}, made: map[string]*callable{}}
	entry := w.entry(module)
	if entry == nil {
		return nil, w.errs.Err()
	}
	kept := strs(module.Attr("hlo.computations"))
	for _, text := range kept {
		name, _, _ := strings.Cut(text, " ")
		w.names[strings.TrimPrefix(name, "%")] = true
	}
	w.finished = kept
	header := w.main(module, entry)
	if err := w.errs.Err(); err != nil {
		return nil, err
	}
	file := diag.NewFile("written.hlo",
		[]byte("HloModule "+header+"\n\n"+strings.Join(w.finished, "\n\n")+"\n"))
	m, errs := hlo.Parse(ctx, file)
	if len(errs) == 0 {
		errs = hlo.Verify(m)
	}
	if err := errs.Err(); err != nil {
		return nil, entry.Errorf(codeUnsupported, "what is written is not valid HLO: %s", errs[0].Message)
	}
	return m.Append(nil), nil
}

// entry returns the function that the module begins with.
func (w *writer) entry(module *ir.Op) *ir.Op {
	var public []*ir.Op
	for op := range module.Body().Ops() {
		if !op.Is(function.Func) {
			w.refuse(op, "")
		} else if op.Body() != nil && op.StringAttr("sym_visibility") != "private" {
			public = append(public, op)
		}
	}
	at := slices.IndexFunc(public, func(op *ir.Op) bool { return op.SymbolName() == "main" })
	if at < 0 && len(public) != 1 {
		w.errs.Add(module.Errorf(codeUnsupported, "there is no @main, and not one public function").
			Suggest("name the entry @main"))
		return nil
	}
	return public[max(at, 0)]
}

func (w *writer) refuse(op *ir.Op, format string, args ...any) {
	if len(w.errs) < 20 {
		w.errs.Add(op.Errorf(codeUnsupported, "'%s' cannot be written as HLO"+format,
			append([]any{op.Name()}, args...)...))
	}
}

// unique returns a name that no other computation has.
func (w *writer) unique(base string) string { return fresh(w.names, base) }

func fresh(taken map[string]bool, base string) string {
	name := base
	for i := 1; taken[name] || name == ""; i++ {
		name = fmt.Sprintf("%s.%d", base, i)
	}
	taken[name] = true
	return name
}

// strs returns the texts of an attribute that is an array of strings.
func strs(a ir.Attr) []string {
	list, _ := a.(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	var all []string
	for _, e := range list.Elems {
		if s, ok := e.(*ir.StringAttr); ok {
			all = append(all, s.Value)
		}
	}
	return all
}

// main writes the entry computation, and returns the header of the module.
func (w *writer) main(module, fn *ir.Op) string {
	header := module.StringAttr("hlo.header")
	if header == "" {
		header = fn.SymbolName() + ", is_scheduled=true"
	}
	c := w.computation("")
	described := strs(fn.Attr("hlo.parameters"))
	if fn.Attr("hlo.shape") == nil || described == nil && fn.Body().NumArgs() > 0 {
		base := fn.SymbolName()
		if n := fn.StringAttr("hlo.name"); n != "" {
			base = n
		}
		name := w.unique(base)
		writes := c.function(fn, true)
		w.finish(c, "ENTRY %"+name)
		return header + c.aliases(fn, writes)
	}
	args := fn.Body().Args()
	for i, text := range described {
		name, rest, _ := strings.Cut(text, " ")
		shape, attrs, s := splitShape(rest)
		if s == nil {
			w.refuse(fn, ": its parameter %d has a malformed description", i)
			return header
		}
		c.taken[name] = true
		c.add(name, fmt.Sprintf("%s parameter(%d)%s", shape, i, attrs))
		for _, l := range leaves(s) {
			if len(args) == 0 {
				w.refuse(fn, ": it has fewer arguments than its description")
				return header
			}
			c.bind(args[0], &ref{name: name, whole: s, index: l.index, shape: l.shape})
			args = args[1:]
		}
	}
	c.block(fn.Body())
	shape, err := hlo.ParseShape(fn.StringAttr("hlo.shape"))
	if err != nil || len(leaves(shape)) != fn.Body().Last().NumOperands() {
		w.refuse(fn, ": its results are not those of its description")
		return header
	}
	last := fn.Body().Last()
	var items []item
	for i, l := range leaves(shape) {
		items = append(items, item{ref: c.read(last, last.Operand(i), l.shape)})
	}
	c.root(c.assemble(shape, items, fn.StringAttr("hlo.root")))
	c.ended(fn)
	w.finish(c, "ENTRY %"+w.unique(fn.StringAttr("hlo.name")))
	return header
}

// splitShape separates a shape from the attributes behind it.
func splitShape(text string) (shape, attrs string, s *hlo.Shape) {
	for i := len(text); i > 0; i = strings.LastIndex(text[:i], ", ") {
		if s, err := hlo.ParseShape(text[:i]); err == nil {
			return text[:i], text[i:], s
		}
	}
	return "", "", nil
}

// function writes a function: its parameters, its body, and a root with its results and what it has written.
// It returns the arguments that are written.
func (c *computation) function(fn *ir.Op, entry bool) (writes []int) {
	for i, v := range fn.Body().Args() {
		s := shapeOf(v.Type())
		if s == nil {
			c.w.refuse(fn, ": argument %d is of type %v", i, v.Type())
			return nil
		}
		name := fresh(c.taken, hint(v, "arg"))
		c.add(name, fmt.Sprintf("%s parameter(%d)", s, i))
		c.bind(v, &ref{name: name, whole: s, shape: s})
	}
	before := map[*ir.Value]*ref{}
	for _, v := range fn.Body().Args() {
		before[v] = c.contents(v)
	}
	if len(fn.Region(0).Blocks()) > 1 {
		c.w.refuse(fn, ": it has several blocks")
		return nil
	}
	c.block(fn.Body())
	c.ended(fn)
	var items []item
	for _, v := range fn.Body().Last().Operands() {
		items = append(items, c.itemOf(v))
	}
	for i, v := range fn.Body().Args() {
		if _, ok := v.Type().(*ir.MemRefType); ok && c.contents(v) != before[v] {
			writes = append(writes, i)
			items = append(items, item{ref: c.contents(v)})
		}
	}
	if len(items) == 1 {
		c.root(items[0].ref)
	} else {
		c.root(c.assemble(shapeOfItems(items), items, ""))
	}
	return writes
}

// aliases returns input_output_alias for the arguments that an entry writes.
func (c *computation) aliases(fn *ir.Op, writes []int) string {
	results := fn.Body().Last().NumOperands()
	var all []string
	for k, i := range writes {
		output := fmt.Sprintf("{%d}", results+k)
		if results+len(writes) == 1 {
			output = "{}"
		}
		all = append(all, fmt.Sprintf("%s: (%d, {}, may-alias)", output, i))
	}
	if len(all) == 0 {
		return ""
	}
	return ", input_output_alias={ " + strings.Join(all, ", ") + " }"
}

// ended refuses operations that nothing has awaited.
func (c *computation) ended(fn *ir.Op) {
	for _, f := range c.started {
		if f.done == nil && !f.handed {
			c.w.errs.Add(f.op.Errorf(codeUnsupported,
				"nothing awaits this operation, and a start of HLO has "+
					"a done").Suggest("await its token where it must have ended"))
		}
	}
}

// finish keeps the text of a computation.
func (w *writer) finish(c *computation, head string) {
	var b strings.Builder
	b.WriteString(head + " {\n")
	for _, l := range c.lines {
		mark := ""
		if l.name == c.rootName {
			mark = "ROOT "
		}
		b.WriteString("  " + mark + "%" + l.name + " = " + l.text + "\n")
	}
	b.WriteString("}")
	if c.thread != "" {
		fmt.Fprintf(&b, ", execution_thread=%q", c.thread)
	}
	w.finished = append(w.finished, b.String())
}

// hint returns a name for a value, from its name in the program.
func hint(v *ir.Value, or string) string {
	n := strings.TrimPrefix(v.Name(), "%")
	if n == "" || n[0] >= '0' && n[0] <= '9' {
		return or
	}
	return identifier(n)
}

func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' ||
			r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// isHandle reports whether a value stands for the completion of an operation.
func isHandle(v *ir.Value) bool { return async.IsToken(v.Type()) || async.IsValue(v.Type()) }
