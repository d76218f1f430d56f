package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
)

// places says which memory each part has.
type places struct {
	memory *memory
	spans  []span // by the part that stands for a buffer; empty for a part without memory
	values []*assignment.Value
	pieces int32
}

// of returns the memory of a part.
func (l *places) of(p part) span { return l.spans[l.memory.buffer(p)] }

// value returns the value of the assignment whose place a part has, nil without one.
func (l *places) value(p part) *assignment.Value {
	if l.values == nil {
		return nil
	}
	return l.values[l.memory.buffer(p)]
}

// owned gives each buffer memory of its own.
func owned(x *parts, module *hlo.Module) *places {
	l := &places{memory: newMemory(len(x.owner))}
	l.memory.joinForwarded(x)
	l.memory.joinInPlace(x)
	l.memory.joinDonated(x, module)
	l.spans = make([]span, len(x.owner))
	for p, s := range x.shape {
		b := l.memory.buffer(part(p))
		if l.spans[b].empty() && (s.IsArray() || s.IsBuffer()) && s.Bytes() > 0 {
			l.spans[b] = span{l.pieces, l.pieces + 1}
			l.pieces++
		}
	}
	return l
}

// assigned gives buffers the memory that an assignment says. The error is one of an assignment that is not
// that of the module.
func assigned(x *parts, module *hlo.Module, a *assignment.Assignment) (*places, error) {
	l := &places{memory: newMemory(len(x.owner)), spans: make([]span, len(x.owner)),
		values: make([]*assignment.Value, len(x.owner))}
	l.memory.joinForwarded(x)
	named := byName(module)
	known := map[*hlo.Instruction]bool{}
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			known[in] = true
		}
	}
	for _, allocation := range a.Allocations {
		if err := fitsParameter(x, module, allocation); err != nil {
			return nil, err
		}
		cuts := newCuts(allocation)
		for _, v := range allocation.Values {
			in, err := instructionOf(named, v, known)
			if err != nil {
				return nil, err
			}
			if !known[in] {
				if !shapeFits(at(in.Shape, v.Index), v) {
					return nil, mismatch(v, in)
				}
				continue
			}
			if err := l.place(x, v, in, span{l.pieces + cuts.index(v.Offset),
				l.pieces + cuts.index(v.Offset+v.Size)}); err != nil {
				return nil, err
			}
		}
		l.pieces += int32(len(cuts))
	}
	return l, l.complete(x, module, a)
}

// cuts are the ends of the values of an allocation, in order.
type cuts []int64

func newCuts(a *assignment.Allocation) cuts {
	c := make(cuts, 0, 2*len(a.Values)+1)
	for _, v := range a.Values {
		c = append(c, v.Offset, v.Offset+v.Size)
	}
	slices.Sort(c)
	return slices.Compact(c)
}

func (c cuts) index(offset int64) int32 {
	i, _ := slices.BinarySearch(c, offset)
	return int32(i)
}

// byName returns the instructions of a module by their names.
func byName(m *hlo.Module) map[string][]*hlo.Instruction {
	named := map[string][]*hlo.Instruction{}
	for _, c := range m.All() {
		for _, in := range c.Instructions {
			if in.Name != "" {
				named[in.Name] = append(named[in.Name], in)
			}
		}
	}
	return named
}

// instructionOf returns the instruction that defines a value.
func instructionOf(named map[string][]*hlo.Instruction, v *assignment.Value,
	known map[*hlo.Instruction]bool) (*hlo.Instruction, error) {
	all := named[v.Instruction]
	if len(all) == 0 {
		return nil, diag.Errorf(codeMismatch, v.Span, "the module has no instruction %%%s", v.Instruction).
			Suggest("give the assignment that XLA wrote with this dump")
	}
	if len(all) == 1 {
		return all[0], nil
	}
	var one []*hlo.Instruction
	for _, in := range all {
		if known[in] && shapeFits(at(in.Shape, v.Index), v) {
			one = append(one, in)
		}
	}
	if len(one) == 1 {
		return one[0], nil
	}
	return nil, diag.Errorf(codeMismatch, v.Span, "the module has %d instructions that are called %%%s",
		len(all), v.Instruction).Note(all[0].Span(), "one of them").Note(all[1].Span(), "another one").
		Suggest("dump the module again: XLA gives the instructions of a module different names")
}

func at(s *hlo.Shape, index assignment.Index) *hlo.Shape { return s.At(index...) }

// shapeFits reports whether a value has the shape of a part of an instruction, and enough memory for it.
func shapeFits(s *hlo.Shape, v *assignment.Value) bool {
	if s == nil {
		return false
	}
	written, err := hlo.ParseShape(v.Shape)
	if err != nil || !written.Equal(s) {
		return false
	}
	return !s.IsArray() || v.Size >= s.Bytes()
}

func mismatch(v *assignment.Value, in *hlo.Instruction) error {
	s := at(in.Shape, v.Index)
	if s == nil {
		return diag.Errorf(codeMismatch, v.Span, "%%%s of the module has no part %s", in.Name, v.Index).
			Note(in.Span(), "it returns %s", in.Shape)
	}
	return diag.Errorf(codeMismatch, v.Span,
		"%s has %d bytes for %s in the assignment, and in the module it is %s of %s bytes", v, v.Size,
		v.Shape, s,
		diag.Sprintf("%d", s.Bytes())).Note(in.Span(), "the instruction")
}

// fitsParameter returns an error if an allocation is that of a parameter that the module does not have.
func fitsParameter(x *parts, module *hlo.Module, a *assignment.Allocation) error {
	if a.Parameter < 0 || x.at(x.parameter(module.Entry, a.Parameter), a.ParameterIndex...) != none {
		return nil
	}
	return diag.Errorf(codeMismatch, a.Span, "the module has no parameter %d with a part %s", a.Parameter,
		a.ParameterIndex).Note(module.Entry.Span(), "the entry computation").
		Suggest("give the assignment that XLA wrote with this dump")
}

// place gives a buffer its memory.
func (l *places) place(x *parts, v *assignment.Value, in *hlo.Instruction, s span) error {
	p := x.at(x.of(in), v.Index...)
	if p == none || !shapeFits(x.shape[p], v) {
		return mismatch(v, in)
	}
	b := l.memory.buffer(p)
	if old := l.values[b]; old != nil && l.spans[b] != s {
		return diag.Errorf(codeMismatch, v.Span,
			"%s and %s are one value in the module, and have different places", old, v).
			Note(old.Span, "the other place").Note(in.Span(), "%s gets its memory from there", in)
	}
	l.spans[b], l.values[b] = s, v
	return nil
}

// complete returns an error if a value that the main thread uses has no memory. Values of other threads,
// constants and contexts of asynchronous operations get memory of their own.
func (l *places) complete(x *parts, module *hlo.Module, a *assignment.Assignment) error {
	may := make([]bool, len(x.shape)) // by buffer, whether it may lack a place
	for p, in := range x.owner {
		if in.Opcode == "constant" || in.Parent.Thread() != "" || in.IsStart() {
			may[l.memory.buffer(part(p))] = true
		}
	}
	for p, s := range x.shape {
		b := l.memory.buffer(part(p))
		if !(s.IsArray() || s.IsBuffer()) || s.Bytes() == 0 || l.values[b] != nil || !l.spans[b].empty() {
			continue
		}
		if in := x.owner[p]; !may[b] {
			return diag.Errorf(codeMismatch, in.Span(), "the assignment has no memory for %s", in).
				Note(a.Allocations[0].Span, "the assignment").
				Suggest("give the assignment that XLA wrote with this dump")
		}
		l.spans[b] = span{l.pieces, l.pieces + 1}
		l.pieces++
	}
	return nil
}
