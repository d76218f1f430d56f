package attributes

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Others returns values that an attribute of an operation may have instead of the one that it has; nil stands
// for no attribute. Not all of them are valid.
func Others(op *ir.Op, def *ir.AttrDef) []ir.Attr {
	c, old := op.Context(), op.Attr(def.Name)
	var all []ir.Attr
	if e := def.Type.Enum; e != nil {
		all = cases(c, e)
	}
	if old == nil {
		all = append(all, samples(c)...)
	} else {
		all = append(all, changed(c, old)...)
	}
	if def.Optional {
		all = append(all, nil)
	}
	if def.Default != nil {
		all = append(all, def.Default(c))
	}
	var fit []ir.Attr
	for _, v := range all {
		matches := v == nil || def.Type.Match == nil || def.Type.Match(v)
		if v != old && matches && !slices.Contains(fit, v) {
			fit = append(fit, v)
		}
	}
	return fit
}

// cases are the values of an enumeration.
func cases(c *ir.Context, e *ir.EnumDef) []ir.Attr {
	var all []ir.Attr
	for _, k := range e.Cases {
		if e.Integer {
			all = append(all, c.Int(c.Integer(e.Width), k.Value))
		} else {
			all = append(all, c.Enum(e, k.Value))
		}
	}
	return all
}

// samples are values of all kinds, for attributes that are absent.
func samples(c *ir.Context) []ir.Attr {
	promise := c.Dict([]ir.NamedAttr{{Name: "llvm.noalias", Value: c.Unit}})
	return []ir.Attr{
		c.Unit, c.Bool(true), c.Int(c.I64, 8), c.Int(c.I32, 8), c.IndexAttr(8), c.String("other"),
		c.I32Array(8, 1, 1), c.I64Array(8),
		c.I32Array(1, 2), c.Array([]ir.Attr{promise}),
	}
}

// changed are values like one that is there.
func changed(c *ir.Context, old ir.Attr) []ir.Attr {
	switch a := old.(type) {
	case *ir.IntegerAttr:
		return integers(c, a)
	case *ir.FloatAttr:
		return []ir.Attr{c.FloatValue(a.Type, 3), c.FloatValue(a.Type, -0.5)}
	case *ir.StringAttr:
		return []ir.Attr{c.String(a.Value + "x"), c.String("private"), c.String("reduction"),
			c.String("reduce")}
	case *ir.SymbolRefAttr:
		return []ir.Attr{c.SymbolRef("other"), c.SymbolRef(a.Root, "other")}
	case *ir.DenseArrayAttr:
		return denseArrays(c, a)
	case *ir.ArrayAttr:
		return arrays(c, a)
	case *ir.EnumAttr:
		return cases(c, a.Def)
	case *ir.DictAttr:
		return []ir.Attr{c.Dict(nil)}
	case *ir.AffineMapAttr:
		return maps(c, a.Map)
	case *ir.IntegerSetAttr:
		return sets(c, a.Set)
	case *ir.DenseElementsAttr:
		return elements(c, a)
	case *ir.ParametricAttr:
		return parametric(c, a)
	}
	return nil
}

func integers(c *ir.Context, a *ir.IntegerAttr) []ir.Attr {
	if a.Big != nil {
		return nil
	}
	var all []ir.Attr
	for _, v := range []int64{a.Value + 1, a.Value - 1, a.Value * 2, a.Value / 2, 0, 1} {
		all = append(all, c.Int(a.Type, v))
	}
	return all
}

func denseArrays(c *ir.Context, a *ir.DenseArrayAttr) []ir.Attr {
	all := []ir.Attr{c.DenseArray(a.Elem, nil)}
	for i, v := range a.Values {
		for _, w := range []int64{v + 1, v - 1, v * 2, 0, 1} {
			values := slices.Clone(a.Values)
			values[i] = w
			all = append(all, c.DenseArray(a.Elem, values))
		}
	}
	if n := len(a.Values); n > 1 {
		values := slices.Clone(a.Values)
		values[0], values[n-1] = values[n-1], values[0]
		all = append(all, c.DenseArray(a.Elem, values))
	}
	return all
}

func arrays(c *ir.Context, a *ir.ArrayAttr) []ir.Attr {
	all := []ir.Attr{c.Array(nil)}
	for i, e := range a.Elems {
		for _, v := range changed(c, e) {
			elems := slices.Clone(a.Elems)
			elems[i] = v
			all = append(all, c.Array(elems))
		}
		for _, v := range a.Elems {
			elems := slices.Clone(a.Elems)
			elems[i] = v
			all = append(all, c.Array(elems))
		}
	}
	if n := len(a.Elems); n > 1 {
		elems := slices.Clone(a.Elems)
		elems[0], elems[n-1] = elems[n-1], elems[0]
		all = append(all, c.Array(elems), c.Array(a.Elems[:n-1]))
	}
	return all
}

// maps are a map with its results in another order, and with one of them larger by 1.
func maps(c *ir.Context, m *affine.Map) []ir.Attr {
	var all []ir.Attr
	make := func(results []*affine.Expr) {
		all = append(all, c.AffineMap(affine.NewMap(m.NumDims, m.NumSymbols, results...)))
	}
	for i, e := range m.Results {
		results := slices.Clone(m.Results)
		results[i] = e.Add(affine.C(1))
		make(results)
		results = slices.Clone(m.Results)
		results[i] = affine.C(0)
		make(results)
	}
	if len(m.Results) > 1 {
		results := slices.Clone(m.Results)
		slices.Reverse(results)
		make(results)
	}
	return all
}

// sets are a set with the opposite of one of its constraints.
func sets(c *ir.Context, s *affine.Set) []ir.Attr {
	var all []ir.Attr
	for i, k := range s.Constraints {
		constraints := slices.Clone(s.Constraints)
		k.Expr = k.Expr.Neg().Sub(affine.C(1))
		constraints[i] = k
		all = append(all, c.IntegerSet(affine.NewSet(s.NumDims, s.NumSymbols, constraints...)))
	}
	return all
}

// parametric are attributes with one parameter of another value.
func parametric(c *ir.Context, a *ir.ParametricAttr) []ir.Attr {
	var all []ir.Attr
	for i, p := range a.Params {
		for _, v := range changed(c, p) {
			params := slices.Clone(a.Params)
			params[i] = v
			if a.Def.Verify == nil || a.Def.Verify(params) == "" {
				all = append(all, c.ParametricAttr(a.Def, params...))
			}
		}
	}
	return all
}

// elements are constants whose first element is another one.
func elements(c *ir.Context, a *ir.DenseElementsAttr) []ir.Attr {
	if a.Data == "" {
		return nil
	}
	data := []byte(a.Data)
	data[0] ^= 1
	return []ir.Attr{c.Dense(a.Type, string(data), a.Splat)}
}
