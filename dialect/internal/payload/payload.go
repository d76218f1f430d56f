package payload

import "github.com/inflight-compiler/inflight/ir"

// Parse parses <T>.
func Parse(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	t, err := p.Type()
	if err != nil {
		return nil, err
	}
	return []ir.Attr{p.Context().TypeAttr(t)}, p.Punct(">")
}

// Print prints <T>.
func Print(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, '<')
	return append(f.AppendAttr(dst, params[0], ir.WithType), '>')
}
