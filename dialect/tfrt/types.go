package tfrt

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The texts of the types, behind the name of their dialect.
const (
	chainText    = "chain"
	stringText   = "string"
	deviceText   = "device"
	resourceText = "test.resource"
	atomicText   = "atomic.i32"
)

// ChainType returns !tfrt.chain: the type of the completion of effects.
func ChainType(c *ir.Context) ir.Type { return c.OpaqueType("tfrt", chainText) }

// StringType returns !tfrt.string.
func StringType(c *ir.Context) ir.Type { return c.OpaqueType("tfrt", stringText) }

// IsChain reports whether t is !tfrt.chain.
func IsChain(t ir.Type) bool { return isOpaque(t, "tfrt", chainText) }

func isOpaque(t ir.Type, dialect, text string) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == dialect && o.Text == text
}

// opaque is the constraint on a type without parameters.
func opaque(dialect, text string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: "!" + dialect + "." + text + " type",
		Match:   func(t ir.Type) bool { return isOpaque(t, dialect, text) },
		Build:   func(c *ir.Context) ir.Type { return c.OpaqueType(dialect, text) },
	}
}

var (
	chain      = opaque("tfrt", chainText)
	stringType = opaque("tfrt", stringText)
	device     = opaque("tfrt", deviceText)
	resource   = opaque("tfrt", resourceText)
	atomic     = opaque("test", atomicText)
)

// scalars has the types of numbers, by the suffix of the kernels that work on them.
var scalars = map[string]ir.TypeConstraint{
	"i1":         constraint.I1,
	"i32":        scalar("32-bit signless integer", func(c *ir.Context) ir.Type { return c.I32 }),
	"i64":        scalar("64-bit signless integer", func(c *ir.Context) ir.Type { return c.I64 }),
	"ui32":       scalar("32-bit unsigned integer", unsigned(32)),
	"ui64":       scalar("64-bit unsigned integer", unsigned(64)),
	"f16":        scalar("16-bit float", func(c *ir.Context) ir.Type { return c.F16 }),
	"bf16":       scalar("bfloat16 type", func(c *ir.Context) ir.Type { return c.BF16 }),
	"f32":        scalar("32-bit float", func(c *ir.Context) ir.Type { return c.F32 }),
	"f64":        scalar("64-bit float", func(c *ir.Context) ir.Type { return c.F64 }),
	"complex64":  scalar("complex type with 32-bit float elements", complexOf(ir.F32)),
	"complex128": scalar("complex type with 64-bit float elements", complexOf(ir.F64)),
}

func unsigned(width uint32) func(c *ir.Context) ir.Type {
	return func(c *ir.Context) ir.Type { return c.IntegerOf(width, ir.Unsigned) }
}

func complexOf(kind ir.FloatKind) func(c *ir.Context) ir.Type {
	return func(c *ir.Context) ir.Type { return c.Complex(c.Float(kind)) }
}

// scalar is the constraint on one type of numbers.
func scalar(summary string, build func(c *ir.Context) ir.Type) ir.TypeConstraint {
	text := build(ir.NewContext()).String()
	return ir.TypeConstraint{Summary: summary, Build: build,
		Match: func(t ir.Type) bool { return t.String() == text }}
}

// numberAttr is the constraint on an attribute that is a number of that type. Custom form leaves the type
// out.
func numberAttr(suffix string) ir.AttrConstraint {
	t := scalars[suffix]
	return ir.AttrConstraint{Summary: t.Summary + " attribute", ValueType: t.Build,
		Match: func(a ir.Attr) bool { return isNumber(a) && t.Match(constraint.ValueType(a)) }}
}

func isNumber(a ir.Attr) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		return true
	}
	return false
}
