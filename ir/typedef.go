package ir

import "strconv"

// TypeDef describes the types of a dialect that have parameters, such as !async.value<T>. Dialect.Types lists
// the types without parameters.
type TypeDef struct {
	Dialect, Mnemonic string
	// Parse parses the parameters behind the name, with their brackets. It returns them as Print gets them:
	// attributes, with a TypeAttr for a type and nil for an absent parameter.
	Parse func(p OpParser) ([]Attr, error)
	// Print appends the parameters in the same syntax.
	Print func(f *Form, dst []byte, params []Attr) []byte
	// Fields declares the parameters of types with the syntax <name = value, ...>, in the order of printing.
	// Such types have no Parse and Print.
	Fields []TypeField
	// VectorElement is set for types that can be elements of vectors.
	VectorElement bool
	// Completion says what completes when a value of this type does, if the type stands for the completion of
	// work.
	Completion Completion
}

// TypeFieldKind says which syntax a parameter has.
type TypeFieldKind uint8

// The kinds of parameters.
const (
	AttrField   TypeFieldKind = iota // any attribute
	TypeOfField                      // a type, in a TypeAttr
	NumberField                      // an unsigned number of 32 bits, in an IntegerAttr of type i64
	EnumField                        // a case of Enum without brackets, in an EnumAttr
	BoolField                        // true or false, as 1 or 0 in an IntegerAttr like that of a NumberField
	MapField                         // an affine map without its name, in an AffineMapAttr
)

// TypeField declares a parameter that is written name = value.
type TypeField struct {
	Name string
	Kind TypeFieldKind
	Enum *EnumDef
	// Match accepts the types of a TypeOfField. Class names them in messages ("builtin.memref").
	Match func(Type) bool
	Class string
	// Default is the value of an Optional NumberField or BoolField that is left out. It is not printed.
	Optional bool
	Default  int64
}

// Name returns the name of the types without the !, such as async.value.
func (d *TypeDef) Name() string { return d.Dialect + "." + d.Mnemonic }

// ParametricType is a type of a dialect with parameters, !Def.Name()<...>.
type ParametricType struct {
	typeBase
	Def    *TypeDef
	Params []Attr
}

// Parametric returns the type that def describes with these parameters.
func (c *Context) Parametric(def *TypeDef, params ...Attr) *ParametricType {
	k := key('p').str(def.Dialect).str(def.Mnemonic).attrs(params)
	return c.internType(k, func(b typeBase) Type { return &ParametricType{b, def, params} }).(*ParametricType)
}

// TypeParam returns parameter i if it is a type, else nil.
func (t *ParametricType) TypeParam(i int) Type {
	if i >= len(t.Params) {
		return nil
	}
	a, ok := t.Params[i].(*TypeAttr)
	if !ok {
		return nil
	}
	return a.Type
}

// IntParam returns the value of parameter i, which must be an integer.
func (t *ParametricType) IntParam(i int) int64 { return t.Params[i].(*IntegerAttr).Value }

// String implements Type.
func (t *ParametricType) String() string { return typeString(t) }

func (f *Form) appendParametric(dst []byte, t *ParametricType) []byte {
	dst = append(append(append(dst, '!'), t.Def.Dialect...), '.')
	return f.AppendNested(dst, t)
}

// AppendNested appends a type without the prefix of its dialect. In some dialects a type within another type
// is written so.
func (f *Form) AppendNested(dst []byte, t *ParametricType) []byte {
	return f.AppendParameters(append(dst, t.Def.Mnemonic...), t)
}

// AppendParameters appends the parameters of a type with their brackets.
func (f *Form) AppendParameters(dst []byte, t *ParametricType) []byte {
	if t.Def.Print == nil {
		return f.appendFields(dst, t.Def.Fields, t.Params)
	}
	return t.Def.Print(f, dst, t.Params)
}

func (f *Form) appendFields(dst []byte, fields []TypeField, params []Attr) []byte {
	separator := "<"
	for i := range fields {
		field := &fields[i]
		if n, ok := params[i].(*IntegerAttr); ok && field.Optional && n.Value == field.Default {
			continue
		}
		dst = append(append(append(dst, separator...), field.Name...), " = "...)
		dst = f.appendField(dst, field, params[i])
		separator = ", "
	}
	return append(dst, '>')
}

func (f *Form) appendField(dst []byte, field *TypeField, a Attr) []byte {
	switch field.Kind {
	case TypeOfField:
		return f.AppendType(dst, a.(*TypeAttr).Type)
	case EnumField:
		return AppendEnum(dst, field.Enum, a.(*EnumAttr).Value)
	case NumberField:
		return strconv.AppendInt(dst, a.(*IntegerAttr).Value, 10)
	case MapField:
		return a.(*AffineMapAttr).Map.Append(dst)
	case BoolField:
		return strconv.AppendBool(dst, a.(*IntegerAttr).Value != 0)
	}
	return f.AppendAttr(dst, a, WithType)
}
