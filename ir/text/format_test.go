package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestFormatsOfDialects compiles the format of every operation.
func TestFormatsOfDialects(t *testing.T) {
	c := all.NewContext()
	for _, d := range c.Dialects() {
		for _, def := range d.Ops {
			if err := text.CheckFormat(c, def); err != nil {
				t.Errorf("%s: %v", def.Name, err)
			}
			if (def.Parse == nil) != (def.Print == nil) {
				t.Errorf("%s has only one of Parse and Print", def.Name)
			}
		}
	}
}

var color = &ir.EnumDef{Integer: true, Width: 32,
	Cases: []ir.EnumCase{{Name: "red", Value: 0}, {Name: "blue", Value: 1}}}

var flags = &ir.EnumDef{Dialect: "t", Mnemonic: "flags", Bits: true, Separator: ", ",
	Cases: []ir.EnumCase{{Name: "none", Value: 0}, {Name: "a", Value: 1}, {Name: "b", Value: 2}}}

func isA[T ir.Attr](a ir.Attr) bool { _, ok := a.(T); return ok }

var (
	index   = ir.TypeConstraint{Summary: "index", Build: func(c *ir.Context) ir.Type { return c.Index }}
	i64Attr = ir.AttrConstraint{Match: isA[*ir.IntegerAttr], ValueType: func(c *ir.Context) ir.Type {
		return c.I64
	}}
	unitAttr = ir.AttrConstraint{Match: isA[*ir.UnitAttr], Unit: true}
	sizes    = ir.AttrDef{Name: "operandSegmentSizes",
		Type: ir.AttrConstraint{Match: isA[*ir.DenseArrayAttr]}}
)

func operands(names ...string) []ir.OperandDef {
	list := make([]ir.OperandDef, len(names))
	for i, n := range names {
		name, arity := n, ir.One
		switch n[len(n)-1] {
		case '*':
			name, arity = n[:len(n)-1], ir.Variadic
		case '?':
			name, arity = n[:len(n)-1], ir.Optional
		}
		list[i] = ir.OperandDef{Name: name, Arity: arity}
	}
	return list
}

func init() {
	text.RegisterCustom("Twice", text.Custom{
		Parse: func(p ir.OpParser, b *text.Binder) error {
			first, err := p.Int()
			if err != nil {
				return err
			}
			if err := p.Punct("*"); err != nil {
				return err
			}
			off := p.Off()
			second, err := p.Int()
			if err == nil && first != second {
				err = p.Errorf(off, "expected %d again", first)
			}
			b.Attr("n", p.Context().Int(p.Context().I64, first))
			return err
		},
		Print: func(p ir.OpPrinter, op *ir.Op) {
			n, _ := op.IntAttr("n")
			p.Int(n)
			p.Write(" * ")
			p.Int(n)
		},
	})
}

// formatDialect has one operation per feature of the format language.
var formatDialect = &ir.Dialect{Name: "t", Enums: []*ir.EnumDef{flags}, Ops: []*ir.OpDef{
	{Name: "t.same", Operands: operands("l", "r"), Results: []ir.ResultDef{{Name: "res"}},
		Traits: ir.SameOperandsAndResultType, Format: "$l `,` $r attr-dict `:` type($res)"},
	{Name: "t.optional", Operands: operands("x?"), Format: "(`with` $x^ `:` type($x))? attr-dict"},
	{Name: "t.otherwise", Operands: operands("x*"),
		Format: "(`of` `(` $x^ `:` type($x) `)`) : (`nothing`)? attr-dict"},
	{Name: "t.segments", Operands: operands("x*", "y*"), Traits: ir.AttrSizedOperands,
		Attrs:  []ir.AttrDef{sizes},
		Format: "`[` $x `]` `{` $y `}` attr-dict `:` type($x) `|` type($y)"},
	{Name: "t.built", Operands: []ir.OperandDef{{Name: "i", Type: index}},
		Results: []ir.ResultDef{{Name: "r", Type: index}},
		Format:  "$i attr-dict"},
	{Name: "t.enum", Attrs: []ir.AttrDef{{Name: "color", Type: ir.AttrConstraint{Enum: color}}},
		Format: "$color attr-dict"},
	{Name: "t.flags", Attrs: []ir.AttrDef{{Name: "flags", Type: ir.AttrConstraint{Enum: flags},
		Default: func(c *ir.Context) ir.Attr { return c.Enum(flags, 0) }}},
		Format: "(`flags` `` $flags^)? attr-dict"},
	{Name: "t.unit", Attrs: []ir.AttrDef{{Name: "fast", Type: unitAttr, Optional: true}},
		Format: "(`fast` $fast^)? attr-dict"},
	{Name: "t.symbol",
		Attrs: []ir.AttrDef{
			{Name: "sym_name", Type: ir.AttrConstraint{Match: isA[*ir.StringAttr], Symbol: true}}},
		Format: "$sym_name attr-dict-with-keyword"},
	{Name: "t.integer", Attrs: []ir.AttrDef{{Name: "n", Type: i64Attr}, {Name: "m", Type: i64Attr}},
		Format: "$n `x` qualified($m) attr-dict"},
	{Name: "t.full", Attrs: []ir.AttrDef{{Name: "flags", Type: ir.AttrConstraint{Enum: flags}}},
		Format: "qualified($flags) attr-dict"},
	{Name: "t.array", Attrs: []ir.AttrDef{{Name: "a", Type: ir.AttrConstraint{Match: func(a ir.Attr) bool {
		d, ok := a.(*ir.DenseArrayAttr)
		if !ok {
			return false
		}
		it, ok := d.Elem.(*ir.IntegerType)
		return ok && it.Width == 64
	}}}}, Format: "$a attr-dict"},
	{Name: "t.functional", Operands: operands("x*"), Results: []ir.ResultDef{{Name: "r", Arity: ir.Variadic}},
		Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)"},
	{Name: "t.region", Regions: []ir.RegionDef{{Name: "body", Any: true}}, Traits: ir.NoTerminator,
		Format: "attr-dict-with-keyword $body"},
	{Name: "t.regions", Regions: []ir.RegionDef{{Name: "bodies", Any: true, Arity: ir.Variadic}},
		Format: "$bodies attr-dict"},
	{Name: "t.branch", Successors: []ir.SuccessorDef{{Name: "dest"}}, Traits: ir.Terminator,
		Format: "$dest attr-dict"},
	{Name: "t.branches", Successors: []ir.SuccessorDef{{Name: "dests", Arity: ir.Variadic}},
		Traits: ir.Terminator,
		Format: "$dests attr-dict"},
	{Name: "t.list", Operands: operands("x?", "y*"), Traits: ir.AttrSizedOperands,
		Attrs:  []ir.AttrDef{sizes, {Name: "z", Type: unitAttr, Optional: true}},
		Format: "oilist(`x` `(` $x `:` type($x) `)` | `y` $y `:` type($y) | `z` $z) attr-dict"},
	{Name: "t.custom", Attrs: []ir.AttrDef{{Name: "n", Type: i64Attr}},
		Format: "custom<Twice>($n) attr-dict"},
	{Name: "t.props", Attrs: []ir.AttrDef{{Name: "n", Type: i64Attr, Optional: true}},
		Format: "prop-dict attr-dict"},
}}

func formatContext() *ir.Context { return ir.NewContext(builtin.Dialect, formatDialect) }

// TestFormatRoundTrip parses custom syntax, and prints it again without a change.
func TestFormatRoundTrip(t *testing.T) {
	const src = `module {
  %0 = t.built %0
  %1 = t.same %0, %0 {note} : index
  t.optional
  t.optional with %0 : index
  t.optional {a = 1 : i64}
  t.otherwise nothing
  t.otherwise of(%0, %1 : index, index) {a}
  t.segments[%0] {%1, %0} : index | index, index
  t.enum red
  t.enum blue {x}
  t.flags
  t.flags flags<a, b>
  t.unit
  t.unit fast {x = "y"}
  t.symbol @name
  t.symbol @"a b" attributes {x}
  t.integer 3 x 4
  t.full #t.flags<a>
  t.array [1, -2]
  t.array []
  %2:2 = t.functional(%0) : (index) -> (f32, i1)
  t.functional() : () -> ()
  t.region {
  }
  t.region attributes {x} {
    t.optional
  }
  t.regions {
    t.optional
  }, {
    t.branch ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb2
    t.branches ^bb2, ^bb2
  ^bb2:  // 2 preds: ^bb1, ^bb1
    t.branch ^bb1
  }
  t.list
  t.list x(%0 : index) y %0, %1 : index, index z
  t.custom 7 * 7 {x}
  t.props <{n = 1 : i64}> {x}
}
`
	c := formatContext()
	m := parse(t, c, "format.mlir", src)
	if diff := cmp.Diff(src, string(text.Append(nil, m, text.PrintOptions{}))); diff != "" {
		t.Errorf("-read +printed\n%s", diff)
	}
	generic := string(text.Append(nil, m, text.PrintOptions{Generic: true}))
	again := parse(t, c, "generic.mlir", generic)
	if diff := cmp.Diff(src, string(text.Append(nil, again, text.PrintOptions{}))); diff != "" {
		t.Errorf("-read +printed, by way of the generic form\n%s", diff)
	}
}

// TestFormatErrors parses invalid custom syntax.
func TestFormatErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"t.same", "expected SSA operand"},
		{"%0 = t.built %0\nt.same %0 %0 : index", "expected ','"},
		{"%0 = t.built %0\n%1 = t.same %0, %0 : f32",
			"expects different type than prior uses: 'f32' vs 'index'"},
		{"t.enum green",
			"custom op 't.enum' expected string or keyword containing one of the following enum values for " +
				"attribute 'color' [red, blue]"},
		{"t.flags flags<c>", "custom op 't.flags' expected flags to be one of: none, a, b"},
		{"t.symbol name", "expected valid '@'-identifier for symbol name"},
		{"%0 = t.built %0\n%1:2 = t.functional(%0, %0) : (index) -> (f32, f32)",
			"number of operands and types do not match"},
		{"%0 = t.built %0\nt.list x(%0 : index) x(%0 : index)", "`x` clause can appear at most once"},
		{"t.custom 7 * 8", "custom op 't.custom' expected 7 again"},
		{"t.branch ^nowhere", "reference to an undefined block '^nowhere'"},
		{"t.nothing", "custom op 't.nothing' is unknown"},
		{"nothing", "custom op 'nothing' is unknown (tried 'builtin.nothing' as well)"},
	} {
		src := "module {\n" + c.src + "\n}"
		if strings.HasPrefix(c.src, "t.branch") {
			src = "t.region {\n" + c.src + "\n}"
		}
		m, diags := text.Parse(formatContext(), newFile(src), text.Options{})
		if m != nil || !strings.Contains(diags.Error(), c.want) {
			t.Errorf("%q gives %v, want %q", c.src, diags, c.want)
		}
		for _, d := range diags {
			if _, ok := diag.Lookup(d.Code); !ok || !d.Span.IsKnown() {
				t.Errorf("%q: %v has no registered code or no place", c.src, d)
			}
		}
	}
}

// TestBadFormats compiles invalid formats.
func TestBadFormats(t *testing.T) {
	for format, want := range map[string]string{
		"$x":                       "declares no $x",
		"`abc":                     "does not end",
		"$l `,` $r attr-dict":      "nothing gives the type",
		"($l)? type($l)":           "no anchor",
		"($l^":                     "ends in a group",
		"type($q)":                 "no operand",
		"custom<Missing>($l)":      "not registered",
		"unknown-directive":        "unknown directive",
		"oilist($l)":               "must be a literal",
		"`+=`":                     "no token",
		"functional-type(operands": "expected \",\"",
	} {
		def := &ir.OpDef{Name: "t.bad", Operands: operands("l", "r"), Format: format}
		if err := text.CheckFormat(formatContext(), def); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", format, err, want)
		}
	}
}
