package tomlir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
)

var (
	codeUnsupported = diag.Register("hlo-to-mlir", "a module of HLO has what is not written as MLIR",
		"Written are scheduled modules: instructions, starts and dones, loops and conditionals, and "+
			"operations in flight that loops carry. The message says what else the module has; "+
			"'inflight check' judges the module as it is.")
	codeOverwritten = diag.Register("hlo-to-mlir-overwritten",
		"an instruction reads a value whose memory has been overwritten",
		"Loops, conditionals and instructions that work in place make values share memory. In MLIR a memory "+
			"has one content at a time. Convert the module that XLA has scheduled, into which it has put a "+
			"copy there, or add the copy.")
)

// writer writes one module.
type writer struct {
	m      *hlo.Module
	share  *judge.Sharing
	b      strings.Builder
	indent int
	names  int
	errs   diag.List

	declared     map[string]string // names of declarations, by what they declare
	declarations []string
	taken        map[string]bool

	memory  map[int]string // the memref of each buffer
	shapes  map[int]*hlo.Shape
	writes  int
	written map[int]int              // the number of the last write of each buffer
	holds   map[int]int              // the number of the write that made each value
	wrote   map[int]*hlo.Instruction // the last instruction that wrote a buffer
	flying  map[int]int              // of a buffer that an operation in flight writes, the write before
	tokens  map[int]string           // values that are tokens
	flights map[int]string           // what stands for operations in flight, by the value of the start
	carried map[*hlo.Instruction]map[int]*hlo.Instruction
}

// Write returns a module as the text of a program in MLIR. The module must be verified. If it cannot be
// written, the error has a diagnostic for each reason.
func Write(m *hlo.Module) ([]byte, error) {
	w := &writer{m: m, declared: map[string]string{}, taken: map[string]bool{"main": true},
		memory: map[int]string{}, shapes: map[int]*hlo.Shape{}, written: map[int]int{}, holds: map[int]int{},
		flying: map[int]int{},
		wrote:  map[int]*hlo.Instruction{}, tokens: map[int]string{}, flights: map[int]string{},
		carried: map[*hlo.Instruction]map[int]*hlo.Instruction{}}
	if !m.Scheduled() {
		return nil, diag.Errorf(codeUnsupported, m.Span(), "the module is not scheduled: its order is not "+
			"decided").Suggest("give the dump after_optimizations.txt, whose header says is_scheduled=true")
	}
	var bare *hlo.Instruction
	if w.share, bare = judge.Share(m); bare != nil {
		return nil, diag.Errorf(codeUnsupported, bare.Span(), "%s has no shape", bare)
	}
	w.function()
	if err := w.errs.Err(); err != nil {
		return nil, err
	}
	return []byte(w.module()), nil
}

func (w *writer) refuse(in *hlo.Instruction, format string, args ...any) {
	if len(w.errs) < 20 {
		w.errs = append(w.errs, diag.Errorf(codeUnsupported, in.Span(), format, args...))
	}
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", w.indent))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

func (w *writer) name() string {
	w.names++
	return fmt.Sprintf("%%%d", w.names-1)
}

// module puts the declarations in front of the function.
func (w *writer) module() string {
	var b strings.Builder
	b.WriteString("module attributes {hlo.header = " + quote(w.header()))
	if c := w.computations(); len(c) > 0 {
		b.WriteString(", hlo.computations = " + list(c))
	}
	b.WriteString("} {\n")
	for _, d := range w.declarations {
		b.WriteString("  " + d + "\n")
	}
	return b.String() + w.b.String() + "}\n"
}

// header returns what stands behind HloModule, but for the layout of the entry computation, which follows
// from that.
func (w *writer) header() string {
	text := w.m.Name
	for _, a := range w.m.Attributes {
		text += ", " + a.Name + "=" + a.Text
	}
	for _, s := range w.m.Sections {
		text += "\n\n" + s.Name + "\n" + strings.Join(s.Lines, "\n")
	}
	return text
}

// computations returns the texts of those that instructions name and that are not executed one by one.
func (w *writer) computations() []string {
	executed := map[*hlo.Computation]bool{w.m.Entry: true}
	var visit func(c *hlo.Computation)
	visit = func(c *hlo.Computation) {
		for _, in := range c.Instructions {
			if in.Opcode == "while" || in.Opcode == "conditional" {
				for _, call := range in.Called() {
					executed[call.Computation] = true
					visit(call.Computation)
				}
			}
		}
	}
	visit(w.m.Entry)
	needed := map[*hlo.Computation]bool{}
	var need func(c *hlo.Computation)
	need = func(c *hlo.Computation) {
		for _, in := range c.Instructions {
			for _, call := range in.Called() {
				if structured := in.Opcode == "while" ||
					in.Opcode == "conditional"; !needed[call.Computation] &&
					!(executed[c] && structured) {
					needed[call.Computation] = true
					need(call.Computation)
				}
			}
		}
	}
	for c := range executed {
		need(c)
	}
	var all []string
	for _, c := range w.m.Computations {
		if needed[c] {
			all = append(all, c.String())
		}
	}
	return all
}

// function writes the entry computation.
func (w *writer) function() {
	c := w.m.Entry
	var params, described []string
	for i, p := range c.ParameterList() {
		described = append(described, p.Name+" "+p.Shape.String()+attributes(p))
		all, other := leaves(p.Shape)
		if other != nil {
			w.refuse(p, "%s has shape %s, which has no counterpart", p, other)
			continue
		}
		for k, l := range all {
			name := fmt.Sprintf("%%arg%d_%d", i, k)
			if l.shape.IsToken() {
				w.tokens[w.share.Value(p, l.index...)] = name
				params = append(params, name+": "+tokenType)
				continue
			}
			b := w.share.Buffer(p, l.index...)
			if w.memory[b] != "" {
				w.refuse(p, "%s shares its memory with another parameter", p)
			}
			w.memory[b], w.shapes[b] = name, l.shape
			w.write(p, l.index)
			params = append(params, name+": "+memory(l.shape))
		}
	}
	root, other := leaves(c.Root.Shape)
	if other != nil {
		w.refuse(c.Root, "%s has shape %s, which has no counterpart", c.Root, other)
	}
	types := make([]string, len(root))
	for i, l := range root {
		types[i] = typeOf(l.shape)
	}
	w.indent = 1
	w.line("func.func @main(%s) -> (%s) attributes {hlo.name = %s, hlo.parameters = %s, hlo.root = %s, "+
		"hlo.shape = %s} {", strings.Join(params, ", "), strings.Join(types, ", "), quote(c.Name),
		list(described), quote(rootName(c)), quote(c.Root.Shape.String()))
	w.indent++
	w.allocate(c)
	w.region(c)
	w.line("return%s", withTypes(w.handOn(c.Root, c.Root, root), types))
	w.indent--
	w.line("}")
}

// rootName returns the name of a root that is a tuple, which vanishes, "" for another root.
func rootName(c *hlo.Computation) string {
	if c.Root.Opcode == "tuple" {
		return c.Root.Name
	}
	return ""
}

func typeOf(s *hlo.Shape) string {
	if s.IsToken() {
		return tokenType
	}
	return memory(s)
}

// withTypes returns operands with their types, "" if there are none.
func withTypes(values, types []string) string {
	if len(values) == 0 {
		return ""
	}
	return " " + strings.Join(values, ", ") + " : " + strings.Join(types, ", ")
}

// handOn returns the memory and the tokens of a value that user hands on.
func (w *writer) handOn(user, in *hlo.Instruction, all []leaf) []string {
	names := make([]string, len(all))
	for i, l := range all {
		if l.shape.IsToken() {
			names[i] = w.token(user, in, l.index)
			continue
		}
		w.intact(user, in, l.index)
		names[i] = w.view(user, w.share.Buffer(in, l.index...), l.shape)
	}
	return names
}

// allocate writes an alloc for each buffer that no parameter of the entry has.
func (w *writer) allocate(c *hlo.Computation) {
	seen := map[*hlo.Computation]bool{}
	var visit func(c *hlo.Computation)
	visit = func(c *hlo.Computation) {
		if seen[c] {
			return
		}
		seen[c] = true
		for _, in := range c.Instructions {
			all, _ := leaves(in.Shape)
			if in.IsStart() {
				all = w.results(in)
			}
			for _, l := range all {
				b := w.share.Buffer(in, l.index...)
				if l.shape.IsArray() && w.memory[b] == "" {
					w.memory[b], w.shapes[b] = w.name(), l.shape
					w.line("%s = memref.alloc() : %s", w.memory[b], memory(l.shape))
				}
			}
			if in.Opcode == "while" || in.Opcode == "conditional" {
				for _, call := range in.Called() {
					visit(call.Computation)
				}
			}
		}
	}
	visit(c)
}

// results returns the parts of a start that its done returns.
func (w *writer) results(in *hlo.Instruction) []leaf {
	prefix := resultIndex(in)
	if prefix == nil {
		if in.Opcode == "send" {
			return []leaf{{[]int64{2}, in.Shape.At(2)}}
		}
		all, _ := leaves(in.Shape)
		return all
	}
	var found []leaf
	for _, i := range prefix {
		s := in.Shape.At(i)
		if s == nil {
			continue
		}
		all, _ := leaves(s)
		for _, l := range all {
			found = append(found, leaf{append([]int64{i}, l.index...), l.shape})
		}
	}
	return found
}

// resultIndex says which elements of the tuple that a start returns its done returns: nil for all of it.
func resultIndex(in *hlo.Instruction) []int64 {
	switch _, base := in.Async(); base {
	case "all-reduce", "send":
		return nil
	case "recv":
		return []int64{0, 2}
	case "copy":
		return []int64{0}
	}
	return []int64{1}
}

// attributes returns the attributes of an instruction as they stand behind it, "" without any.
func attributes(in *hlo.Instruction) string {
	text := ""
	for _, a := range in.Attributes {
		text += ", " + a.Name + "=" + a.Text
	}
	return text
}

// kept returns the attributes of an instruction, but for some, as an attribute of MLIR.
func kept(in *hlo.Instruction, but ...string) string {
	var all []string
	for _, a := range in.Attributes {
		if !slices.Contains(but, a.Name) {
			all = append(all, a.Name+"="+a.Text)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ", hlo.attributes = " + list(all)
}
