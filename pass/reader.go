package pass

import (
	"encoding/binary"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// mostOps is the number of operations from which on a function is not compared with others.
const mostOps = 2000

// reader reads functions for what they are but for the names of symbols: functions of one key differ in these names and in locations
// alone. It is for one goroutine.
type reader struct {
	key    []byte
	names  []string // of the symbols, in the order of their first use
	uses   []use    // where they stand
	byName map[string]int
	values ir.ValueMap[uint64]
	blocks ir.BlockMap[uint64]
	ops    int
	added  bool
}

// use is an attribute that names a symbol.
type use struct {
	op   *ir.Op
	attr string
	name int // by its place in the list of names
}

func newReader() *reader { return &reader{byName: map[string]int{}} }

// read reads what stands for a unit on its way to a pass, and returns whether that is possible. It may have placeholders in it if it
// was added.
func (r *reader) read(u *marcher) bool {
	op := u.op
	r.key, r.names, r.uses, r.ops, r.added = r.key[:0], r.names[:0], r.uses[:0], 0, u.naming != nil
	r.number(uint64(u.first))
	if u.open {
		r.number(0) // no definition has this number
	}
	clear(r.byName)
	r.blocks.Clear()
	r.values.Clear()
	return op.NumRegions() == 1 && !op.Region(0).Empty() && op.SymbolName() != "" && r.op(op)
}

func (r *reader) number(n uint64) { r.key = binary.AppendUvarint(r.key, n) }

// op appends an operation to the key.
func (r *reader) op(op *ir.Op) bool {
	r.ops++
	if op.Def().Unregistered || op.Def().NamedAfterSymbol || r.ops > mostOps {
		return false
	}
	r.number(uint64(op.Def().Number()))
	if !r.attrs(op, op.Properties()) || !r.attrs(op, op.Attrs()) {
		return false
	}
	r.number(uint64(op.NumOperands()))
	for i := range op.NumOperands() {
		r.value(op.Operand(i))
	}
	r.number(uint64(op.NumResults()))
	for i := range op.NumResults() {
		r.definition(op.Result(i))
	}
	r.number(uint64(op.NumSuccessors()))
	for _, b := range op.Successors() {
		r.number(*r.blocks.Entry(b))
	}
	r.number(uint64(op.NumRegions()))
	for _, region := range op.Regions() {
		if !r.region(region) {
			return false
		}
	}
	return true
}

// attrs appends attributes. Those of an operation have names that end where the number of the value begins.
func (r *reader) attrs(op *ir.Op, list []ir.NamedAttr) bool {
	r.number(uint64(len(list)))
	for i := range list {
		r.number(uint64(len(list[i].Name)))
		r.key = append(r.key, list[i].Name...)
		if text, ok := list[i].Value.(*ir.StringAttr); ok && !r.added && strings.Contains(text.Value, mark) {
			return false
		}
		if name, ok := symbolIn(op, &list[i]); ok {
			if !r.added && strings.Contains(name, mark) {
				return false
			}
			r.key = append(r.key, 0) // no attribute has this number
			r.symbol(op, list[i].Name, name)
			continue
		}
		id := ir.AttrID(list[i].Value)
		if id == 0 {
			return false
		}
		r.number(uint64(id))
	}
	return true
}

// symbolIn returns the name that an attribute of an operation is: that of the symbol which the operation defines, or of one that it
// refers to.
func symbolIn(op *ir.Op, a *ir.NamedAttr) (name string, ok bool) {
	switch v := a.Value.(type) {
	case *ir.SymbolRefAttr:
		return v.Root, len(v.Nested) == 0
	case *ir.StringAttr:
		return v.Value, a.Name == nameAttr && op.Has(ir.IsSymbol)
	}
	return "", false
}

// nameAttr holds the name of the symbol that an operation defines.
const nameAttr = "sym_name"

func (r *reader) symbol(op *ir.Op, attr, name string) {
	n, known := r.byName[name]
	if !known {
		n = len(r.names)
		r.names = append(r.names, name)
		r.byName[name] = n
	}
	r.number(uint64(n))
	r.uses = append(r.uses, use{op, attr, n})
}

// value appends the number of a value: they are numbered as they come.
func (r *reader) value(v *ir.Value) {
	n := r.values.Entry(v)
	if *n == 0 {
		*n = uint64(r.values.Len())
	}
	r.number(*n)
}

// definition appends a value with its type.
func (r *reader) definition(v *ir.Value) {
	r.value(v)
	r.number(uint64(ir.TypeID(v.Type())))
}

func (r *reader) region(region *ir.Region) bool {
	blocks := region.Blocks()
	r.number(uint64(len(blocks)))
	for _, b := range blocks {
		*r.blocks.Entry(b) = uint64(r.blocks.Len())
	}
	for _, b := range blocks {
		r.number(uint64(b.NumArgs()))
		for _, a := range b.Args() {
			r.definition(a)
		}
		for op := b.First(); op != nil; op = op.Next() {
			r.key = append(r.key, 1)
			if !r.op(op) {
				return false
			}
		}
		r.key = append(r.key, 0)
	}
	return true
}

// set gives the attribute another symbol.
func (s use) set(ref *ir.SymbolRefAttr) {
	var value ir.Attr = ref
	if s.attr == nameAttr {
		value = s.op.Context().String(ref.Root)
	}
	s.op.SetAttr(s.attr, value)
}
