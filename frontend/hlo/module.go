package hlo

import (
	"slices"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
)

// Module is a module of HLO: computations that call each other.
type Module struct {
	Name       string
	Attributes []*Attribute
	// Sections are the tables of source places that may follow the header: FileNames, FunctionNames,
	// FileLocations and StackFrames, each with its lines as they are written.
	Sections []Section
	// Computations are in textual order, without those that are written inside of an attribute.
	Computations []*Computation
	// Entry is the computation marked ENTRY, or the last one if none is. It is not nil after Parse.
	Entry *Computation
	File  *diag.File

	comments []string // in front of the module
	trailing []string // behind it
	span     diag.Span
	names    map[string]*Computation

	framesOnce sync.Once
	tables     map[string]map[int64]string // Sections, by number
	chainsOnce *sync.Once
	chains     *chains
}

// Section is a table of source places: a headline and its lines.
type Section struct {
	Name  string
	Lines []string
}

// Computation is a list of instructions, one of them its result.
type Computation struct {
	// Name is without %; "" for a computation that is written inside of an attribute.
	Name    string
	IsEntry bool
	// Parameters and Result are what the header states; HasSignature says that it states them.
	HasSignature bool
	Parameters   []SignatureParameter
	Result       *Shape
	// Instructions are in textual order, which is the schedule of a module that is scheduled. An instruction
	// that is written as an operand of another one stands in front of it.
	Instructions []*Instruction
	// Root is the instruction marked ROOT, or the last one if none is. It is nil without instructions.
	Root *Instruction
	// Attributes stand behind the closing brace, such as execution_thread.
	Attributes []*Attribute
	Module     *Module
	// Callers are the instructions that name the computation, in textual order.
	Callers []*Instruction

	percent  bool
	comments []string // in front of it
	ending   []string // comments in front of the closing brace
	span     diag.Span
	names    map[string]*Instruction
}

// SignatureParameter is a parameter in the header of a computation.
type SignatureParameter struct {
	Name  string
	Shape *Shape
}

// Instruction is one instruction of a computation.
type Instruction struct {
	// Name is without %; "" for an instruction that is written as an operand of another one.
	Name string
	// Shape is the shape of the result. If the text leaves it out, it is what follows from the operands, or
	// nil if it does not follow.
	Shape  *Shape
	Opcode string
	// Operands are the instructions whose results are used, in order.
	Operands []*Instruction
	// OperandShapes are the shapes that are written in front of operands, nil where there are none. The slice
	// is nil if no operand has one.
	OperandShapes []*Shape
	// Literal is the text between the parentheses of a constant or a parameter, as it is written.
	Literal    string
	Attributes []*Attribute
	Parent     *Computation
	// Index is the position in Parent.Instructions.
	Index  int
	IsRoot bool // marked ROOT

	isInline bool // written as an operand
	bare     bool // Shape is not written
	percent  bool
	comments []string // in front of it
	trailing string   // comment on the same line
	span     diag.Span
	operands []diag.Span
	users    []*Instruction
}

// Attribute is a name and a value, behind an instruction, a computation or the header of a module.
type Attribute struct {
	Name string
	// Text is the value as it is written.
	Text string
	// Called are the computations that the value names, in order; nil for other attributes.
	Called []*Computation

	isInline bool // the value is a computation, Called[0]
	span     diag.Span
	value    diag.Span
}

// Span returns the place of the name.
func (a *Attribute) Span() diag.Span { return a.span }

// Value returns the place of the value.
func (a *Attribute) Value() diag.Span { return a.value }

// Span returns the place of the module's name.
func (m *Module) Span() diag.Span { return m.span }

// Attribute returns the attribute of the header with a name, nil if there is none.
func (m *Module) Attribute(name string) *Attribute { return find(m.Attributes, name) }

// Computation returns the computation with a name, which is without %; nil if there is none.
func (m *Module) Computation(name string) *Computation { return m.names[name] }

// Scheduled reports whether the header says is_scheduled=true. The order of the instructions of such a module
// is the order in which they are issued.
func (m *Module) Scheduled() bool { return m.Attribute("is_scheduled").Bool() }

// Replicas returns replica_count of the header, and whether it is stated.
func (m *Module) Replicas() (int64, bool) { return m.Attribute("replica_count").Int() }

// Partitions returns num_partitions of the header, and whether it is stated.
func (m *Module) Partitions() (int64, bool) { return m.Attribute("num_partitions").Int() }

// Aliases returns the pairs of input_output_alias: outputs of the entry computation that share memory with
// its parameters. The error is the place that is malformed.
func (m *Module) Aliases() ([]Alias, *diag.Diagnostic) {
	return m.Attribute("input_output_alias").Aliases()
}

// Span returns the place of the computation's name, or of its opening brace.
func (c *Computation) Span() diag.Span { return c.span }

// Instruction returns the instruction with a name, which is without %; nil if there is none.
func (c *Computation) Instruction(name string) *Instruction { return c.names[name] }

// Thread returns the execution thread that the computation states, "" if it states none.
func (c *Computation) Thread() string { return find(c.Attributes, "execution_thread").String() }

// Reorder gives the computation its instructions in another order, and numbers them. The order must have each
// instruction once, those that are written as operands included.
func (c *Computation) Reorder(order []*Instruction) {
	c.Instructions = order
	for i, in := range order {
		in.Index = i
	}
}

// Span returns the place of the instruction's name, or of its opcode if it has none.
func (in *Instruction) Span() diag.Span { return in.span }

// OperandSpan returns the place of operand i.
func (in *Instruction) OperandSpan(i int) diag.Span {
	if i < len(in.operands) {
		return in.operands[i]
	}
	return in.span
}

// IsInline reports whether the instruction is written as an operand of another one. It has no name.
func (in *Instruction) IsInline() bool { return in.isInline }

// Attribute returns the attribute with a name, nil if there is none.
func (in *Instruction) Attribute(name string) *Attribute { return find(in.Attributes, name) }

// Users returns the instructions that have this one as an operand, in textual order, each once.
func (in *Instruction) Users() []*Instruction { return in.users }

// String returns the name as it is written, with % or without, or the opcode of an instruction without a
// name.
func (in *Instruction) String() string {
	switch {
	case in.Name == "":
		return in.Opcode
	case in.percent:
		return "%" + in.Name
	}
	return in.Name
}

// Call is a computation that an instruction calls, and the attribute that names it, such as to_apply.
type Call struct {
	Role        string
	Computation *Computation
}

// Called returns the computations that the instruction names, in textual order.
func (in *Instruction) Called() []Call {
	var all []Call
	for _, a := range in.Attributes {
		for _, c := range a.Called {
			all = append(all, Call{a.Name, c})
		}
	}
	return all
}

// CalledAs returns the first computation that the instruction names in the attribute with a name, nil if
// there is none.
func (in *Instruction) CalledAs(role string) *Computation {
	if a := in.Attribute(role); a != nil && len(a.Called) > 0 {
		return a.Called[0]
	}
	return nil
}

// ParameterNumber returns the number of a parameter, and whether the instruction is one with a number.
func (in *Instruction) ParameterNumber() (int64, bool) {
	if in.Opcode != "parameter" {
		return 0, false
	}
	return number(strings.TrimSpace(in.Literal))
}

// IsElided reports whether the instruction is a constant whose value the dump leaves out: constant({...}).
func (in *Instruction) IsElided() bool {
	return in.Opcode == "constant" && strings.Contains(in.Literal, "...") &&
		!strings.Contains(in.Literal, `"`)
}

func find(all []*Attribute, name string) *Attribute {
	for _, a := range all {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// link computes what instructions and computations know of each other: users and callers.
func (m *Module) link() {
	m.chainsOnce = &sync.Once{}
	for _, c := range m.all() {
		c.Callers = nil
		for _, in := range c.Instructions {
			in.users = nil
		}
	}
	for _, c := range m.all() {
		for _, in := range c.Instructions {
			for _, o := range in.Operands {
				if n := len(o.users); n == 0 || o.users[n-1] != in {
					o.users = append(o.users, in)
				}
			}
			for _, a := range in.Attributes {
				for _, called := range a.Called {
					called.Callers = append(called.Callers, in)
				}
			}
		}
	}
}

// Relink computes users, callers and chains again, after instructions were added, removed or given other
// operands.
func (m *Module) Relink() { m.link() }

// all returns the computations in textual order, with those that are written inside of attributes in front of
// the one that they are written in.
func (m *Module) all() []*Computation {
	var out []*Computation
	var visit func(c *Computation)
	visit = func(c *Computation) {
		for _, in := range c.Instructions {
			for _, a := range in.Attributes {
				if a.isInline {
					visit(a.Called[0])
				}
			}
		}
		out = append(out, c)
	}
	for _, c := range m.Computations {
		visit(c)
	}
	return slices.Clip(out)
}

// All returns all computations: those of Computations, and those that are written inside of attributes.
func (m *Module) All() []*Computation { return m.all() }
