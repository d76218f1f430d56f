package ir

// AttributeDef describes attributes with parameters of a dialect, #Dialect.Mnemonic<...>, as TypeDef
// describes types.
type AttributeDef struct {
	Dialect, Mnemonic string
	// Alias is the name of an alias for such an attribute in a printed program, "" if the attribute gets no
	// alias.
	Alias  string
	Parse  func(p OpParser) ([]Attr, error)
	Print  func(f *Form, dst []byte, params []Attr) []byte
	Fields []TypeField
	// Typed is set for attributes that stand for a value, and are followed by ": type". The function says why
	// the attribute cannot be of a type, or "" if it can. The type is the last parameter.
	Typed func(Type) string
	// Verify says what is wrong with the parameters, or "". A nil Verify accepts all parameters.
	Verify func(params []Attr) string
	// DeviceMask marks the attributes that leave processors out of a mapping (MLIR's
	// DeviceMaskingAttrInterface).
	DeviceMask bool
	// DeviceTarget marks the attributes that say what code of a device is compiled for (MLIR's
	// TargetAttrInterface).
	DeviceTarget bool
}

// ParametricAttr is an attribute of a dialect with parameters.
type ParametricAttr struct {
	attrBase
	Def    *AttributeDef
	Params []Attr
}

// ParametricAttr returns the attribute that def describes with these parameters.
func (c *Context) ParametricAttr(def *AttributeDef, params ...Attr) *ParametricAttr {
	if def.Alias != "" {
		c.aliases.Store(true)
	}
	k := key('P').str(def.Dialect).str(def.Mnemonic).attrs(params)
	return c.internAttr(k, func(b attrBase) Attr { return &ParametricAttr{b, def, params} }).(*ParametricAttr)
}

// IntParam returns the value of parameter i, which must be an integer.
func (a *ParametricAttr) IntParam(i int) int64 { return a.Params[i].(*IntegerAttr).Value }

// ValueType returns the type of the value that the attribute stands for, nil if it stands for none.
func (a *ParametricAttr) ValueType() Type {
	if a.Def.Typed == nil {
		return nil
	}
	return a.Params[len(a.Params)-1].(*TypeAttr).Type
}

// String implements Attr.
func (a *ParametricAttr) String() string { return attrString(a) }

// AttributeDef returns the description of the attributes with that mnemonic, nil if the dialect has none.
func (d *Dialect) AttributeDef(mnemonic string) *AttributeDef {
	for _, def := range d.AttributeDefs {
		if def.Mnemonic == mnemonic {
			return def
		}
	}
	return nil
}

func (f *Form) appendParametricAttr(dst []byte, a *ParametricAttr) []byte {
	dst = append(append(append(dst, '#'), a.Def.Dialect...), '.')
	dst = f.AppendAttrParameters(append(dst, a.Def.Mnemonic...), a)
	return f.appendSuffix(dst, a.ValueType(), WithType)
}

// AppendAttrParameters appends the parameters of an attribute with their brackets.
func (f *Form) AppendAttrParameters(dst []byte, a *ParametricAttr) []byte {
	if a.Def.Print == nil {
		return f.appendFields(dst, a.Def.Fields, a.Params)
	}
	return a.Def.Print(f, dst, a.Params)
}
