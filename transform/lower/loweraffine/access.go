package loweraffine

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/expandaffine"
)

// lowerLoad lowers a load to one of another dialect.
func lowerLoad(def *ir.OpDef) func(op *ir.Op, rw *ir.Rewriter) bool {
	return func(op *ir.Op, rw *ir.Rewriter) bool {
		subscripts := expandaffine.Map(rw.Builder, mapOf(op, "map"), op.Operands()[1:])
		rw.Replace(op, rw.Create(ir.OpState{
			Def:      def,
			Operands: append([]*ir.Value{op.Operand(0)}, subscripts...),
			Results:  op.ResultTypes(),
		}).Result(0))
		return true
	}
}

// lowerStore lowers a store to one of another dialect.
func lowerStore(def *ir.OpDef) func(op *ir.Op, rw *ir.Rewriter) bool {
	return func(op *ir.Op, rw *ir.Rewriter) bool {
		subscripts := expandaffine.Map(rw.Builder, mapOf(op, "map"), op.Operands()[2:])
		rw.Create(ir.OpState{
			Def:      def,
			Operands: append([]*ir.Value{op.Operand(0), op.Operand(1)}, subscripts...),
			Results:  []ir.Type{},
		})
		rw.Erase(op)
		return true
	}
}

func lowerPrefetch(op *ir.Op, rw *ir.Rewriter) bool {
	subscripts := expandaffine.Map(rw.Builder, mapOf(op, "map"), op.Operands()[1:])
	s := ir.OpState{
		Def:      memref.Prefetch,
		Operands: append([]*ir.Value{op.Operand(0)}, subscripts...),
		Results:  []ir.Type{},
	}
	for _, name := range []string{"isWrite", "localityHint", "isDataCache"} {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: op.Attr(name)})
	}
	rw.Create(s)
	rw.Erase(op)
	return true
}
