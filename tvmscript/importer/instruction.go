package importer

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// cpAsyncInstruction imports T.ptx.cp.async_.ca.shared.global_(dst, src, bytes[, srcBytes]). Its operands are
// those of the instruction: of bytes, srcBytes are read, and the others become zero. With T.ptx.pred(c) in
// the place of srcBytes the copy reads nothing if c holds. With pred=c the copy does nothing if c does not
// hold.
func cpAsyncInstruction(bypass bool) func(f *function, call *syntax.Call) (expr.Value, error) {
	return func(f *function, call *syntax.Call) (expr.Value, error) {
		args, err := f.args(call, "shared_ptr", "global_ptr", "bytes", "src_size?", "pred?")
		if err != nil {
			return nil, err
		}
		var read func(*nvgpu.Copy) error
		if x := args.Get("src_size"); x != nil {
			read = func(c *nvgpu.Copy) (err error) {
				c.SrcElements, err = f.elementsRead(x, c)
				return err
			}
		}
		if args.Get("pred") == nil {
			return f.copyBetween(call, &args, bypass, read)
		}
		return f.guardedCopy(call, &args, bypass, read)
	}
}

// guardedCopy makes an asynchronous copy that happens only if the predicate of the instruction holds.
func (f *function) guardedCopy(call *syntax.Call, args *arguments, bypass bool,
	read func(*nvgpu.Copy) error) (expr.Value, error) {
	cond, err := f.predicate(args.Get("pred"))
	if err != nil {
		return nil, err
	}
	f.ev.Locate(call)
	scf.NewIf(f.b, cond, func(*ir.Builder) {
		_, err = f.copyBetween(call, args, bypass, read)
	}, nil)
	return &expr.None{}, err
}

// elementsRead returns the number of elements that a copy reads. x is a number of bytes, or T.ptx.pred(c).
func (f *function) elementsRead(x syntax.Expr, c *nvgpu.Copy) (*ir.Value, error) {
	if call, ok := unwrapped(x).(*syntax.Call); ok && f.callee(call.Fun) == "T.ptx.pred" {
		args, err := f.args(call, "value")
		if err != nil {
			return nil, err
		}
		ignored, err := f.predicate(args.Get("value"))
		if err != nil {
			return nil, err
		}
		none, all := f.ev.ConstIndex(0), f.ev.ConstIndex(c.Elements)
		f.ev.Locate(x)
		return arith.NewSelect(f.b, ignored, none, all), nil
	}
	return f.elementsOf(x, c)
}

// elementsOf divides a number of bytes by the size of an element. The number must be a constant, a choice
// between constants, or a product with a divisible constant.
func (f *function) elementsOf(x syntax.Expr, c *nvgpu.Copy) (*ir.Value, error) {
	size := int64(ir.ElemBytes(c.Dst.Type().(*ir.MemRefType).Elem))
	x = unwrapped(x)
	if call, ok := x.(*syntax.Call); ok && areSimple(call) {
		switch name := f.callee(call.Fun); {
		case name == "T.Cast" && len(call.Args) == 2:
			return f.elementsOf(call.Args[1].Value, c)
		case name == "T.cast" && len(call.Args) == 2:
			return f.elementsOf(call.Args[0].Value, c)
		case (name == "T.Select" || name == "T.if_then_else") && len(call.Args) == 3:
			return f.chosenElements(call, c)
		}
	}
	if b, ok := x.(*syntax.Binary); ok && b.Op == syntax.Mul && size > 1 {
		return f.scaledElements(b, size, c)
	}
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	n, isConst := number(v)
	switch {
	case isConst && (n < 0 || n > c.Elements*size || n%size != 0):
		return nil, f.ev.Errorf(codeTransfer, x, "a copy of %d elements of %d bytes reads %d bytes",
			c.Elements, size, n).
			Suggest("give a multiple of the size of an element, not more than what is written")
	case isConst:
		return f.ev.ConstIndex(n / size), nil
	case size == 1:
		return f.ev.ToIndex(v, x)
	}
	return nil, f.ev.Errorf(codeTransfer, x,
		"the bytes that a copy reads are a multiple of the size of an element, %d, which cannot be seen here",
		size).
		Suggest("write it as T.Cast(\"uint32\", n * %d), or T.Cast(\"uint32\", T.if_then_else(c, 16, 0))",
			size)
}

// areSimple reports whether all arguments of a call are positional.
func areSimple(call *syntax.Call) bool {
	for _, a := range call.Args {
		if !isPlain(a) {
			return false
		}
	}
	return true
}

// chosenElements is elementsOf for a choice between two constants.
func (f *function) chosenElements(call *syntax.Call, c *nvgpu.Copy) (*ir.Value, error) {
	cond, err := f.predicate(call.Args[0].Value)
	if err != nil {
		return nil, err
	}
	var arms [2]*ir.Value
	for i := range arms {
		if arms[i], err = f.elementsOf(call.Args[1+i].Value, c); err != nil {
			return nil, err
		}
	}
	f.ev.Locate(call)
	return arith.NewSelect(f.b, cond, arms[0], arms[1]), nil
}

// scaledElements is elementsOf for a product with a constant behind it.
func (f *function) scaledElements(x *syntax.Binary, size int64, c *nvgpu.Copy) (*ir.Value, error) {
	k, err := f.ev.ConstInt(x.Y)
	if err != nil {
		return nil, err
	}
	if k%size != 0 {
		return nil, f.ev.Errorf(codeTransfer, x.Y,
			"the elements of the copy have %d bytes, and %d is no multiple", size, k).
			Suggest("multiply the number of elements by %d", size)
	}
	v, err := f.ev.Value(x.X)
	if err != nil {
		return nil, err
	}
	if k != size {
		if v, err = f.ev.Binary(syntax.Mul, v, &expr.Int{V: k / size}, x); err != nil {
			return nil, err
		}
	}
	return f.ev.ToIndex(v, x)
}
