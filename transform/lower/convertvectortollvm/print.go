package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// What prints calls the functions of MLIR's runner library: one for a number, and one for the mark behind it.
// Vectors have been taken apart before (lower-vector-print), and stay otherwise.

// marks are the functions of the cases of vector.print's punctuation.
var marks = map[int64]string{vector.Newline: "printNewline", vector.Comma: "printComma",
	vector.Open: "printOpen", vector.Close: "printClose"}

func print(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	if op.Attr("stringLiteral") != nil {
		return nil, false // see printStrings
	}
	if op.NumOperands() > 0 {
		name, v := printable(c, op.Operand(0))
		if v == nil {
			return nil, false
		}
		callPrint(c, name, v)
	}
	if mark := marks[vector.MarkKind(op)]; mark != "" {
		callPrint(c, mark)
	}
	return nil, true
}

func callPrint(c *llvmtypes.Conversion, name string, args ...*ir.Value) {
	var types []ir.Type
	for _, v := range args {
		types = append(types, v.Type())
	}
	c.Declare(name, nil, types...)
	llvmtypes.CallTo(c.Builder, name, nil, args...)
}

// printable returns the function that prints a number, and its argument; nil if there is none.
func printable(c *llvmtypes.Conversion, number *ir.Value) (string, *ir.Value) {
	switch t := number.Type().(type) {
	case *ir.IndexType:
		return "printU64", c.Value(number)
	case *ir.IntegerType:
		switch unsigned := t.Sign == ir.Unsigned; {
		case t.Width > 64:
			return "", nil
		case unsigned:
			return "printU64", extended(c, arith.ExtUI, c.Value(number))
		case t.Width == 1:
			return "printI64", extended(c, arith.ExtUI, c.Value(number))
		}
		return "printI64", extended(c, arith.ExtSI, c.Value(number))
	case *ir.FloatType:
		switch v := c.Value(number); t.Kind {
		case ir.F32:
			return "printF32", v
		case ir.F64:
			return "printF64", v
		case ir.F16:
			return "printF16", llvmtypes.Cast(c.Builder, llvm.Bitcast, v, c.Ctx.I16)
		case ir.BF16:
			return "printBF16", llvmtypes.Cast(c.Builder, llvm.Bitcast, v, c.Ctx.I16)
		}
	}
	return "", nil
}

// extended makes an integer one of 64 bits.
func extended(c *llvmtypes.Conversion, def *ir.OpDef, v *ir.Value) *ir.Value {
	if v.Type() == c.Ctx.I64 {
		return v
	}
	return c.Make(def, []*ir.Value{v}, []ir.Type{c.Ctx.I64}).Result(0)
}

// printStrings lowers what prints strings, which are constants of the module. It returns how many there are.
func printStrings(root *ir.Op, symbols *ir.SymbolTables) (int, error) {
	tables := llvmtypes.NewTables(root, symbols)
	n := 0
	for _, op := range root.Find(vector.Print) {
		text, ok := op.Attr("stringLiteral").(*ir.StringAttr)
		if !ok {
			continue
		}
		n++
		ctx, pointer, content := op.Context(), llvm.PointerType(op.Context(), llvm.Generic), text.Value+"\x00"
		s := tables.Around(op)
		name := s.Text("vector_print_str", content)
		s.Declare("printString", nil, pointer)
		b := ir.At(op)
		b.Loc = op.Loc()
		at := b.Make(llvm.AddressOf, nil, []ir.Type{pointer},
			ir.NamedAttr{Name: "global_name", Value: ctx.SymbolRef(name)}).Result(0)
		llvmtypes.CallTo(b, "printString", nil,
			llvmtypes.GEP(b, llvmtypes.TextType(ctx, content), at, 0, ir.OpFoldResult{}))
		op.Erase()
	}
	return n, tables.Err()
}
