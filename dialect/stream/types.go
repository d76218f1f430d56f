package stream

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The texts of the types without parameters.
const (
	bindingText   = "binding"
	channelText   = "channel"
	testFenceText = "test.fence"
	timepointText = "timepoint"
)

// TimepointType returns !stream.timepoint: the type of the completion of work.
func TimepointType(c *ir.Context) ir.Type { return c.OpaqueType("stream", timepointText) }

// ResourceType returns !stream.resource<lifetime>, the type of memory of a device.
func ResourceType(c *ir.Context, lifetime string) ir.Type {
	return c.Parametric(resource, c.String(lifetime))
}

// The lifetimes of resources. That of Unknown is not analyzed yet.
const (
	Unknown   = "*"
	External  = "external"
	Staging   = "staging"
	Transient = "transient"
	Variable  = "variable"
	Constant  = "constant"
)

var lifetimes = []string{Unknown, External, Staging, Transient, Variable, Constant}

// resource describes !stream.resource<lifetime>.
var resource = &ir.TypeDef{Dialect: "stream", Mnemonic: "resource", Parse: parseLifetime,
	Print: printLifetime}

// Lifetime returns the lifetime of a type of resources, "" for any other type.
func Lifetime(t ir.Type) string {
	p, ok := t.(*ir.ParametricType)
	if !ok || p.Def != resource {
		return ""
	}
	return p.Params[0].(*ir.StringAttr).Value
}

// IsResource reports whether a type is one of resources.
func IsResource(t ir.Type) bool { return Lifetime(t) != "" }

// IsTimepoint reports whether a type is that of timepoints.
func IsTimepoint(t ir.Type) bool { return isOpaque(t, timepointText) }

// IsChannel reports whether a type is that of channels for collective operations.
func IsChannel(t ir.Type) bool { return isOpaque(t, channelText) }

func isOpaque(t ir.Type, text string) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "stream" && o.Text == text
}

func parseLifetime(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off, word := p.Off(), Unknown
	if !p.TryPunct(Unknown) {
		var err error
		if word, err = p.AnyKeyword(); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(lifetimes, word) {
		return nil, p.Errorf(off, "'%s' is no lifetime of resources, which are %s", word,
			strings.Join(lifetimes, ", "))
	}
	return []ir.Attr{p.Context().String(word)}, p.Punct(">")
}

func printLifetime(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(append(append(dst, '<'), params[0].(*ir.StringAttr).Value...), '>')
}

// sizes is how many sizes stand in braces behind a type: one behind a resource, and one for each dynamic
// extent of a shape.
func sizes(t ir.Type) int {
	if IsResource(t) {
		return 1
	}
	n := 0
	if s, ok := t.(ir.ShapedType); ok {
		for _, extent := range s.Dims() {
			if extent == ir.Dynamic {
				n++
			}
		}
	}
	return n
}

var (
	anyResource = ir.TypeConstraint{Summary: "any stream-compatible type", Match: IsResource}
	// streamResource is a resource of a device.
	streamResource = ir.TypeConstraint{Summary: "resource of a device",
		Match: func(t ir.Type) bool { return IsResource(t) && Lifetime(t) != Staging }}
	staging = ir.TypeConstraint{Summary: "staging resource",
		Match: func(t ir.Type) bool { return Lifetime(t) == Staging }}
	constantResource = ir.TypeConstraint{Summary: "constant or variable resource",
		Match: func(t ir.Type) bool { return Lifetime(t) == Constant || Lifetime(t) == Variable }}

	timepoint = opaque(timepointText, "timepoint")
	channel   = opaque(channelText, "channel")
	binding   = opaque(bindingText, "binding")
	testFence = opaque(testFenceText, "fence of tests")

	primitive = ir.TypeConstraint{Summary: "index, integer, float or complex value", Match: isPrimitive}
	// loaded is what is read from and written to memory by the host.
	loaded = ir.TypeConstraint{Summary: "index, integer, float, complex or vector value",
		Match: func(t ir.Type) bool {
			_, vector := t.(*ir.VectorType)
			return vector || isPrimitive(t)
		}}
	// argument is what functions of streams are called with.
	argument = constraint.AnyType
	// operand is what a dispatch may have.
	operand = ir.TypeConstraint{Summary: "resource of a device, or index, integer, float or complex value",
		Match: func(t ir.Type) bool { return streamResource.Match(t) || isPrimitive(t) }}
	pattern = ir.TypeConstraint{Summary: "integer, float or complex value",
		Match: func(t ir.Type) bool { return isPrimitive(t) && !constraint.IsIndex(t) }}

	param = ir.TypeConstraint{Summary: "32-bit signless integer",
		Match: func(t ir.Type) bool {
			n, ok := t.(*ir.IntegerType)
			return ok && n.Width == 32 && n.Sign == ir.Signless
		},
		Build: func(c *ir.Context) ir.Type { return c.I32 }}
)

func opaque(text, summary string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Match:   func(t ir.Type) bool { return isOpaque(t, text) },
		Build:   func(c *ir.Context) ir.Type { return c.OpaqueType("stream", text) },
	}
}

func isPrimitive(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType:
		return true
	}
	return false
}

// affinity is the attribute that says on which queues of which devices an operation may be.
var affinity = affinityAttr("affinity")

func affinityAttr(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Optional: true,
		Type: ir.AttrConstraint{Summary: "stream affinity attribute", Match: isAffinity}}
}

// isAffinity accepts attributes of other dialects: which are affinities is their matter.
func isAffinity(a ir.Attr) bool {
	switch a.(type) {
	case *ir.ParametricAttr, *ir.OpaqueAttr:
		return true
	}
	return false
}

// Affinity returns the affinity of an operation, nil if it has none.
func Affinity(op *ir.Op) ir.Attr { return op.Attr(affinity.Name) }

// onAffinity is the syntax of an affinity.
const onAffinity = "(`on` `(` $affinity^ `)`)? "

// Collective is #stream.collective<kind with reduction : element>.
var Collective = &ir.AttributeDef{Dialect: "stream", Mnemonic: "collective", Parse: parseCollective,
	Print: printCollective}

var (
	collectiveKinds = []string{"all_gather", "all_reduce", "all_to_all", "broadcast", "reduce",
		"reduce_scatter", "send", "recv", "send_recv"}
	collectiveReductions = []string{"none", "sum", "product", "minimum", "maximum", "average"}
	collectiveElements   = []string{"si8", "ui8", "si16", "ui16", "si32", "ui32", "si64", "ui64", "f16",
		"f32",
		"f64", "bf16"}
)

// collectiveParams has, for the kinds with a parameter, what the parameter is called.
var collectiveParams = map[string]string{"broadcast": "source", "reduce": "target", "send": "target",
	"recv": "source", "send_recv": "source_target_pair"}

// parseCollective parses <kind with reduction : element>. The parameters are strings, "" for no reduction.
func parseCollective(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	kind, err := word(p, collectiveKinds, "a collective operation")
	if err != nil {
		return nil, err
	}
	reduction := ""
	if p.TryKeyword("with") {
		if reduction, err = word(p, collectiveReductions, "a reduction"); err != nil {
			return nil, err
		}
	}
	if err := p.Punct(":"); err != nil {
		return nil, err
	}
	element, err := word(p, collectiveElements, "a type of elements")
	if err != nil {
		return nil, err
	}
	c := p.Context()
	return []ir.Attr{c.String(kind), c.String(reduction), c.String(element)}, p.Punct(">")
}

// word parses one of several words.
func word(p ir.OpParser, words []string, what string) (string, error) {
	off := p.Off()
	w, err := p.AnyKeyword()
	if err == nil && !slices.Contains(words, w) {
		err = p.Errorf(off, "'%s' is not %s: %s", w, what, strings.Join(words, ", "))
	}
	return w, err
}

func printCollective(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	get := func(i int) string { return params[i].(*ir.StringAttr).Value }
	dst = append(append(dst, '<'), get(0)...)
	if r := get(1); r != "" {
		dst = append(append(dst, " with "...), r...)
	}
	return append(append(append(dst, " : "...), get(2)...), '>')
}

// collective is the attribute of an operation with a Collective.
var collective = ir.AttrDef{Name: "op",
	Type: ir.AttrConstraint{Summary: "collective operation", Def: Collective,
		Match: func(a ir.Attr) bool {
			p, ok := a.(*ir.ParametricAttr)
			return ok && p.Def == Collective
		}}}

// collectiveParam returns what the parameter of a collective operation is called, "" if it has none.
func collectiveParam(a ir.Attr) string {
	p, ok := a.(*ir.ParametricAttr)
	if !ok || p.Def != Collective {
		return ""
	}
	return collectiveParams[p.Params[0].(*ir.StringAttr).Value]
}
