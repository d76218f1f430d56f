package nvvm

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Target is the content of #nvvm.target<chip = "sm_90", features = "+ptx80">: the target of a gpu.module.
type Target struct {
	// Optimization is the level O, 0 to 3.
	Optimization           int64
	Triple, Chip, Features string
	// Flags has further options for the compiler of the device, and Link the libraries that it links. Each is
	// nil for none.
	Flags *ir.DictAttr
	Link  *ir.ArrayAttr
	// Unverified says that verifyTarget is false.
	Unverified bool
}

// DefaultTarget has the values of fields that #nvvm.target leaves out, as in MLIR.
var DefaultTarget = Target{Optimization: 2, Triple: "nvptx64-nvidia-cuda", Chip: "sm_50"}

// TargetAttr describes the attribute. Its parameters are the fields of Target; a missing one is a unit.
var TargetAttr = &ir.AttributeDef{Dialect: "nvvm", Mnemonic: "target", DeviceTarget: true, Parse: parseTarget,
	Print: printTarget, Verify: verifyTarget}

// The parameters of the attribute, in the order in which they are printed.
const (
	targetO = iota
	targetTriple
	targetChip
	targetFeatures
	targetFlags
	targetLink
	targetVerify
)

var targetNames = []string{"O", "triple", "chip", "features", "flags", "link", "verifyTarget"}

// Attr returns the attribute with the content of a target.
func (t Target) Attr(c *ir.Context) ir.Attr { return c.ParametricAttr(TargetAttr, t.params(c)...) }

func (t Target) params(c *ir.Context) []ir.Attr {
	params := []ir.Attr{c.Int(c.I32, t.Optimization), c.String(t.Triple), c.String(t.Chip),
		c.String(t.Features), c.Unit, c.Unit,
		c.Bool(!t.Unverified)}
	if t.Flags != nil {
		params[targetFlags] = t.Flags
	}
	if t.Link != nil {
		params[targetLink] = t.Link
	}
	return params
}

// TargetOf returns the content of an attribute. ok is false if the attribute is not #nvvm.target.
func TargetOf(a ir.Attr) (t Target, ok bool) {
	p, ok := a.(*ir.ParametricAttr)
	if !ok || p.Def != TargetAttr {
		return t, false
	}
	return targetOf(p.Params), true
}

func targetOf(params []ir.Attr) Target {
	word := func(i int) string { return params[i].(*ir.StringAttr).Value }
	t := Target{Optimization: params[targetO].(*ir.IntegerAttr).Value, Triple: word(targetTriple),
		Chip:     word(targetChip),
		Features: word(targetFeatures), Unverified: params[targetVerify].(*ir.IntegerAttr).Value == 0}
	t.Flags, _ = params[targetFlags].(*ir.DictAttr)
	t.Link, _ = params[targetLink].(*ir.ArrayAttr)
	return t
}

// parseTarget parses <name = value, ...>, or nothing if all fields have their defaults.
func parseTarget(p ir.OpParser) ([]ir.Attr, error) {
	params := DefaultTarget.params(p.Context())
	if !p.TryPunct("<") {
		return params, nil
	}
	if p.TryPunct(">") {
		return params, nil
	}
	given := make([]bool, len(params))
	for {
		if err := parseTargetField(p, params, given); err != nil {
			return nil, err
		}
		if !p.TryPunct(",") {
			return params, p.Punct(">")
		}
	}
}

// parseTargetField parses name = value. The name must not be among those given already.
func parseTargetField(p ir.OpParser, params []ir.Attr, given []bool) error {
	off := p.Off()
	name, err := p.AnyKeyword()
	if err != nil {
		return p.Errorf(off, "expected valid keyword or string")
	}
	field := -1
	for i, known := range targetNames {
		if known == name && !given[i] {
			field = i
		}
	}
	if field < 0 {
		return p.Errorf(off, "duplicate or unknown struct parameter name: %s", name)
	}
	given[field] = true
	if err := p.Punct("="); err != nil {
		return err
	}
	params[field], err = parseTargetValue(p, field)
	return err
}

func parseTargetValue(p ir.OpParser, field int) (ir.Attr, error) {
	c := p.Context()
	off := p.Off()
	switch field {
	case targetO:
		n, err := p.Int()
		return c.Int(c.I32, n), err
	case targetFlags, targetLink, targetVerify:
		a, err := p.Attr(nil)
		if err != nil {
			return nil, err
		}
		if !isTargetValue(field, a) {
			return nil, p.Errorf(off, "invalid kind of attribute specified")
		}
		return a, nil
	}
	s, err := p.String()
	return c.String(s), err
}

// isTargetValue reports whether an attribute has the kind that a parameter needs.
func isTargetValue(field int, a ir.Attr) bool {
	switch field {
	case targetFlags:
		_, ok := a.(*ir.DictAttr)
		return ok
	case targetLink:
		_, ok := a.(*ir.ArrayAttr)
		return ok
	}
	return boolAttr.Match(a)
}

func printTarget(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	open := byte('<')
	t := targetOf(params)
	field := func(name string, print bool, value func(dst []byte) []byte) {
		if !print {
			return
		}
		dst = append(dst, open)
		if open = ','; dst[len(dst)-1] == ',' {
			dst = append(dst, ' ')
		}
		dst = value(append(append(dst, name...), " = "...))
	}
	attr := func(i int) func(dst []byte) []byte {
		return func(dst []byte) []byte { return f.AppendAttr(dst, params[i], ir.WithType) }
	}
	field("O", t.Optimization != DefaultTarget.Optimization, func(dst []byte) []byte {
		return strconv.AppendInt(dst, t.Optimization, 10)
	})
	field("triple", t.Triple != DefaultTarget.Triple, attr(targetTriple))
	field("chip", t.Chip != DefaultTarget.Chip, attr(targetChip))
	field("features", t.Features != DefaultTarget.Features, attr(targetFeatures))
	field("flags", t.Flags != nil, attr(targetFlags))
	field("link", t.Link != nil, attr(targetLink))
	field("verifyTarget", t.Unverified, attr(targetVerify))
	if open == '<' {
		return dst
	}
	return append(dst, '>')
}

func verifyTarget(params []ir.Attr) string { return targetOf(params).Fault() }

// Fault describes what is wrong with a target, "" if it is right.
func (t Target) Fault() string {
	switch {
	case t.Optimization < 0 || t.Optimization > 3:
		return "The optimization level must be a number between 0 and 3."
	case t.Triple == "":
		return "The target triple cannot be empty."
	case t.Chip == "":
		return "The target chip cannot be empty."
	}
	if t.Link == nil {
		return ""
	}
	for _, a := range t.Link.Elems {
		if _, ok := a.(*ir.StringAttr); !ok {
			return "All the elements in the `link` array must be strings."
		}
	}
	return ""
}
