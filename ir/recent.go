package ir

import (
	"slices"
	"sync/atomic"
)

// recents holds attributes that a context was asked for lately. Passes ask for few different attributes very
// often. The tables give them out without computing a key and without the lock. Each table is indexed by a
// hash of the data that identifies an attribute, and an entry holds the attribute of that hash that was asked
// for last.
type recents struct {
	ints   [256]atomic.Pointer[IntegerAttr]
	types  [256]atomic.Pointer[TypeAttr]
	enums  [64]atomic.Pointer[EnumAttr]
	arrays [64]atomic.Pointer[DenseArrayAttr]
}

// int returns the entry of a small integer attribute.
func (r *recents) int(typ Type, v int64) *atomic.Pointer[IntegerAttr] {
	return &r.ints[(uint32(v)+typ.typeID()*67)%uint32(len(r.ints))]
}

// typ returns the entry of the attribute that holds a type.
func (r *recents) typ(t Type) *atomic.Pointer[TypeAttr] {
	if t == nil {
		return &r.types[0]
	}
	return &r.types[t.typeID()%uint32(len(r.types))]
}

// enum returns the entry of a value of an enumeration.
func (r *recents) enum(def *EnumDef, v int64) *atomic.Pointer[EnumAttr] {
	return &r.enums[(uint32(v)+uint32(len(def.Mnemonic))*5)%uint32(len(r.enums))]
}

// array returns the entry of a dense array.
func (r *recents) array(elem Type, values []int64) *atomic.Pointer[DenseArrayAttr] {
	h := elem.typeID() + uint32(len(values))
	for _, v := range values {
		h = h*31 + uint32(v)
	}
	return &r.arrays[(h^h>>6)%uint32(len(r.arrays))]
}

// is reports whether a is the array of these values.
func (a *DenseArrayAttr) is(elem Type, values []int64) bool {
	return a != nil && a.Elem == elem && slices.Equal(a.Values, values)
}
