package coro

import "github.com/inflight-compiler/inflight/ir"

// FrameType returns !coro.frame<@layout>: a pointer to memory with the slots that the coro.layout of that
// name lists.
func FrameType(c *ir.Context, layout string) ir.Type { return c.Parametric(frame, c.SymbolRef(layout)) }

// frame describes !coro.frame<@layout>.
var frame = &ir.TypeDef{Dialect: "coro", Mnemonic: "frame", Parse: parseLayout, Print: printLayout}

func parseLayout(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	name, err := p.SymbolName()
	if err != nil {
		return nil, err
	}
	return []ir.Attr{p.Context().SymbolRef(name)}, p.Punct(">")
}

func printLayout(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, '<')
	return append(f.AppendAttr(dst, params[0], ir.WithoutType), '>')
}

// IsFrame reports whether t is the type of a frame.
func IsFrame(t ir.Type) bool { return layoutOf(t) != nil }

// LayoutName returns the name of the layout of a frame.
func LayoutName(t ir.Type) string { return layoutOf(t).Root }

// layoutOf returns the name of the layout of a frame, nil for other types.
func layoutOf(t ir.Type) *ir.SymbolRefAttr {
	if f, ok := t.(*ir.ParametricType); ok && f.Def == frame {
		return f.Params[0].(*ir.SymbolRefAttr)
	}
	return nil
}

var frameConstraint = ir.TypeConstraint{Summary: "frame of a coroutine", Match: IsFrame, Def: frame}
