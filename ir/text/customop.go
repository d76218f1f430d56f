package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// customOp parses an operation in its custom form.
func (p *parser) customOp() (*ir.Op, error) {
	nameTok := p.tok
	name := p.text(nameTok)
	def := p.ctx.OpDef(name)
	if def == nil {
		if _, _, isType := integerWord(name); isType {
			return nil, p.wrong("expected operation name in quotes")
		}
		var err error
		if def, err = p.unqualified(name); err != nil {
			return nil, err
		}
	}
	p.advance()
	p.dialects = append(p.dialects, def.DefaultDialect)
	p.custom = append(p.custom, def)
	mark := len(p.operands) // OperandList leaves the list that it returns on the stack
	s := p.takeState(def, nameTok)
	op, err := p.customRest(&s.OpState, nameTok)
	p.dropState(s)
	p.operands = p.operands[:mark]
	p.dialects = p.dialects[:len(p.dialects)-1]
	p.custom = p.custom[:len(p.custom)-1]
	return op, err
}

// customRest parses the text behind the name of an operation in its custom form.
func (p *parser) customRest(s *ir.OpState, name token) (*ir.Op, error) {
	switch {
	case s.Def.Parse != nil:
		if err := s.Def.Parse(p, s); err != nil {
			return nil, p.wrap(err, name)
		}
		return p.make(s)
	case s.Def.Format != "":
		return p.formatted(s)
	}
	return nil, p.diag(codeCustom, name.start, name.end, "'%s' op has no custom assembly form", s.Def.Name).
		Suggest("write it in generic form: \"%s\"(...)", s.Def.Name)
}

// unqualified returns the operation whose name was written without its dialect.
func (p *parser) unqualified(name string) (*ir.OpDef, error) {
	full := name
	if !strings.Contains(name, ".") {
		full = p.dialects[len(p.dialects)-1] + "." + name
		if def := p.ctx.OpDef(full); def != nil {
			return def, nil
		}
		return nil, p.unknownOp(name, "custom op '%s' is unknown (tried '%s' as well)", name, full)
	}
	dialect, _, _ := strings.Cut(name, ".")
	if p.ctx.Dialect(dialect) == nil {
		d := p.diag(codeUnregistered, p.tok.start, p.tok.end, "Dialect `%s' not found for custom op '%s'",
			dialect, name)
		d.Note(d.Span, "Available dialects: %s", p.dialectNames())
		if how := loweredBy[dialect]; how != "" {
			return nil, d.Suggest("lower it first: %s", how)
		}
		return nil,
			d.Suggest(
				"operations of other dialects can be written in generic form, \"%s\"(...), with "+
					"--allow-unregistered-dialect", name)
	}
	return nil, p.unknownOp(name, "custom op '%s' is unknown", name)
}

// loweredBy names, for dialects in which models are written, the passes that lower their operations to
// linalg, tensor and arith.
var loweredBy = map[string]string{
	"tosa": "mlir-opt --pass-pipeline='builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg," +
		"tosa-to-arith,tosa-to-tensor))'",
	"stablehlo": "stablehlo-opt --stablehlo-legalize-to-linalg",
	"chlo":      "stablehlo-opt --chlo-legalize-to-stablehlo --stablehlo-legalize-to-linalg",
	"vhlo":      "stablehlo-opt --vhlo-legalize-to-stablehlo --stablehlo-legalize-to-linalg",
	"mhlo": "mlir-hlo-opt --hlo-legalize-to-stablehlo, and then stablehlo-opt " +
		"--stablehlo-legalize-to-linalg",
	"torch": "torch-mlir-opt --torch-backend-to-linalg-on-tensors-backend-pipeline",
}

func (p *parser) unknownOp(name, format string, args ...any) *diag.Diagnostic {
	d := p.diag(codeOp, p.tok.start, p.tok.end, format, args...)
	if near := p.nearestOp(name); near != "" {
		d.Suggest("did you mean '%s'?", near)
	}
	dialect, _, _ := strings.Cut(name, ".")
	return p.noteSupported(dialect, d)
}

// noteSupported notes which operations of a dialect are supported, if upstream has more of them.
func (p *parser) noteSupported(dialect string, d *diag.Diagnostic) *diag.Diagnostic {
	if known := p.ctx.Dialect(dialect); known != nil && known.Partial {
		var names []string
		for _, def := range known.Ops {
			names = append(names, def.Name)
		}
		d.Note(d.Span, "of the dialect '%s' these operations are supported: %s", dialect,
			strings.Join(names, ", "))
	}
	return d
}

func (p *parser) dialectNames() string {
	var names []string
	for _, d := range p.ctx.Dialects() {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// opPrefix returns the beginning of messages about the custom syntax of the innermost operation, "" in the
// generic form.
func (p *parser) opPrefix() string {
	n := len(p.custom)
	if n == 0 || p.custom[n-1] == nil {
		return ""
	}
	return "custom op '" + p.custom[n-1].Name + "' "
}

// nearestOp returns the operation that an unknown name most likely means: one of the same dialect with a
// similar name or, for a name without dialect, one of that name in another dialect. It returns "" if there is
// none.
func (p *parser) nearestOp(name string) string {
	dialect, short, qualified := strings.Cut(name, ".")
	if !qualified {
		for _, d := range p.ctx.Dialects() {
			if full := d.Name + "." + name; p.ctx.OpDef(full) != nil {
				return full
			}
		}
		return ""
	}
	var names []string
	for _, def := range p.ctx.Dialect(dialect).Ops {
		names = append(names, def.Name[len(dialect)+1:])
	}
	if near := diag.Nearest(short, names); near != "" {
		return dialect + "." + near
	}
	return ""
}
