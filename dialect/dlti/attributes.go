package dlti

import (
	"iter"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// The attributes. Their parameters are keys, which are types or strings, each followed by its value.
var (
	// Entry is #dlti.dl_entry<key, value>.
	Entry = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "dl_entry", Parse: parseEntry, Print: printEntry}
	// Spec is #dlti.dl_spec<index = 32 : i32>: the data layout of a program.
	Spec = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "dl_spec", Parse: parseMap, Print: printMap,
		Verify: verifyKeys}
	// Map is #dlti.map<"name" = value>.
	Map = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "map", Parse: parseMap, Print: printMap,
		Verify: verifyKeys}
	// DeviceSpec is #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : i32>: the properties of a
	// device.
	DeviceSpec = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "target_device_spec", Parse: parseNamed,
		Print: printMap, Verify: verifyDevice}
	// SystemSpec is #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<...>>: the devices of a system.
	SystemSpec = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "target_system_spec", Parse: parseNamed,
		Print: printMap, Verify: verifySystem}
	// PointerAlignment is #dlti.function_pointer_alignment<32, function_dependent = true>.
	PointerAlignment = &ir.AttributeDef{Dialect: "dlti", Mnemonic: "function_pointer_alignment",
		Parse: parsePointerAlignment,
		Print: printPointerAlignment}
)

// entries are the keys of an attribute with their values.
func entries(a *ir.ParametricAttr) iter.Seq2[ir.Attr, ir.Attr] {
	return func(yield func(ir.Attr, ir.Attr) bool) {
		for pair := range slices.Chunk(a.Params, 2) {
			if !yield(pair[0], pair[1]) {
				return
			}
		}
	}
}

// parseEntry parses <key, value>.
func parseEntry(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	key, ok, err := p.TryAttr(nil)
	if err != nil {
		return nil, err
	}
	if !ok || !isKey(key) {
		return nil, p.Errorf(off, "expected a type or a quoted string")
	}
	if err := p.Punct(","); err != nil {
		return nil, err
	}
	value, err := p.Attr(nil)
	if err != nil {
		return nil, err
	}
	return []ir.Attr{key, value}, p.Punct(">")
}

func isKey(a ir.Attr) bool {
	switch a.(type) {
	case *ir.TypeAttr, *ir.StringAttr:
		return true
	}
	return false
}

func printEntry(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(f.AppendAttr(append(dst, '<'), params[0], ir.WithType), ", "...)
	return append(f.AppendAttr(dst, params[1], ir.WithType), '>')
}

// parseMap parses <key = value, #dlti.dl_entry<key, value>, ...>. The list may be empty.
func parseMap(p ir.OpParser) ([]ir.Attr, error) { return parseEntries(p, isKey) }

// parseNamed is parseMap with keys that are strings.
func parseNamed(p ir.OpParser) ([]ir.Attr, error) {
	return parseEntries(p, func(a ir.Attr) bool { _, ok := a.(*ir.StringAttr); return ok })
}

func parseEntries(p ir.OpParser, isKey func(ir.Attr) bool) ([]ir.Attr, error) {
	var params []ir.Attr
	err := p.CommaSeparated("<", func() error {
		off := p.Off()
		a, err := p.Attr(nil)
		if err != nil {
			return err
		}
		if e, ok := a.(*ir.ParametricAttr); ok && e.Def == Entry && isKey(e.Params[0]) {
			params = append(params, e.Params...)
			return nil
		}
		if !isKey(a) {
			return p.Errorf(off, "invalid kind of attribute specified")
		}
		if err := p.Punct("="); err != nil {
			return err
		}
		value, err := p.Attr(nil)
		params = append(params, a, value)
		return err
	})
	return params, err
}

func printMap(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, '<')
	for i := 0; i < len(params); i += 2 {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(f.AppendAttr(dst, params[i], ir.WithType), " = "...)
		dst = f.AppendAttr(dst, params[i+1], ir.WithType)
	}
	return append(dst, '>')
}

// verifyKeys refuses keys that occur twice.
func verifyKeys(params []ir.Attr) string { return repeated(params, "repeated DLTI key: ", true) }

func repeated(params []ir.Attr, message string, names bool) string {
	seen := map[ir.Attr]bool{}
	for i := 0; i < len(params); i += 2 {
		key := params[i]
		if s, ok := key.(*ir.StringAttr); ok && names && s.Value == "" {
			return "empty string as DLTI key is not allowed"
		}
		if seen[key] {
			return message + key.String()
		}
		seen[key] = true
	}
	return ""
}

func verifyDevice(params []ir.Attr) string {
	if len(params) == 0 {
		return "no DLTI entries provided"
	}
	return verifyKeys(params)
}

func verifySystem(params []ir.Attr) string {
	if len(params) == 0 {
		return "no DLTI entries provided"
	}
	for i := 1; i < len(params); i += 2 {
		if d, ok := params[i].(*ir.ParametricAttr); !ok || d.Def != DeviceSpec {
			return "value associated with key " + params[i-1].String() + " is not a DLTI device spec"
		}
	}
	return repeated(params, "repeated device ID in dlti.target_system_spec: ", false)
}

// parsePointerAlignment parses <bits, function_dependent = bool>.
func parsePointerAlignment(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	bits, err := p.Unsigned32()
	if err != nil {
		return nil, err
	}
	if err := p.Punct(","); err != nil {
		return nil, err
	}
	if err := p.Keyword("function_dependent"); err != nil {
		return nil, err
	}
	if err := p.Punct("="); err != nil {
		return nil, err
	}
	c := p.Context()
	switch {
	case p.TryKeyword("true"):
		return []ir.Attr{c.Int(c.I64, bits), c.Bool(true)}, p.Punct(">")
	case p.TryKeyword("false"):
		return []ir.Attr{c.Int(c.I64, bits), c.Bool(false)}, p.Punct(">")
	}
	return nil, p.Errorf(p.Off(), "expected 'true' or 'false'")
}

func printPointerAlignment(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = strconv.AppendInt(append(dst, '<'), params[0].(*ir.IntegerAttr).Value, 10)
	dst = append(dst, ", function_dependent = "...)
	return append(f.AppendAttr(dst, params[1], ir.WithType), '>')
}
