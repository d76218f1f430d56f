package ir

// TypeDef describes the types of a dialect that have parameters, such as !async.value<T>. Types without any are listed in
// Dialect.Types.
type TypeDef struct {
	Dialect, Mnemonic string
	// Parse parses the parameters that follow the name, brackets included. It returns what Print is given: attributes,
	// a type as a TypeAttr.
	Parse func(p OpParser) ([]Attr, error)
	// Print appends the parameters in the same syntax.
	Print func(f *Form, dst []byte, params []Attr) []byte
}

// Name returns the name with which the types begin, without the !.
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

// TypeParam returns parameter i, a type; nil if it is none.
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

// String implements Type.
func (t *ParametricType) String() string { return typeString(t) }

func (f *Form) appendParametric(dst []byte, t *ParametricType) []byte {
	dst = append(append(dst, '!'), t.Def.Name()...)
	return t.Def.Print(f, dst, t.Params)
}
