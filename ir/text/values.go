package text

import (
	"hash/maphash"
	"maps"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// names maps names to the values that are visible at the current position. It is a stack of regions and a
// hash table with linear probing. Regions are left in the reverse order of their entry. So names are removed
// in the reverse order of their insertion, and the table needs no marks for removed entries.
type names struct {
	outer *names // the names that become visible again when this isolated scope ends
	seed  maphash.Seed
	slots []int32 // the number of an entry plus 1; 0 for a free slot; the length is a power of two
	count int     // of entries
	defs  []*[defsPerChunk]def
	marks []mark
	early []int32 // entries below the mark of the region that defines them
}

// defsPerChunk is the number of entries that are allocated at a time. Entries never move, because copying a
// growing list took longer than all other work on a large table.
const defsPerChunk = 64

// at returns entry i.
func (n *names) at(i int) *def { return &n.defs[i/defsPerChunk][i%defsPerChunk] }

// mark holds the lengths of defs and early at the entry of a region.
type mark struct{ defs, early int }

// def is a name with its values: val and the count-1 results after it. While val is nil, uses holds
// placeholders for uses that come before the definition.
type def struct {
	name  string
	hash  uint32
	count int32
	off   int32
	val   *ir.Value
	uses  map[int]*forward // by number of the result; nil if there are none
}

// forward is a use of a value that is not defined yet.
type forward struct {
	name     string
	index    int
	off      int32
	val      *ir.Value
	resolved bool
}

func newNames(outer *names) *names {
	return &names{outer: outer, seed: maphash.MakeSeed(), slots: make([]int32, 64)}
}

// isolate makes all values invisible until rejoin.
func (p *parser) isolate() {
	n := p.spare
	if p.spare = nil; n == nil {
		n = newNames(nil)
	}
	n.outer, p.names = p.names, n
}

// rejoin makes the values visible again that the last isolate made invisible. It keeps the table for the next
// isolate.
func (p *parser) rejoin() {
	n := p.names
	p.names, n.outer = n.outer, nil
	if n.count+len(n.marks)+len(n.early) == 0 {
		p.spare = n
	}
}

func (n *names) enter() { n.marks = append(n.marks, mark{n.count, len(n.early)}) }

// leave removes the definitions of the innermost region. Uses of names that are not defined yet stay.
func (n *names) leave() {
	m := n.marks[len(n.marks)-1]
	n.marks = n.marks[:len(n.marks)-1]
	for _, i := range n.early[m.early:] {
		d := n.at(int(i))
		d.val, d.uses = nil, nil
	}
	n.early = n.early[:m.early]
	var pending []def
	for i := n.count - 1; i >= m.defs; i-- {
		d := n.at(i)
		if d.val == nil && d.uses != nil {
			pending = append(pending, *d)
		}
		n.slots[n.slotOf(i)] = 0
		*d = def{}
	}
	n.count = m.defs
	for i := len(pending) - 1; i >= 0; i-- {
		n.add(pending[i])
	}
}

// slotOf returns the slot that holds entry i.
func (n *names) slotOf(i int) uint32 {
	mask := uint32(len(n.slots) - 1)
	s := n.at(i).hash & mask
	for n.slots[s] != int32(i)+1 {
		s = (s + 1) & mask
	}
	return s
}

// entry returns the entry of a name, and makes one if there is none.
func (n *names) entry(name string) *def {
	hash := uint32(maphash.String(n.seed, name))
	mask := uint32(len(n.slots) - 1)
	for s := hash & mask; n.slots[s] != 0; s = (s + 1) & mask {
		if d := n.at(int(n.slots[s] - 1)); d.hash == hash && d.name == name {
			return d
		}
	}
	return n.add(def{name: name, hash: hash})
}

func (n *names) add(d def) *def {
	if 2*n.count >= len(n.slots) {
		n.grow()
	}
	i := n.count
	if i == len(n.defs)*defsPerChunk {
		n.defs = append(n.defs, new([defsPerChunk]def))
	}
	n.count++
	entry := n.at(i)
	*entry = d
	n.insert(i)
	return entry
}

func (n *names) insert(i int) {
	mask := uint32(len(n.slots) - 1)
	s := n.at(i).hash & mask
	for n.slots[s] != 0 {
		s = (s + 1) & mask
	}
	n.slots[s] = int32(i) + 1
}

func (n *names) grow() {
	n.slots = make([]int32, 2*len(n.slots))
	for i := range n.count {
		n.insert(i)
	}
}

// define makes name stand for count values from val on.
func (p *parser) define(name string, val *ir.Value, count int, off int32) error {
	d := p.names.entry(name)
	if d.val != nil {
		return p.diag(codeValue, off, off+int32(len(name))+1, "redefinition of SSA value '%%%s'", name).
			Note(p.file.Span(int(d.off), int(d.off)+len(name)+1), "previously defined here")
	}
	d.val, d.count, d.off = val, int32(count), off
	if i := p.names.indexOf(d); i < p.names.marks[len(p.names.marks)-1].defs {
		p.names.early = append(p.names.early, int32(i))
	}
	if d.uses == nil {
		return nil
	}
	uses := d.uses
	d.uses = nil
	for _, i := range slices.Sorted(maps.Keys(uses)) {
		f := uses[i]
		if err := p.resolveForward(f, val, count, off); err != nil {
			return err
		}
	}
	return nil
}

// reference returns where the name is defined or, if it is not defined, where it is first used.
func (d *def) reference() (off int32, ok bool) {
	if d.val != nil {
		return d.off, true
	}
	for _, f := range d.uses {
		if !ok || f.off < off {
			off, ok = f.off, true
		}
	}
	return off, ok
}

// indexOf returns the number of an entry that was just looked up.
func (n *names) indexOf(d *def) int {
	if last := n.count - 1; d == n.at(last) {
		return last
	}
	return int(n.slots[n.slotByName(d)]) - 1
}

func (n *names) slotByName(d *def) uint32 {
	mask := uint32(len(n.slots) - 1)
	s := d.hash & mask
	for n.at(int(n.slots[s]-1)) != d {
		s = (s + 1) & mask
	}
	return s
}

// resolveForward replaces the placeholder of a use by the value.
func (p *parser) resolveForward(f *forward, first *ir.Value, count int, off int32) error {
	if f.index >= count {
		return p.diag(codeValue, f.off, f.off, "reference to invalid result number %d of '%%%s'", f.index,
			f.name)
	}
	v := nth(first, f.index)
	if v.Type() != f.val.Type() {
		end := int32(len(f.name)) + 1
		return p.diag(codeValue, off, off+end, "definition of SSA value '%%%s#%d' has type '%s'", f.name,
			f.index, v.Type()).
			Note(p.file.Span(int(f.off), int(f.off+end)), "previously used here with type '%s'", f.val.Type())
	}
	f.val.ReplaceAllUsesWith(v)
	f.resolved = true
	return nil
}

// nth returns the result i places behind first of the same operation.
func nth(first *ir.Value, i int) *ir.Value {
	if i == 0 {
		return first
	}
	return first.DefiningOp().Result(first.Index() + i)
}

// use returns the value that an operand names, or a placeholder if the value is not defined yet.
func (p *parser) use(o ir.UnresolvedOperand, t ir.Type) (*ir.Value, error) {
	if p.numbered && o.Index > 0 {
		if d := p.names.entry(o.Name + "#" + strconv.Itoa(o.Index)); d.val != nil {
			o.Index = 0
			return p.useOf(d, o, t)
		}
	}
	return p.useOf(p.names.entry(o.Name), o, t)
}

// useOf returns the value of a name that was looked up, or a placeholder.
func (p *parser) useOf(d *def, o ir.UnresolvedOperand, t ir.Type) (*ir.Value, error) {
	if d.val == nil {
		return p.useForward(d, o, t)
	}
	if o.Index >= int(d.count) {
		return nil, p.diag(codeValue, o.Off, o.Off,
			"reference to invalid result number %d of '%%%s', which has %d", o.Index, o.Name, d.count)
	}
	v := nth(d.val, o.Index)
	if v.Type() != t {
		return nil, p.otherType(o, t, v.Type(), d.off)
	}
	return v, nil
}

func (p *parser) useForward(d *def, o ir.UnresolvedOperand, t ir.Type) (*ir.Value, error) {
	if f := d.uses[o.Index]; f != nil {
		if f.val.Type() != t {
			return nil, p.otherType(o, t, f.val.Type(), f.off)
		}
		return f.val, nil
	}
	f := &forward{name: o.Name, index: o.Index, off: o.Off, val: ir.NewPlaceholder(t)}
	if d.uses == nil {
		d.uses = map[int]*forward{}
	}
	d.uses[o.Index] = f
	p.forwards = append(p.forwards, f)
	return f.val, nil
}

func (p *parser) otherType(o ir.UnresolvedOperand, t, prior ir.Type, priorOff int32) error {
	return p.diag(codeValue, o.Off, o.Off+int32(len(o.Name))+1,
		"use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", o.Name, t, prior).
		Note(p.file.Span(int(priorOff), int(priorOff)+len(o.Name)+1), "prior use here")
}
