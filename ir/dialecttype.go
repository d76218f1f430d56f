package ir

import (
	"slices"
	"strconv"
)

// TypeDef describes a type of a dialect, !Dialect.Mnemonic or, with parameters, !Dialect.Mnemonic<...>. Parameters are
// attributes: a TypeAttr for a type, an IntegerAttr for a number, an EnumAttr for a word.
type TypeDef struct {
	Dialect, Mnemonic string
	// Fields declares parameters that are written <name = value, ...>, in any order when read and in this one when
	// printed. Types with another syntax have Parse and Print, and types with neither are a word.
	Fields []TypeField
	// Parse reads what follows the mnemonic; Print appends it.
	Parse func(p OpParser) ([]Attr, error)
	Print func(f *Form, dst []byte, t *DialectType) []byte
	// VectorElement is set for types that vectors may hold.
	VectorElement bool
}

// TypeFieldKind says how a parameter is written.
type TypeFieldKind uint8

// The kinds of parameters.
const (
	AttrField   TypeFieldKind = iota // any attribute
	TypeOfField                      // a type, held by a TypeAttr
	NumberField                      // an unsigned number of 32 bits, held by an I64 IntegerAttr
	EnumField                        // a case of Enum without brackets, held by an EnumAttr
)

// TypeField declares a parameter of a dialect's type.
type TypeField struct {
	Name string
	Kind TypeFieldKind
	Enum *EnumDef
	// Match accepts the types of a TypeOfField, of the class Class ("builtin.memref").
	Match func(Type) bool
	Class string
	// Default makes the value of a parameter that was left out; nil if it is required. It is not printed.
	Default func(c *Context) Attr
}

// DialectType is a type that a TypeDef describes; Params are in the order of its Fields, or as its Parse returned them.
type DialectType struct {
	typeBase
	Def    *TypeDef
	Params []Attr
	// omitted is set for fields that have their default.
	omitted []bool
}

// String implements Type.
func (t *DialectType) String() string { return typeString(t) }

// Type returns parameter i, which holds a type.
func (t *DialectType) Type(i int) Type { return t.Params[i].(*TypeAttr).Type }

// Int returns parameter i, which holds a number.
func (t *DialectType) Int(i int) int64 { return t.Params[i].(*IntegerAttr).Value }

// DialectType returns the type of def with the given parameters; nil among them stands for an absent one.
func (c *Context) DialectType(def *TypeDef, params ...Attr) *DialectType {
	k := key('D').str(def.Dialect).str(def.Mnemonic).attrs(params)
	omitted := make([]bool, len(def.Fields))
	for i := range def.Fields {
		omitted[i] = def.Fields[i].Default != nil && def.Fields[i].Default(c) == params[i]
	}
	return c.internType(k, func(b typeBase) Type {
		return &DialectType{b, def, slices.Clone(params), omitted}
	}).(*DialectType)
}

// TypeDef returns the description of the type of the dialect with that mnemonic, nil if it has none.
func (d *Dialect) TypeDef(mnemonic string) *TypeDef {
	for _, def := range d.TypeDefs {
		if def.Mnemonic == mnemonic {
			return def
		}
	}
	return nil
}

// AppendDialectType appends a type of a dialect without the prefix of the dialect, as it stands inside of others.
func (f *Form) AppendDialectType(dst []byte, t *DialectType) []byte {
	dst = append(dst, t.Def.Mnemonic...)
	switch {
	case t.Def.Print != nil:
		return t.Def.Print(f, dst, t)
	case t.Def.Fields != nil:
		return f.appendFields(dst, t)
	}
	return dst
}

func (f *Form) appendFields(dst []byte, t *DialectType) []byte {
	separator := "<"
	for i := range t.Def.Fields {
		if t.omitted[i] {
			continue
		}
		field := &t.Def.Fields[i]
		dst = append(append(append(dst, separator...), field.Name...), " = "...)
		dst = f.appendField(dst, field, t.Params[i])
		separator = ", "
	}
	return append(dst, '>')
}

func (f *Form) appendField(dst []byte, field *TypeField, a Attr) []byte {
	switch x := a.(type) {
	case *TypeAttr:
		return f.AppendType(dst, x.Type)
	case *EnumAttr:
		if field.Kind == EnumField {
			return AppendEnum(dst, x.Def, x.Value)
		}
	case *IntegerAttr:
		if field.Kind == NumberField {
			return strconv.AppendInt(dst, x.Value, 10)
		}
	}
	return f.AppendAttr(dst, a, WithType)
}
