package ptx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Symbol is what a name means: exactly one of the fields but Type, Span and Components is set.
type Symbol struct {
	Span     diag.Span
	Type     Type // of a register or a special register
	Register bool
	// Components are the registers x, y, z and w of a register that is a vector, nil for others.
	Components []*Symbol
	Special    bool
	Variable   *Variable
	Function   *Function
	Label      *Label
	Targets    *Targets
	Prototype  *Prototype
}

// Scope is the names of a block, a function or the module.
type Scope struct {
	outer  *Scope
	names  map[string]*Symbol
	ranges map[string]registerRange
	// twice are the definitions of names that were defined before.
	twice diag.List
}

type registerRange struct {
	count  int
	typ    Type
	vector int
	span   diag.Span
}

// components are the names of the components of a vector; a color has others.
const components, colors = "xyzw", "rgba"

// newRegister returns a register, or a vector of them.
func newRegister(span diag.Span, t Type, vector int) *Symbol {
	s := &Symbol{Span: span, Type: t, Register: true}
	for n := range vector {
		if vector > 1 && n < len(components) {
			s.Components = append(s.Components, &Symbol{Span: span, Type: t, Register: true})
		}
	}
	return s
}

// SpreadAll returns an instruction with its operands spread; the instruction itself if none is a vector of
// registers.
func (s *Scope) SpreadAll(in *Instruction) *Instruction {
	var copied *Instruction
	for i, o := range in.Operands {
		if spread := s.Spread(o); spread != o {
			if copied == nil {
				c := *in
				c.Operands = slices.Clone(in.Operands)
				copied = &c
			}
			copied.Operands[i] = spread
		}
	}
	if copied == nil {
		return in
	}
	return copied
}

// component returns the register of a vector that a name such as x or r means, nil if none.
func (s *Symbol) component(name string) *Symbol {
	n := max(strings.Index(components, name), strings.Index(colors, name))
	if len(name) != 1 || n < 0 || n >= len(s.Components) {
		return nil
	}
	return s.Components[n]
}

// Spread returns the operand {%v.x, %v.y, ...} for the name %v of a vector of registers, and every other
// operand as it is.
func (s *Scope) Spread(o Operand) Operand {
	n, ok := o.(*Name)
	if !ok {
		return o
	}
	sym := s.Lookup(n.Name)
	if sym == nil || sym.Components == nil {
		return o
	}
	v := &Vector{Span: n.Span}
	for i := range sym.Components {
		v.Elements = append(v.Elements, &Name{Span: n.Span, Name: n.Name + "." + components[i:i+1]})
	}
	return v
}

// NewScope returns the scope of a module: its variables and functions, and the special registers.
func NewScope(m *Module) *Scope {
	s := newScope(nil)
	for _, v := range m.Variables() {
		s.define(v.Name, &Symbol{Span: v.Span, Variable: v})
	}
	for _, f := range m.Functions() {
		if old := s.names[f.Name]; old != nil && old.Function != nil &&
			(old.Function.Body == nil || f.Body == nil) {
			if f.Body != nil {
				old.Function = f // a declaration before its definition
			}
			continue
		}
		s.define(f.Name, &Symbol{Span: f.Span, Function: f})
	}
	for _, item := range m.Items {
		if a, ok := item.(*Alias); ok {
			s.alias(a)
		}
	}
	return s
}

// alias defines another name for a function.
func (s *Scope) alias(a *Alias) {
	old, f := s.names[a.Name], s.names[a.Function]
	switch {
	case f == nil || f.Function == nil:
		s.twice.Add(diag.Errorf(codeName, a.Span, "'%s' is no function", a.Function))
	case old != nil && old.Function != nil && old.Function.Body == nil:
		old.Function = f.Function // it was declared
	default:
		s.define(a.Name, &Symbol{Span: a.Span, Function: f.Function})
	}
}

// Enter returns the scope of the parameters of a function within the module's.
func (s *Scope) Enter(f *Function) *Scope {
	inner := newScope(s)
	for _, list := range [][]*Variable{f.Returns, f.Params} {
		for _, v := range list {
			if v.Space == "reg" {
				inner.define(v.Name, newRegister(v.Span, v.Type, v.Vector))
				continue
			}
			inner.define(v.Name, &Symbol{Span: v.Span, Variable: v})
		}
	}
	return inner
}

// Block returns the scope of a block within another scope. Everything that the block defines is known in all
// of it.
func (s *Scope) Block(b *Block) *Scope {
	inner := newScope(s)
	for _, item := range b.Items {
		switch x := item.(type) {
		case *Registers:
			inner.defineRegisters(x)
		case *Variable:
			inner.define(x.Name, &Symbol{Span: x.Span, Variable: x})
		case *Label:
			inner.define(x.Name, &Symbol{Span: x.Span, Label: x})
		case *Targets:
			inner.define(x.Name, &Symbol{Span: x.Span, Targets: x})
		case *Prototype:
			inner.define(x.Name, &Symbol{Span: x.Span, Prototype: x})
		}
	}
	return inner
}

func newScope(outer *Scope) *Scope {
	return &Scope{outer: outer, names: map[string]*Symbol{}, ranges: map[string]registerRange{}}
}

func (s *Scope) define(name string, sym *Symbol) {
	if old, ok := s.names[name]; ok {
		s.twice.Add(diag.Errorf(codeTwice, sym.Span, "'%s' is defined twice", name).Note(old.Span,
			"the first is here"))
		return
	}
	s.names[name] = sym
}

func (s *Scope) defineRegisters(r *Registers) {
	for _, n := range r.Names {
		if n.Count == 0 {
			s.define(n.Name, newRegister(r.Span, r.Type, r.Vector))
			continue
		}
		if old, ok := s.ranges[n.Name]; ok {
			s.twice.Add(diag.Errorf(codeTwice, r.Span, "'%s<%d>' is defined twice", n.Name,
				n.Count).Note(old.span, "the first is here"))
			continue
		}
		s.ranges[n.Name] = registerRange{n.Count, r.Type, r.Vector, r.Span}
	}
}

// Lookup returns what a name means, nil if nothing. A register that is called as a special one hides that
// with its components.
func (s *Scope) Lookup(name string) *Symbol {
	if vector, part, ok := strings.Cut(name, "."); ok {
		if sym := s.Lookup(vector); sym != nil {
			return sym.component(part)
		}
	}
	for ; s != nil; s = s.outer {
		if sym := s.names[name]; sym != nil {
			return sym
		}
		if sym := s.inRange(name); sym != nil {
			s.names[name] = sym
			return sym
		}
	}
	if t, ok := specials[name]; ok {
		return &Symbol{Type: t, Special: true}
	}
	return nil
}

// inRange returns a new symbol for one register of a range.
func (s *Scope) inRange(name string) *Symbol {
	prefix := strings.TrimRight(name, "0123456789")
	for end := len(prefix); end < len(name); end++ { // the prefix may end in digits itself
		r, ok := s.ranges[name[:end]]
		n, err := strconv.Atoi(name[end:])
		if ok && err == nil && n < r.count && (n == 0 || name[end] != '0') && (n != 0 || end == len(name)-1) {
			return newRegister(r.span, r.typ, r.vector)
		}
	}
	return nil
}

// Names returns the names that begin as a given one does and may be meant by it.
func (s *Scope) Names() []string {
	var all []string
	for ; s != nil; s = s.outer {
		for name := range s.names {
			all = append(all, name)
		}
	}
	return all
}

// specials are the registers that say where a thread is, and constants.
var specials = specialRegisters()

func specialRegisters() map[string]Type {
	all := map[string]Type{
		"%laneid": "u32", "%warpid": "u32", "%nwarpid": "u32", "%smid": "u32", "%nsmid": "u32",
		"%gridid":      "u64",
		"%lanemask_eq": "u32", "%lanemask_lt": "u32", "%lanemask_le": "u32", "%lanemask_gt": "u32",
		"%lanemask_ge": "u32",
		"%clock":       "u32", "%clock_hi": "u32", "%clock64": "u64", "%globaltimer": "u64",
		"%dynamic_smem_size": "u32", "%total_smem_size": "u32", "WARP_SZ": "u32", "%cluster_ctarank": "u32",
		"%cluster_nctarank": "u32", "%is_explicit_cluster": "pred", "%aggr_smem_size": "u32",
		"%globaltimer_lo": "u32", "%globaltimer_hi": "u32", "%reserved_smem_offset_begin": "u32",
		"%reserved_smem_offset_end": "u32", "%reserved_smem_offset_cap": "u32",
		"%current_graph_exec": "u64",
	}
	for n := range 32 {
		all[fmt.Sprintf("%%envreg%d", n)] = "b32"
	}
	for n := range 8 {
		all[fmt.Sprintf("%%pm%d", n)], all[fmt.Sprintf("%%pm%d_64", n)] = "u32", "u64"
	}
	for n := range 2 {
		all[fmt.Sprintf("%%reserved_smem_offset_%d", n)] = "u32"
	}
	for _, name := range []string{"%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid",
		"%cluster_ctaid", "%cluster_nctaid"} {
		for _, d := range []string{".x", ".y", ".z", ".w"} {
			all[name+d] = "u32"
		}
	}
	return all
}
