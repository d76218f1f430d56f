package llvm

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// ConstantRange is #llvm.constant_range<i32, 0, 32>: the integers from the first number up to and without the
// second one, wrapping around. Its parameters are the type and the two numbers, signed.
var ConstantRange = &ir.AttributeDef{Dialect: "llvm", Mnemonic: "constant_range", Parse: parseRange,
	Print: printRange}

func parseRange(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	t, err := p.Type()
	if err != nil {
		return nil, err
	}
	it, ok := t.(*ir.IntegerType)
	if !ok || it.Width == 0 || it.Width > 64 {
		return nil, p.Errorf(off, "expected an integer type of 1 to 64 bits")
	}
	params := []ir.Attr{p.Context().TypeAttr(t)}
	for range 2 {
		if err := p.Punct(","); err != nil {
			return nil, err
		}
		n, err := p.Int()
		if err != nil {
			return nil, err
		}
		params = append(params, p.Context().Int(p.Context().I64, n<<(64-it.Width)>>(64-it.Width)))
	}
	return params, p.Punct(">")
}

func printRange(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = f.AppendType(append(dst, '<'), params[0].(*ir.TypeAttr).Type)
	for _, a := range params[1:] {
		dst = strconv.AppendInt(append(dst, ", "...), a.(*ir.IntegerAttr).Value, 10)
	}
	return append(dst, '>')
}
