package ir

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"sort"
	"sync"
	"sync/atomic"
)

// Context owns the interned types and attributes of a set of modules and knows
// the registered dialects. Values of different contexts never mix. All methods
// are safe for concurrent use.
type Context struct {
	dialects map[string]*Dialect
	ops      map[string]*OpDef
	typeDefs map[string]*TypeDef // by Name

	// AllowUnregistered accepts operations, types and attributes of dialects
	// that no table describes.
	AllowUnregistered bool

	mu           sync.Mutex
	unregistered map[string]*OpDef
	types        map[string]Type
	attrs        map[string]Attr
	ints         map[intKey]*IntegerAttr
	words        map[string]word
	nextID       uint32

	aliases atomic.Bool // see MayNeedAliases

	none *rare // shared by all operations that have nothing rare; never written

	recent recents

	resources resources // see resource.go
	works     works     // see interrupt.go

	// Common types, interned once.
	Index               *IndexType
	None                *NoneType
	I1, I8, I16         *IntegerType
	I32, I64            *IntegerType
	F16, BF16           *FloatType
	F32, F64            *FloatType
	Unit                *UnitAttr
	EmptyDict           *DictAttr
	UnknownLoc          *UnknownLoc
	trueAttr, falseAttr *IntegerAttr
}

// intKey identifies an integer attribute whose value fits in 64 bits.
type intKey struct {
	typ Type
	val int64
}

// word holds the attributes that consist of one string, each nil until the first request. They share an entry
// because most names of symbols are requested as both.
type word struct {
	text   *StringAttr
	symbol *SymbolRefAttr
}

// NewContext returns a context that knows the given dialects. A dialect that
// is named twice, or an operation defined twice, is a programming error.
func NewContext(dialects ...*Dialect) *Context {
	c := &Context{
		dialects:     make(map[string]*Dialect, len(dialects)),
		ops:          make(map[string]*OpDef, 256),
		typeDefs:     map[string]*TypeDef{},
		unregistered: map[string]*OpDef{},
		types:        map[string]Type{},
		attrs:        map[string]Attr{},
		ints:         map[intKey]*IntegerAttr{},
		words:        map[string]word{},
	}
	c.none = &rare{ctx: c}
	for _, d := range dialects {
		c.register(d)
	}
	c.internCommon()
	return c
}

func (c *Context) register(d *Dialect) {
	if c.dialects[d.Name] != nil {
		panic("ir: dialect registered twice: " + d.Name)
	}
	c.dialects[d.Name] = d
	for _, def := range d.Ops {
		if c.ops[def.Name] != nil {
			panic("ir: operation registered twice: " + def.Name)
		}
		c.ops[def.Name] = def
		def.prepare()
	}
	for _, def := range d.TypeDefs {
		c.typeDefs[def.Name()] = def
	}
}

func (c *Context) internCommon() {
	c.Index = &IndexType{typeBase{c.newID()}}
	c.None = &NoneType{typeBase{c.newID()}}
	c.I1, c.I8, c.I16 = c.Integer(1), c.Integer(8), c.Integer(16)
	c.I32, c.I64 = c.Integer(32), c.Integer(64)
	c.F16, c.BF16 = c.Float(F16), c.Float(BF16)
	c.F32, c.F64 = c.Float(F32), c.Float(F64)
	c.Unit = &UnitAttr{attrBase{c.newID()}}
	c.EmptyDict = c.Dict(nil)
	c.UnknownLoc = &UnknownLoc{attrBase{c.newID()}}
	c.trueAttr, c.falseAttr = c.Int(c.I1, 1), c.Int(c.I1, 0)
}

func (c *Context) newID() uint32 {
	c.nextID++
	return c.nextID
}

// Dialect returns the registered dialect of that name, or nil.
func (c *Context) Dialect(name string) *Dialect { return c.dialects[name] }

// Dialects returns the registered dialects in the order of their names.
func (c *Context) Dialects() []*Dialect {
	all := make([]*Dialect, 0, len(c.dialects))
	for _, d := range c.dialects {
		all = append(all, d)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// OpDef returns the registered definition of the operation with that full name
// ("arith.addi"), or nil.
func (c *Context) OpDef(name string) *OpDef { return c.ops[name] }

// TypeDef returns the registered description of the types with that name ("async.value"), or nil.
func (c *Context) TypeDef(name string) *TypeDef { return c.typeDefs[name] }

// MayNeedAliases reports whether the context has ever made something that gets an alias in text that is
// printed without locations: a map or set, a distinct attribute, a tuple, an attribute whose definition has
// an alias, or a location that may be used as an attribute. Most programs have none of these.
func (c *Context) MayNeedAliases() bool { return c.aliases.Load() }

// ExpectAliases makes MayNeedAliases report true, for an alias that the context cannot see being made.
func (c *Context) ExpectAliases() { c.aliases.Store(true) }

// UnregisteredOpDef returns the definition that stands for an operation no
// dialect describes. Equal names give the same definition.
func (c *Context) UnregisteredOpDef(name string) *OpDef {
	c.mu.Lock()
	defer c.mu.Unlock()
	def := c.unregistered[name]
	if def == nil {
		def = &OpDef{Name: name, Unregistered: true}
		def.prepare()
		c.unregistered[name] = def
	}
	return def
}

// internType returns the type under key, making it on first use.
func (c *Context) internType(key []byte, make func(typeBase) Type) Type {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.types[string(key)]; ok {
		return t
	}
	t := make(typeBase{c.newID()})
	c.types[string(key)] = t
	return t
}

// internAttr returns the attribute under key, making it on first use.
func (c *Context) internAttr(key []byte, make func(attrBase) Attr) Attr {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, ok := c.attrs[string(key)]; ok {
		return a
	}
	a := make(attrBase{c.newID()})
	c.attrs[string(key)] = a
	return a
}

// keyBuilder writes the key under which a composite type or attribute is interned: a tag, then the
// components, each of known length or preceded by its length.
type keyBuilder []byte

func key(tag byte) keyBuilder { return append(make(keyBuilder, 0, 64), tag) }

func (k keyBuilder) int(v int64) keyBuilder {
	return binary.AppendVarint(k, v)
}

func (k keyBuilder) ints(vs []int64) keyBuilder {
	k = k.int(int64(len(vs)))
	for _, v := range vs {
		k = k.int(v)
	}
	return k
}

func (k keyBuilder) str(s string) keyBuilder {
	return append(k.int(int64(len(s))), s...)
}

func (k keyBuilder) typ(t Type) keyBuilder {
	if t == nil {
		return k.int(0)
	}
	return k.int(int64(t.typeID()))
}

func (k keyBuilder) typs(ts []Type) keyBuilder {
	k = k.int(int64(len(ts)))
	for _, t := range ts {
		k = k.typ(t)
	}
	return k
}

func (k keyBuilder) attr(a Attr) keyBuilder {
	if a == nil {
		return k.int(0)
	}
	if id := a.attrID(); id != 0 {
		return k.int(int64(id))
	}
	if l, ok := a.(*AnnotatedLoc); ok {
		// equal positions are equal locations, whatever spans of attributes are known
		return k.attr(l.SourceLoc)
	}
	if l, ok := a.(*SourceLoc); ok {
		// A SourceLoc is not interned. The attribute with this key keeps the file alive, so no other file
		// gets its address.
		return k.int(-2).int(int64(reflect.ValueOf(l.File).Pointer())).int(int64(l.Off))
	}
	return k.int(-1).str(fmt.Sprint(a))
}

func (k keyBuilder) attrs(as []Attr) keyBuilder {
	k = k.int(int64(len(as)))
	for _, a := range as {
		k = k.attr(a)
	}
	return k
}
