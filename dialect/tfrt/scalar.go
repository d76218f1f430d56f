package tfrt

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// suffixed makes the entries of one kernel for several types.
func suffixed(make func(suffix string) *ir.OpDef, suffixes ...string) []*ir.OpDef {
	var defs []*ir.OpDef
	for _, s := range suffixes {
		defs = append(defs, make(s))
	}
	return defs
}

// constants are tfrt.constant.T and tfrt.constant_s.T, the latter for synchronous functions.
func constants() []*ir.OpDef {
	defs := suffixed(constantNamed("tfrt.constant."), "i1", "i32", "i64", "ui32", "ui64", "f16", "bf16",
		"f32",
		"f64")
	defs = append(defs, suffixed(constantNamed("tfrt.constant_s."), "i32", "i64", "f16", "f32", "f64")...)
	return append(defs, complexConstant("complex64", "f32"), complexConstant("complex128", "f64"))
}

func constantNamed(prefix string) func(suffix string) *ir.OpDef {
	return func(suffix string) *ir.OpDef {
		return &ir.OpDef{
			Name:    prefix + suffix,
			Summary: "a constant of type " + suffix,
			Results: []ir.ResultDef{{Name: "result", Type: scalars[suffix]}},
			Attrs:   []ir.AttrDef{{Name: "value", Type: numberAttr(suffix)}},
			Traits:  ir.Pure,
			Format:  "$value attr-dict",
		}
	}
}

func complexConstant(suffix, part string) *ir.OpDef {
	return &ir.OpDef{
		Name:    "tfrt.constant." + suffix,
		Summary: "a complex constant whose parts have type " + part,
		Results: []ir.ResultDef{{Name: "result", Type: scalars[suffix]}},
		Attrs: []ir.AttrDef{{Name: "real", Type: numberAttr(part)},
			{Name: "imaginary", Type: numberAttr(part)}},
		Traits: ir.Pure,
		Format: "$real `,` $imaginary attr-dict",
	}
}

// arithmetic are the kernels on two numbers that have a custom form.
func arithmetic() []*ir.OpDef {
	defs := suffixed(binary("add", "sum", 1), "i32", "i64", "f32", "f64")
	defs = append(defs, suffixed(binary("add_s", "sum, in a synchronous function", 1), "i32", "i64")...)
	defs = append(defs, suffixed(binary("mul", "product", 1), "i32", "i64")...)
	defs = append(defs, suffixed(binary("mul_s", "product, in a synchronous function", 1), "i32", "i64")...)
	defs = append(defs, suffixed(binary("and", "conjunction", 1), "i1")...)
	defs = append(defs, suffixed(binary("div", "quotient and remainder", 2), "i32", "i64")...)
	return append(defs, suffixed(equal, "i32", "i64")...)
}

// binary makes entries of kernels on two numbers whose results have their type. A division is not pure,
// because a division by 0 is an error.
func binary(name, what string, results int) func(suffix string) *ir.OpDef {
	return func(suffix string) *ir.OpDef {
		def := &ir.OpDef{
			Name:    "tfrt." + name + "." + suffix,
			Summary: what + " of two values of type " + suffix,
			Operands: []ir.OperandDef{{Name: "lhs", Type: scalars[suffix]},
				{Name: "rhs", Type: scalars[suffix]}},
			Results: []ir.ResultDef{{Name: "result", Type: scalars[suffix]}},
			Traits:  ir.Pure,
			Format:  "$lhs `,` $rhs attr-dict",
		}
		if results == 2 {
			def.Results = append(def.Results, ir.ResultDef{Name: "remainder", Type: scalars[suffix]})
			def.Traits = 0
		}
		return def
	}
}

func equal(suffix string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "tfrt.equal." + suffix,
		Summary:  "whether two values of type " + suffix + " are equal",
		Operands: []ir.OperandDef{{Name: "lhs", Type: scalars[suffix]}, {Name: "rhs", Type: scalars[suffix]}},
		Results:  []ir.ResultDef{{Name: "result", Type: constraint.I1}},
		Traits:   ir.Pure,
		Format:   "$lhs `,` $rhs attr-dict",
	}
}

// prints are tfrt.print.T: they print a number on a line of its own.
func prints() []*ir.OpDef {
	return suffixed(func(suffix string) *ir.OpDef {
		return &ir.OpDef{
			Name:     "tfrt.print." + suffix,
			Summary:  "prints a value of type " + suffix,
			Operands: []ir.OperandDef{{Name: "value", Type: scalars[suffix]}, {Name: "chain", Type: chain}},
			Results:  []ir.ResultDef{{Name: "result", Type: chain}},
			Format:   "$value `,` $chain attr-dict",
		}
	}, "i1", "i32", "i64", "f32", "f64")
}

// NewChain is tfrt.new.chain: a chain that is available at once.
var NewChain = &ir.OpDef{
	Name:    "tfrt.new.chain",
	Summary: "a chain that nothing stands before",
	Results: []ir.ResultDef{{Name: "chain", Type: chain}},
	Traits:  ir.Pure,
	Format:  "attr-dict",
}

// MergeChains is tfrt.merge.chains: a chain that is available when all its operands are, of whatever type.
var MergeChains = &ir.OpDef{
	Name:     "tfrt.merge.chains",
	Summary:  "a chain that is available when all operands are",
	Operands: []ir.OperandDef{{Name: "inputs", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "chain", Type: chain}},
	Traits:   ir.Pure,
	Format:   "$inputs attr-dict `:` type($inputs)",
}

// GetDevice is tfrt.get_device: the device of that name. Programs with it are read and written only.
var GetDevice = &ir.OpDef{
	Name:     "tfrt.get_device",
	Summary:  "a device by its name",
	Operands: []ir.OperandDef{{Name: "chain_in", Type: chain}},
	Results:  []ir.ResultDef{{Name: "result", Type: device}},
	Attrs:    []ir.AttrDef{{Name: "device_name", Type: constraint.String}},
	Format:   "$chain_in attr-dict",
}
