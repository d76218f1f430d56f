package asyncio

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

//go:embed runtime.py
var runtime string

var codeUnsupported = diag.Register("asyncio-unsupported",
	"a program has what cannot be written as Python on asyncio",
	"Written are functions of func and async, tasks, tokens, values and groups, structured control flow of "+
		"scf, "+
		"memory of numbers, and arithmetic on integers and floats. Lower or replace the operation, or run "+
		"the "+
		"program with inflight.")

// writer writes one module.
type writer struct {
	b       strings.Builder
	indent  int
	names   map[*ir.Value]string
	taken   map[string]bool
	tasks   int
	symbols *ir.SymbolTables
	errs    diag.List
}

// Write returns a module as Python. The entry is @main or, if there is no @main, the only public func.func.
// If the module cannot be written, the error has a diagnostic for each reason.
func Write(module *ir.Op) ([]byte, error) {
	w := &writer{symbols: ir.NewSymbolTables()}
	w.b.WriteString(runtime)
	var entries []*ir.Op
	for op := range module.Body().Ops() {
		switch {
		case !op.Is(function.Func) && !op.Is(async.Func):
			w.refuse(op, "")
		case op.Region(0).Empty():
			w.declaration(op)
		default:
			w.function(op)
			if op.Is(function.Func) && op.StringAttr("sym_visibility") != "private" {
				entries = append(entries, op)
			}
		}
	}
	w.main(module, entries)
	if err := w.errs.Err(); err != nil {
		return nil, err
	}
	return []byte(w.b.String()), nil
}

// refuse reports that an operation cannot be written; why may be empty.
func (w *writer) refuse(op *ir.Op, why string) {
	w.errs.Add(op.Errorf(codeUnsupported, "'%s' cannot be written as Python on asyncio%s", op.Name(), why))
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", w.indent))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// function writes a function with a body.
func (w *writer) function(op *ir.Op) {
	w.names, w.taken = map[*ir.Value]string{}, map[string]bool{}
	w.line("")
	w.line("")
	w.line("async def %s(%s):", functionName(op), strings.Join(w.nameAll(op.Body().Args()), ", "))
	w.body(op)
}

// body writes the only block of a function or of a task.
func (w *writer) body(op *ir.Op) {
	w.indent++
	if len(op.Region(0).Blocks()) > 1 {
		w.refuse(op, ": it has several blocks")
	} else {
		w.block(op.Body())
	}
	w.indent--
}

func functionName(fn *ir.Op) string { return "f_" + identifier(fn.SymbolName()) }

// identifier makes a part of a Python name of a text.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// name gives a value a name that no other value of the function has.
func (w *writer) name(v *ir.Value) string {
	if n, ok := w.names[v]; ok {
		return n
	}
	base := "v"
	if s := strings.TrimPrefix(v.Name(), "%"); s != "" {
		base += "_" + identifier(s)
	}
	n := base
	for i := 0; w.taken[n] || n == "v"; i++ {
		n = fmt.Sprintf("%s_%d", base, i)
	}
	w.names[v], w.taken[n] = n, true
	return n
}

func (w *writer) nameAll(values []*ir.Value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = w.name(v)
	}
	return list
}

// assign writes the simultaneous assignment of values.
func (w *writer) assign(to, from []*ir.Value) {
	if len(to) > 0 {
		w.line("%s = %s", strings.Join(w.nameAll(to), ", "), strings.Join(w.nameAll(from), ", "))
	}
}

// main writes the call of the entry.
func (w *writer) main(module *ir.Op, entries []*ir.Op) {
	at := slices.IndexFunc(entries, func(op *ir.Op) bool { return op.SymbolName() == "main" })
	if at < 0 && len(entries) != 1 {
		w.errs.Add(module.Errorf(codeUnsupported, "there is no @main, and not one public function of func").
			Suggest("name the entry @main"))
		return
	}
	entry := entries[max(at, 0)]
	var args []string
	for i, v := range entry.Body().Args() {
		args = append(args, w.argument(entry, i, v.Type()))
	}
	w.line("")
	w.line("")
	w.line("def numbers(i, kind):")
	w.line("    return kind(sys.argv[i]) if i < len(sys.argv) else kind(0)")
	w.line("")
	w.line("")
	w.line("asyncio.run(run(%s, [%s]))", functionName(entry), strings.Join(args, ", "))
}

// argument returns what the entry gets: zeroed memory, or a number of the command line.
func (w *writer) argument(entry *ir.Op, i int, t ir.Type) string {
	if m, ok := t.(*ir.MemRefType); ok && isNumber(m.Elem) && !slices.Contains(m.Shape, ir.Dynamic) {
		return fmt.Sprintf("Memory(%s, 0)", tuple(m.Shape))
	}
	if !isNumber(t) {
		w.refuse(entry, fmt.Sprintf(": argument %d is of type %v, which has no value without the program", i,
			t))
	}
	if isFloat(t) {
		return fmt.Sprintf("numbers(%d, float)", i+1)
	}
	return fmt.Sprintf("numbers(%d, int)", i+1)
}

func tuple(shape []int64) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = fmt.Sprintf("%d,", n)
	}
	return "(" + strings.Join(parts, " ") + ")"
}
