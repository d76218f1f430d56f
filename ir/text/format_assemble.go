package text

import (
	"github.com/inflight-compiler/inflight/ir"
)

func (p *parser) assemble(f *format, fr *frame, entryMark int) (*ir.Op, error) {
	s := fr.state
	if f.def.Traits&ir.AttrSizedOperands != 0 && !fr.hasAllOperands {
		p.segmentSizes(operandSizes, fr.operands)
	}
	s.Attrs = p.entries[entryMark:]
	if err := p.resolveOperands(f, fr); err != nil {
		return nil, err
	}
	if f.def.Traits&ir.AttrSizedResults != 0 && !fr.hasAllResults {
		p.segmentSizes(resultSizes, fr.resultTypes)
		s.Attrs = p.entries[entryMark:]
	}
	if err := p.resolveResults(f, fr); err != nil {
		return nil, err
	}
	return p.make(s)
}

func (p *parser) segmentSizes(name string, groups []span) {
	var buf [8]int64
	sizes := buf[:0]
	for _, g := range groups {
		sizes = append(sizes, int64(g.len()))
	}
	p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: p.ctx.DenseArray(p.ctx.I32, sizes)})
}

// resolveOperands finds the values of all operands.
func (p *parser) resolveOperands(f *format, fr *frame) error {
	valueMark := len(p.values)
	if fr.hasAllOperands {
		if !fr.hasAllTypes {
			return p.fail(codeCustom, fr.off, "the types of the operands are not written")
		}
		if err := p.resolveSpan(fr.allOperands, fr.allTypes, fr.off); err != nil {
			return err
		}
		fr.state.Operands = p.values[valueMark:]
		return nil
	}
	next := 0 // in allTypes
	for i, g := range fr.operands {
		types := fr.operandTypes[i]
		switch {
		case f.operands[i] == typeBuilt:
			if err := p.resolveSame(g, f.def.Operands[i].Type.Build(p.ctx)); err != nil {
				return err
			}
			continue
		case f.operands[i] == typeMatched:
			t, err := p.matchedType(f.def, fr, f.def.Operands[i].Name)
			if err != nil {
				return err
			}
			if err := p.resolveSame(g, t); err != nil {
				return err
			}
			continue
		case f.operands[i] == typeShared:
			if err := p.resolveSame(g, p.sharedType(fr)); err != nil {
				return err
			}
			continue
		case fr.hasAllTypes:
			types = span{fr.allTypes.first + next, min(fr.allTypes.first+next+g.len(), fr.allTypes.end)}
			next += g.len()
		}
		if err := p.resolveSpan(g, types, fr.off); err != nil {
			return err
		}
	}
	if fr.hasAllTypes && next != fr.allTypes.len() {
		return p.countMismatch(next, fr.allTypes.len(), fr.off)
	}
	fr.state.Operands = p.values[valueMark:]
	return nil
}

func (p *parser) resolveSame(g span, t ir.Type) error {
	for _, o := range p.operands[g.first:g.end] {
		v, err := p.use(o, t)
		if err != nil {
			return err
		}
		p.values = append(p.values, v)
	}
	return nil
}

func (p *parser) resolveSpan(g, types span, off int32) error {
	if g.len() != types.len() {
		return p.countMismatch(g.len(), types.len(), off)
	}
	for i, o := range p.operands[g.first:g.end] {
		v, err := p.use(o, p.types[types.first+i])
		if err != nil {
			return err
		}
		p.values = append(p.values, v)
	}
	return nil
}

func (p *parser) countMismatch(operands, types int, off int32) error {
	return p.fail(codeOp, off, "%snumber of operands and types do not match: got %d operands and %d types",
		p.opPrefix(), operands, types)
}

// sharedType returns the first type that is written. Operands and results without a written type have this
// type.
func (p *parser) sharedType(fr *frame) ir.Type {
	for _, s := range fr.operandTypes {
		if s.len() > 0 {
			return p.types[s.first]
		}
	}
	for _, s := range fr.resultTypes {
		if s.len() > 0 {
			return p.types[s.first]
		}
	}
	switch {
	case fr.hasAllTypes && fr.allTypes.len() > 0:
		return p.types[fr.allTypes.first]
	case fr.hasAllResults && fr.allResults.len() > 0:
		return p.types[fr.allResults.first]
	}
	return p.ctx.None
}

// matchedType returns the type that follows, by TypesMatch, from another type that is written.
func (p *parser) matchedType(def *ir.OpDef, fr *frame, to string) (ir.Type, error) {
	m := def.Match(to)
	from := p.writtenType(def, fr, m.From)
	if from == nil {
		return p.ctx.None, nil // the number of operands, checked later, reports an absent operand
	}
	if t := m.Type(p.ctx, from); t != nil {
		return t, nil
	}
	return nil, p.fail(codeCustom, fr.off, "%sfailed to verify that %s", p.opPrefix(), m.Summary)
}

// writtenType returns the type of the first operand or result of the entry with that name, nil if no type is
// written for it.
func (p *parser) writtenType(def *ir.OpDef, fr *frame, name string) ir.Type {
	for i := range def.Operands {
		if def.Operands[i].Name == name && fr.operandTypes[i].len() > 0 {
			return p.types[fr.operandTypes[i].first]
		}
	}
	for i := range def.Results {
		if def.Results[i].Name == name && fr.resultTypes[i].len() > 0 {
			return p.types[fr.resultTypes[i].first]
		}
	}
	return nil
}

// resolveResults finds the types of all results.
func (p *parser) resolveResults(f *format, fr *frame) error {
	s := fr.state
	if fr.hasAllResults {
		s.Results = p.types[fr.allResults.first:fr.allResults.end]
		return nil
	}
	if len(f.results) == 1 && f.results[0] == typeWritten {
		s.Results = p.types[fr.resultTypes[0].first:fr.resultTypes[0].end]
		return nil
	}
	mark := len(p.types)
	var inferred []ir.Type
	for i, rule := range f.results {
		switch rule {
		case typeWritten:
			p.types = append(p.types, p.types[fr.resultTypes[i].first:fr.resultTypes[i].end]...)
		case typeBuilt:
			p.types = append(p.types, f.def.Results[i].Type.Build(p.ctx))
		case typeShared:
			p.types = append(p.types, p.sharedOrFirst(fr))
		case typeMatched:
			t, err := p.matchedType(f.def, fr, f.def.Results[i].Name)
			if err != nil {
				return err
			}
			p.types = append(p.types, t)
		case typeInferred:
			if inferred == nil {
				var err error
				if inferred, err = f.def.InferTypes(p.ctx, s); err != nil {
					return p.fail(codeCustom, fr.off, "%s%v", p.opPrefix(), err)
				}
			}
			if len(f.results) == 1 {
				s.Results = inferred
				return nil
			}
			if i < len(inferred) {
				p.types = append(p.types, inferred[i])
			}
		}
	}
	s.Results = p.types[mark:]
	return nil
}

func (p *parser) sharedOrFirst(fr *frame) ir.Type {
	if len(fr.state.Operands) > 0 {
		return fr.state.Operands[0].Type()
	}
	return p.sharedType(fr)
}
