package ptr

import "github.com/inflight-compiler/inflight/ir"

// AddressAttr returns #ptr.address<n> of type !ptr.ptr<#ptr.generic_space>.
func AddressAttr(c *ir.Context, n int64) ir.Attr {
	return c.ParametricAttr(Address, c.Int(c.I64, n), c.TypeAttr(Type(c)))
}

// NewNull makes a ptr.constant of the null pointer.
func NewNull(b *ir.Builder) *ir.Value {
	c := b.Ctx
	t := Type(c)
	return materialize(b, c.ParametricAttr(Null, c.TypeAttr(t)), t).Result(0)
}

// NewAdd makes a ptr.ptr_add of an offset in bytes.
func NewAdd(b *ir.Builder, base, offset *ir.Value) *ir.Value {
	return b.Op(PtrAdd, []*ir.Value{base, offset}).Result(0)
}

// NewLoad makes a ptr.load of a value of type t.
func NewLoad(b *ir.Builder, p *ir.Value, t ir.Type) *ir.Value {
	return b.Create(ir.OpState{Def: Load, Operands: []*ir.Value{p}, Results: []ir.Type{t}}).Result(0)
}

// NewStore makes a ptr.store.
func NewStore(b *ir.Builder, v, p *ir.Value) *ir.Op {
	return b.Op(Store, []*ir.Value{v, p})
}

// Reach is the number of bytes at the start of memory in which engines with addresses of 32 bits place no
// object. So the address of a pointer that lies less than Reach in front of an object is not below 0, and the
// distance from the pointer to the object never wraps around.
const Reach = 1 << 16
