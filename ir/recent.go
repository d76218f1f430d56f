package ir

import (
	"slices"
	"sync/atomic"
)

// recents are attributes that a context was asked for lately. Passes ask for few different ones again and
// again, and find them here without a key and without the lock. A table has a place for each remainder of a
// number that follows from what identifies an attribute, and there stands the one of this remainder that was
// asked for last.
type recents struct {
	ints   [256]atomic.Pointer[IntegerAttr]
	types  [256]atomic.Pointer[TypeAttr]
	enums  [64]atomic.Pointer[EnumAttr]
	arrays [64]atomic.Pointer[DenseArrayAttr]
}

// int returns the place of a small integer attribute.
func (r *recents) int(typ Type, v int64) *atomic.Pointer[IntegerAttr] {
	return &r.ints[(uint32(v)+typ.typeID()*67)%uint32(len(r.ints))]
}

// typ returns the place of the attribute that holds a type.
func (r *recents) typ(t Type) *atomic.Pointer[TypeAttr] {
	if t == nil {
		return &r.types[0]
	}
	return &r.types[t.typeID()%uint32(len(r.types))]
}

// enum returns the place of a value of an enumeration.
func (r *recents) enum(def *EnumDef, v int64) *atomic.Pointer[EnumAttr] {
	return &r.enums[(uint32(v)+uint32(len(def.Mnemonic))*5)%uint32(len(r.enums))]
}

// array returns the place of a dense array.
func (r *recents) array(elem Type, values []int64) *atomic.Pointer[DenseArrayAttr] {
	h := elem.typeID() + uint32(len(values))
	for _, v := range values {
		h = h*31 + uint32(v)
	}
	return &r.arrays[(h^h>>6)%uint32(len(r.arrays))]
}

// is reports whether it is the array of these values.
func (a *DenseArrayAttr) is(elem Type, values []int64) bool {
	return a != nil && a.Elem == elem && slices.Equal(a.Values, values)
}
