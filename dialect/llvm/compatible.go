package llvm

import "github.com/inflight-compiler/inflight/ir"

// IsCompatible reports whether LLVM has the type: signless integers, floats of its formats, vectors of one
// dimension, and the types of this dialect.
func IsCompatible(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16, ir.BF16, ir.F32, ir.F64, ir.F80, ir.F128:
			return true
		}
		return false
	case *ir.VectorType:
		return len(t.Shape) == 1 && IsCompatible(t.Elem)
	case *ir.OpaqueType:
		return t.Dialect == "llvm"
	case *ir.ParametricType:
		return isCompatibleAggregate(t)
	}
	return false
}

func isCompatibleAggregate(t *ir.ParametricType) bool {
	switch t.Def {
	case Array:
		return IsCompatible(t.TypeParam(1))
	case Struct:
		members, _ := Members(t)
		for _, m := range members {
			if !IsCompatible(m) {
				return false
			}
		}
		return true
	}
	return t.Def.Dialect == "llvm"
}
