package asyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// made is a part as an operation of its own.
type made struct {
	part *part
	op   *ir.Op
	// payloads are the values of the body that are the payloads of its results: those of the yield, and those
	// that later parts need besides.
	payloads []*ir.Value
}

// result returns the async value that carries a value of the body.
func (m *made) result(v *ir.Value) *ir.Value { return m.op.Result(1 + slices.Index(m.payloads, v)) }

// emit makes an operation of every part, in front of the whole.
func (b *body) emit(parts []*part) []*made {
	crossing := make([][]*ir.Value, len(parts))
	for i, p := range parts {
		crossing[i] = b.crossing(p)
	}
	var list []*made
	for i, p := range parts {
		m := &made{part: p}
		for _, k := range p.yields {
			m.payloads = append(m.payloads, b.op.Body().Terminator().Operand(k))
		}
		for _, later := range crossing[i+1:] {
			for _, v := range later {
				if p.units[b.unit[v.DefiningOp()]] && !slices.Contains(m.payloads, v) {
					m.payloads = append(m.payloads, v)
				}
			}
		}
		b.emitPart(m, list, crossing[i])
		list = append(list, m)
	}
	return list
}

// emitPart makes the operation of a part, which starts after what the whole depends on and after the earlier
// parts that it depends on.
func (b *body) emitPart(m *made, earlier []*made, crossing []*ir.Value) {
	dependencies, values := async.Dependencies(b.op), async.Unwrapped(b.op)
	for _, e := range earlier {
		passes := false
		for _, v := range crossing {
			if e.part.units[b.unit[v.DefiningOp()]] {
				values, passes = append(values, e.result(v)), true
			}
		}
		if !passes && m.part.dependsOn(e.part) {
			dependencies = append(dependencies, e.op.Result(0))
		}
	}
	m.op = async.NewExecute(ir.At(b.op), dependencies, values,
		func(at *ir.Builder, args []*ir.Value) []*ir.Value {
			mapping := ir.NewMapping()
			for i, arg := range b.op.Body().Args() {
				mapping.Map(arg, args[i])
			}
			n := b.op.Body().NumArgs()
			for _, e := range earlier {
				for _, v := range crossing {
					if e.part.units[b.unit[v.DefiningOp()]] {
						mapping.Map(v, args[n])
						n++
					}
				}
			}
			return b.fill(at, m, mapping)
		})
	for _, a := range b.op.Attrs() {
		m.op.SetAttr(a.Name, a.Value)
	}
}

// fill copies the operations of a part and returns its payloads.
func (b *body) fill(at *ir.Builder, m *made, mapping *ir.Mapping) []*ir.Value {
	ops := b.opsOf(m.part)
	for op := range b.op.Body().OpsWithoutTerminator() {
		if ops[op] {
			at.Clone(op, mapping)
		}
	}
	payloads := make([]*ir.Value, len(m.payloads))
	for i, v := range m.payloads {
		payloads[i] = mapping.Lookup(v)
	}
	return payloads
}

// hand gives the users of the whole to the parts. Values that are not free are ready with all parts only.
func (b *body) hand(list []*made, free bool) {
	tokens := b.last(list)
	values := make([]*ir.Value, b.op.NumResults())
	for _, m := range list {
		for k, i := range m.part.yields {
			values[1+i] = m.op.Result(1 + k)
		}
	}
	whole := &joint{at: b.op, tokens: tokens}
	if !free {
		whole.values = values[1:]
		whole.make()
		values = whole.made.Results()
	}
	for i, v := range b.op.Results()[1:] {
		v.ReplaceAllUsesWith(values[1+i])
	}
	whole.handToken(b.op.Result(0))
}

// last returns the tokens of the parts that no other part depends on.
func (b *body) last(list []*made) []*ir.Value {
	var tokens []*ir.Value
	for i, m := range list {
		if !slices.ContainsFunc(list[i+1:], func(later *made) bool { return later.part.dependsOn(m.part) }) {
			tokens = append(tokens, m.op.Result(0))
		}
	}
	return tokens
}

// joint is an async.execute that is complete when all parts are, made when somebody needs one token for all
// of them.
type joint struct {
	at     *ir.Op
	tokens []*ir.Value
	values []*ir.Value
	made   *ir.Op
}

// make makes the operation, with the values of the parts as its own.
func (j *joint) make() {
	if j.made == nil {
		j.made = async.NewExecute(ir.At(j.at), j.tokens, j.values,
			func(_ *ir.Builder, args []*ir.Value) []*ir.Value { return args })
	}
}

// handToken makes the users of a token use those of the parts.
func (j *joint) handToken(token *ir.Value) {
	for token.HasUses() {
		for u := range token.Uses() {
			op := u.Owner()
			switch {
			case op.Is(async.Await):
				for _, t := range j.tokens {
					async.NewAwait(ir.At(op), t)
				}
				op.Erase()
			case op.Is(async.Execute) && u.Index() < len(async.Dependencies(op)):
				replaceDependency(op, token, j.tokens)
			default:
				j.make()
				u.Set(j.made.Result(0))
			}
			break // the uses have changed
		}
	}
}

// replaceDependency makes an async.execute depend on several tokens instead of one, which may be among them;
// on each once.
func replaceDependency(op *ir.Op, token *ir.Value, by []*ir.Value) {
	if !slices.Contains(async.Dependencies(op), token) {
		return
	}
	dependencies := union(async.Dependencies(op), by, func(v *ir.Value) bool {
		return v == token && !slices.Contains(by, v)
	})
	values := async.Unwrapped(op)
	op.SetOperands(slices.Concat(dependencies, values))
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(int64(len(dependencies)), int64(len(values))))
}
