package llvm

import "github.com/inflight-compiler/inflight/ir"

// A struct has three parameters: the array of its members' types, nil if it is opaque; its name, nil if it
// has none; and unit if it is packed.

// parseStruct reads <(i32, ptr)>, <packed (i8)>, <"name", (i32)> or <"name", opaque>.
func parseStruct(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	params := make([]ir.Attr, 3)
	c := p.Context()
	if name, ok := p.TryString(); ok {
		params[1] = c.String(name)
		off := p.Off()
		if !p.TryPunct(",") {
			return nil, p.Errorf(off,
				"a struct with a name must have a body or be opaque; recursive structs are not supported")
		}
		if p.TryKeyword("opaque") {
			return params, p.Punct(">")
		}
	}
	if p.TryKeyword("packed") {
		params[2] = c.Unit
	}
	members, err := typeList(p)
	if err != nil {
		return nil, err
	}
	params[0] = typeArray(c, members)
	return params, p.Punct(">")
}

// typeList parses (t, u), possibly empty.
func typeList(p ir.OpParser) ([]ir.Type, error) {
	var list []ir.Type
	return list, p.CommaSeparated("(", func() error {
		t, err := member(p)
		list = append(list, t)
		return err
	})
}

func printStruct(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, '<')
	if params[1] != nil {
		dst = append(f.AppendAttr(dst, params[1], ir.WithType), ", "...)
	}
	if params[0] == nil {
		return append(dst, "opaque>"...)
	}
	if params[2] != nil {
		dst = append(dst, "packed "...)
	}
	dst = appendList(f, append(dst, '('), typesOf(params[0]))
	return append(dst, ")>"...)
}

func appendList(f *ir.Form, dst []byte, types []ir.Type) []byte {
	for i, t := range types {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendNested(f, dst, t)
	}
	return dst
}

// A function type has three parameters: its result, the array of its arguments' types, and unit if it is
// variadic.

// parseFunction reads <result (arguments)>. The arguments of a variadic function end with "...".
func parseFunction(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	result, err := p.NestedType("llvm")
	if err != nil {
		return nil, err
	}
	c := p.Context()
	params := []ir.Attr{c.TypeAttr(result), nil, nil}
	var list []ir.Type
	err = p.CommaSeparated("(", func() error {
		off := p.Off()
		if params[2] != nil {
			return p.Errorf(off, "expected ')' behind '...'")
		}
		if p.TryPunct("...") {
			params[2] = c.Unit
			return nil
		}
		t, err := p.NestedType("llvm")
		list = append(list, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	params[1] = typeArray(c, list)
	return params, p.Punct(">")
}

func printFunction(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(appendNested(f, append(dst, '<'), params[0].(*ir.TypeAttr).Type), " ("...)
	arguments := typesOf(params[1])
	dst = appendList(f, dst, arguments)
	if params[2] != nil {
		if len(arguments) > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, "..."...)
	}
	return append(dst, ")>"...)
}
