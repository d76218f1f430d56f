package constraint

import "github.com/inflight-compiler/inflight/ir"

// The constraints on attributes.
var (
	AnyAttr    = ir.AttrConstraint{Summary: "any attribute"}
	Unit       = ir.AttrConstraint{Summary: "unit attribute", Match: is[*ir.UnitAttr], Unit: true}
	String     = ir.AttrConstraint{Summary: "string attribute", Match: is[*ir.StringAttr]}
	SymbolName = ir.AttrConstraint{Summary: "string attribute", Match: is[*ir.StringAttr], Symbol: true}
	Symbol     = ir.AttrConstraint{Summary: "symbol reference attribute", Match: is[*ir.SymbolRefAttr]}
	FlatSymbol = ir.AttrConstraint{Summary: "flat symbol reference attribute", Match: isFlatSymbol}
	I64Array   = ir.AttrConstraint{Summary: "i64 dense array attribute", Match: isDenseArray(64)}
	I32Array   = ir.AttrConstraint{Summary: "i32 dense array attribute", Match: isDenseArray(32)}
	Typed      = ir.AttrConstraint{Summary: "TypedAttr instance", Match: func(a ir.Attr) bool {
		return ValueType(a) != nil
	}}
	DictArray = ir.AttrConstraint{Summary: "Array of dictionary attributes", Match: isDictArray}
	I64       = ir.AttrConstraint{Summary: "64-bit signless integer attribute", Match: isI64,
		ValueType: func(c *ir.Context) ir.Type { return c.I64 }}
	IntElements = ir.AttrConstraint{Summary: "integer elements attribute", Match: isIntElements}
	AnyTypeAttr = ir.AttrConstraint{Summary: "any type attribute", Match: is[*ir.TypeAttr],
		TypeAttr: true}
	FunctionTypeAttr = ir.AttrConstraint{Summary: "type attribute of function type",
		Match: isFunctionTypeAttr, TypeAttr: true}
	NonNegativeI64 = ir.AttrConstraint{Summary: "64-bit signless integer attribute whose minimum value " +
		"is 0", Match: isNonNegative, ValueType: func(c *ir.Context) ir.Type { return c.I64 }}
	DeviceMapping      = ir.AttrConstraint{Summary: "Device Mapping array attribute", Match: isDeviceMapping}
	OperandSegmentSize = ir.AttrDef{Name: "operandSegmentSizes", Type: I32Array}
)

// Enum returns the constraint of attributes that hold a case of e.
func Enum(e *ir.EnumDef, summary string) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, Enum: e, Match: func(a ir.Attr) bool {
		if e.Integer {
			i, ok := a.(*ir.IntegerAttr)
			return ok && i.Type != nil && hasCase(e, i)
		}
		v, ok := a.(*ir.EnumAttr)
		return ok && v.Def == e
	}}
}

func hasCase(e *ir.EnumDef, a *ir.IntegerAttr) bool {
	it, ok := a.Type.(*ir.IntegerType)
	if !ok || it.Width != e.Width || it.Sign != ir.Signless {
		return false
	}
	for _, c := range e.Cases {
		if c.Value == a.Value {
			return true
		}
	}
	return false
}

// ValueType returns the type of the value that a typed attribute stands for, nil for an untyped attribute.
func ValueType(a ir.Attr) ir.Type {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Type
	case *ir.FloatAttr:
		return a.Type
	case *ir.StringAttr:
		if a.Type != nil {
			return a.Type
		}
	case *ir.OpaqueAttr:
		if a.Type != nil {
			return a.Type
		}
	case *ir.ParametricAttr:
		return a.ValueType()
	}
	if t := ElementsType(a); t != nil {
		return t
	}
	return nil
}

// ElementsType returns the type of an elements attribute, nil for other attributes.
func ElementsType(a ir.Attr) ir.ShapedType {
	switch a := a.(type) {
	case *ir.DenseElementsAttr:
		return a.Type
	case *ir.DenseResourceAttr:
		return a.Type
	case *ir.SparseElementsAttr:
		return a.Type
	}
	return nil
}

func is[T ir.Attr](a ir.Attr) bool { _, ok := a.(T); return ok }

func isFlatSymbol(a ir.Attr) bool {
	s, ok := a.(*ir.SymbolRefAttr)
	return ok && len(s.Nested) == 0
}

func isDenseArray(width uint32) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := a.(*ir.DenseArrayAttr)
		if !ok {
			return false
		}
		it, ok := d.Elem.(*ir.IntegerType)
		return ok && it.Width == width
	}
}

func isDictArray(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range list.Elems {
		if !is[*ir.DictAttr](e) {
			return false
		}
	}
	return true
}

// isDeviceMapping accepts lists whose elements name the hardware for a dimension of a loop, such as
// #gpu.thread<x>, or are masks.
func isDeviceMapping(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range list.Elems {
		if enum, ok := e.(*ir.EnumAttr); (!ok || !enum.Def.DeviceMapping) && !IsDeviceMask(e) {
			return false
		}
	}
	return true
}

// IsDeviceMask reports whether an attribute in a mapping is a mask, and not the hardware for a dimension.
func IsDeviceMask(a ir.Attr) bool {
	p, ok := a.(*ir.ParametricAttr)
	return ok && p.Def.DeviceMask
}

func isI64(a ir.Attr) bool {
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return false
	}
	it, ok := i.Type.(*ir.IntegerType)
	return ok && it.Width == 64 && it.Sign == ir.Signless
}

func isNonNegative(a ir.Attr) bool { return isI64(a) && a.(*ir.IntegerAttr).Value >= 0 }

func isIntElements(a ir.Attr) bool {
	d, ok := a.(*ir.DenseElementsAttr)
	return ok && isInteger(d.Type.ElemType())
}

func isFunctionTypeAttr(a ir.Attr) bool {
	t, ok := a.(*ir.TypeAttr)
	return ok && isFunction(t.Type)
}
