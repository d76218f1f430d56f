package ptx

import "github.com/inflight-compiler/inflight/diag"

// Module is one PTX text.
type Module struct {
	File *diag.File
	// Version is the version of the language, such as 7.1 as {7, 1}.
	Version [2]int
	// Targets are the words of .target, the architecture first.
	Targets     []string
	AddressSize int
	// Items are *Variable, *Function and *Directive, in the order of the text.
	Items []Item
}

// Functions returns the functions and kernels that have a body or not, in order.
func (m *Module) Functions() []*Function {
	var all []*Function
	for _, item := range m.Items {
		if f, ok := item.(*Function); ok {
			all = append(all, f)
		}
	}
	return all
}

// Variables returns the variables of the module, in order.
func (m *Module) Variables() []*Variable {
	var all []*Variable
	for _, item := range m.Items {
		if v, ok := item.(*Variable); ok {
			all = append(all, v)
		}
	}
	return all
}

// Kernels returns the kernels that have a body, in order.
func (m *Module) Kernels() []*Function {
	var all []*Function
	for _, f := range m.Functions() {
		if f.Entry && f.Body != nil {
			all = append(all, f)
		}
	}
	return all
}

// Item is what a module or a block is made of.
type Item interface {
	// Place returns where the item stands.
	Place() diag.Span
}

// Linkage is what .visible, .extern, .weak, .common and .hidden say; empty for none.
type Linkage string

// Variable is a variable or a parameter.
type Variable struct {
	Span    diag.Span
	Linkage Linkage
	// Space is one of global, const, shared, local, param; reg for a parameter that is a register.
	Space string
	// Attribute is what stands between the parentheses of .attribute, empty for none.
	Attribute string
	Align     int64 // 0 if not given
	Type      Type
	// Vector is the number of elements of .v2 and .v4, else 1.
	Vector int
	Name   string
	// Extents are the dimensions of an array; nil for a scalar, and one of -1 for [].
	Extents []int64
	// Pointer holds the words behind .ptr of a parameter, nil if it does not say that it is a pointer: the
	// space, and the alignment.
	Pointer *Pointer
	// Init are the values of the elements, flat: *Immediate, or *Name for an address; nil without
	// initializer.
	Init []Operand
	// Fields is the text of the initializer of a sampler, which names its fields.
	Fields string
}

// Pointer is what a parameter says of the memory that it points to.
type Pointer struct {
	Space string // empty for generic
	Align int64  // 0 if not given
}

// Size returns the number of bytes of the variable, 0 where the launch decides.
func (v *Variable) Size() int64 {
	n := int64(v.Type.Bits()+7) / 8 * int64(v.Vector)
	for _, e := range v.Extents {
		n *= max(e, 0)
	}
	return n
}

// Alignment returns the alignment of the variable: what it says, else its type's.
func (v *Variable) Alignment() int64 {
	if v.Align != 0 {
		return v.Align
	}
	return max(int64(v.Type.Bits())/8*int64(v.Vector), 1)
}

// Function is a kernel (.entry) or a device function (.func).
type Function struct {
	Span    diag.Span
	Linkage Linkage
	Entry   bool
	Name    string
	Returns []*Variable
	Params  []*Variable
	// Attribute is what stands between the parentheses of .attribute, empty for none.
	Attribute string
	// Limits are the directives between the head and the body, such as .reqntid.
	Limits []*Directive
	Body   *Block // nil for a declaration
}

// Limit returns the numbers of a directive such as "reqntid", nil if the function does not have it.
func (f *Function) Limit(name string) []int64 {
	for _, d := range f.Limits {
		if d.Name == name {
			return d.Numbers
		}
	}
	return nil
}

// Directive is a directive without influence on what is computed: a place in the source (.loc, .file), a
// hint, or a section.
type Directive struct {
	Span    diag.Span
	Name    string // without its dot
	Numbers []int64
	// Text is what follows the name if it is not just numbers, as it was written.
	Text string
}

// Alias is another name for a function.
type Alias struct {
	Span           diag.Span
	Name, Function string
}

// Targets are the functions (.calltargets) or labels (.branchtargets) that an instruction may go to, under
// the name of a label.
type Targets struct {
	Span  diag.Span
	Name  string
	Calls bool
	Names []string
}

// Prototype is the head of the functions that a call through an address may reach, under the name of a label.
type Prototype struct {
	Span diag.Span
	Name string
	// Function has no name and no body.
	Function *Function
}

// Block is a sequence of items between braces: *Registers, *Variable, *Label, *Instruction, *Directive,
// *Targets, *Prototype and *Block.
type Block struct {
	Span  diag.Span
	Items []Item
	// End is the place of the closing brace.
	End diag.Span
}

// Registers declares registers: names, or with Count > 0 that many of a name with a number appended.
type Registers struct {
	Span diag.Span
	Type Type
	// Vector is the number of components of .v2 and .v4, else 1. Those of %v are %v.x, %v.y, %v.z and %v.w.
	Vector int
	Names  []RegisterName
}

// RegisterName is one name, or a range of names, in a declaration of registers.
type RegisterName struct {
	Name  string
	Count int // 0 for just the name
}

// Label is a place that branches go to.
type Label struct {
	Span diag.Span
	Name string
}

// Instruction is one instruction.
type Instruction struct {
	// Span covers the instruction without its guard.
	Span diag.Span
	// Guard is the predicate under which it is executed, nil for always.
	Guard *Guard
	// Opcode is the first word, and Modifiers the words that follow it behind dots.
	Opcode    string
	Modifiers []string
	Operands  []Operand
}

// Guard is @p or @!p.
type Guard struct {
	Span    diag.Span
	Name    string
	Negated bool
}

// Operand is one of *Name, *Immediate, *Address, *Vector, *Pair and *List.
type Operand interface {
	Item
	isOperand()
}

// Name is a register, a special register (with its dot, as in %tid.x), a variable, a label or a function. A
// negated one is a predicate with !, an Offset is what is added to a variable's address.
type Name struct {
	Span    diag.Span
	Name    string
	Negated bool
	Offset  int64
	// Generic and Mask are of names in initializers: the address is a generic one, and only the byte of it
	// under the mask is meant, 0 for all of it.
	Generic bool
	Mask    uint64
}

// NumberKind tells how an immediate was written.
type NumberKind uint8

// The kinds of immediates.
const (
	Integer NumberKind = iota
	Single             // 0f and eight digits: bits of an f32
	Double             // 0d and sixteen digits, or decimal: bits of an f64
)

// Immediate is a number. An integer is kept in two's complement.
type Immediate struct {
	Span diag.Span
	Kind NumberKind
	Bits uint64
	// unsigned says, while an expression is read, that the integer has no sign.
	unsigned bool
}

// Address is [base+offset], or [base+offset, {x, y}] for a tile of a tensor, or [base, sampler, {x, y}] for
// a texture.
type Address struct {
	Span        diag.Span
	Base        string // a register or a variable; empty for an absolute address
	Offset      int64
	Sampler     *Name
	Coordinates *Vector // nil for an address of memory
}

// Vector is {a, b, ...}.
type Vector struct {
	Span     diag.Span
	Elements []Operand
}

// Pair is a|b, the two results of setp and shfl.
type Pair struct {
	Span          diag.Span
	First, Second Operand
}

// List is (a, b), the results or the arguments of a call.
type List struct {
	Span     diag.Span
	Elements []Operand
}

// Place returns where the item stands.
func (v *Variable) Place() diag.Span { return v.Span }

// Place returns where the item stands.
func (f *Function) Place() diag.Span { return f.Span }

// Place returns where the item stands.
func (d *Directive) Place() diag.Span { return d.Span }

// Place returns where the item stands.
func (a *Alias) Place() diag.Span { return a.Span }

// Place returns where the item stands.
func (t *Targets) Place() diag.Span { return t.Span }

// Place returns where the item stands.
func (p *Prototype) Place() diag.Span { return p.Span }

// Place returns where the item stands.
func (b *Block) Place() diag.Span { return b.Span }

// Place returns where the item stands.
func (r *Registers) Place() diag.Span { return r.Span }

// Place returns where the item stands.
func (l *Label) Place() diag.Span { return l.Span }

// Place returns where the item stands.
func (in *Instruction) Place() diag.Span { return in.Span }

// Place returns where the operand stands.
func (n *Name) Place() diag.Span { return n.Span }

// Place returns where the operand stands.
func (i *Immediate) Place() diag.Span { return i.Span }

// Place returns where the operand stands.
func (a *Address) Place() diag.Span { return a.Span }

// Place returns where the operand stands.
func (v *Vector) Place() diag.Span { return v.Span }

// Place returns where the operand stands.
func (p *Pair) Place() diag.Span { return p.Span }

// Place returns where the operand stands.
func (l *List) Place() diag.Span { return l.Span }

func (*Name) isOperand()      {}
func (*Immediate) isOperand() {}
func (*Address) isOperand()   {}
func (*Vector) isOperand()    {}
func (*Pair) isOperand()      {}
func (*List) isOperand()      {}
