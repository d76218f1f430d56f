package ir

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// hashSeed makes hashes of pointers. It differs from run to run, so no output may depend on the order of
// hashes.
var hashSeed = maphash.MakeSeed()

// Hash returns a hash of the definition, the attributes, the types of the results, and the operands. It is
// equal for operations that Equivalent calls equal.
func (o *Op) Hash() uint64 {
	h := maphash.Comparable(hashSeed, o.def)
	for i := range o.results {
		h = mix(h, uint64(o.results[i].typ.typeID()))
	}
	sum := uint64(0)
	for _, list := range [2][]NamedAttr{o.Properties(), o.attrs} {
		for i := range list {
			sum += mix(uint64(len(list[i].Name)), uint64(list[i].Value.attrID()))
		}
	}
	h = mix(h, sum)
	sum = 0
	commutes := o.Has(Commutative)
	for i := range o.operands {
		v := maphash.Comparable(hashSeed, o.operands[i].value)
		if commutes {
			sum += v
		} else {
			h = mix(h, v)
		}
	}
	return mix(h, sum)
}

// mix adds a word to a hash, with a multiplier of splitmix64.
func mix(h, word uint64) uint64 {
	h = (h ^ word) * 0xbf58476d1ce4e5b9
	return h ^ h>>31
}

// Equivalent reports whether two operations compute the same results from the same operands: definitions,
// attributes, types and operands are equal, and so are the regions up to the names of values. Locations do
// not matter.
func Equivalent(a, b *Op) bool {
	e := equivalence{}
	return e.ops(a, b)
}

// EquivalentRegions reports whether two regions compute the same results from their arguments, up to the
// names of values. A constant may be defined in the region or outside of it.
func EquivalentRegions(a, b *Region) bool {
	e := equivalence{values: map[*Value]*Value{}, blocks: map[*Block]*Block{}, constants: true}
	return e.region(a, b)
}

// equivalence maps the values and blocks in the regions of one operation to those of the other.
type equivalence struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
	// constants says that two constants correspond if they have the same value, wherever they are defined.
	constants bool
}

func (e *equivalence) ops(a, b *Op) bool {
	switch {
	case a == b:
		return true
	case a.def != b.def, len(a.operands) != len(b.operands), len(a.results) != len(b.results),
		len(a.regions) != len(b.regions), len(a.successors) != len(b.successors),
		a.props != b.props && !equalAttrs(a.Properties(), b.Properties()), !equalAttrs(a.attrs, b.attrs):
		return false
	}
	for i := range a.results {
		if a.results[i].typ != b.results[i].typ {
			return false
		}
	}
	for i := range a.successors {
		if e.blocks[a.successors[i]] != b.successors[i] && a.successors[i] != b.successors[i] {
			return false
		}
	}
	return e.operands(a, b) && e.regions(a, b)
}

func (e *equivalence) operands(a, b *Op) bool {
	same := true
	for i := range a.operands {
		same = same && e.same(a.operands[i].value, b.operands[i].value)
	}
	if same || !a.Has(Commutative) {
		return same
	}
	as, bs := a.Operands(), b.Operands()
	for i := range as {
		as[i] = e.value(as[i])
	}
	order := func(x, y *Value) int {
		return cmp.Compare(maphash.Comparable(hashSeed, x), maphash.Comparable(hashSeed, y))
	}
	slices.SortFunc(as, order)
	slices.SortFunc(bs, order)
	return slices.Equal(as, bs)
}

func (e *equivalence) same(v, w *Value) bool {
	if e.value(v) == w {
		return true
	}
	c := ConstantValue(v)
	return e.constants && c != nil && c == ConstantValue(w) && v.Type() == w.Type()
}

// value returns the value of the second operation that corresponds to v; v itself if it is defined outside.
func (e *equivalence) value(v *Value) *Value {
	if to, ok := e.values[v]; ok {
		return to
	}
	return v
}

func (e *equivalence) regions(a, b *Op) bool {
	if len(a.regions) == 0 {
		return true
	}
	if e.values == nil {
		e.values, e.blocks = map[*Value]*Value{}, map[*Block]*Block{}
	}
	for i := range a.regions {
		if !e.region(a.regions[i], b.regions[i]) {
			return false
		}
	}
	return true
}

// from returns the first operation from op on that is compared: with constants set, constants are skipped.
func (e *equivalence) from(op *Op) *Op {
	for e.constants && op != nil && len(op.results) == 1 && ConstantValue(op.Result(0)) != nil {
		op = op.next
	}
	return op
}

func (e *equivalence) region(a, b *Region) bool {
	if len(a.blocks) != len(b.blocks) {
		return false
	}
	for i, x := range a.blocks {
		y := b.Blocks()[i]
		e.blocks[x] = y
		if len(x.args) != len(y.args) {
			return false
		}
		for j := range x.args {
			if x.args[j].typ != y.args[j].typ {
				return false
			}
			e.values[x.args[j]] = y.args[j]
		}
	}
	for i := range a.blocks {
		x, y := e.from(a.blocks[i].first), e.from(b.Blocks()[i].first)
		for ; x != nil && y != nil; x, y = e.from(x.next), e.from(y.next) {
			if !e.ops(x, y) {
				return false
			}
			for j := range x.results {
				e.values[&x.results[j]] = &y.results[j]
			}
		}
		if x != nil || y != nil {
			return false
		}
	}
	return true
}

// equalAttrs compares two lists of attributes as sets.
func equalAttrs(a, b []NamedAttr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && getAttr(b, a[i].Name) != a[i].Value {
			return false
		}
	}
	return true
}
