package text

import "github.com/inflight-compiler/inflight/ir"

func (p *printer) printElements(f *format, op *ir.Op, list []element) {
	for i := range list {
		p.printElement(f, op, &list[i])
	}
}

func (p *printer) printElement(f *format, op *ir.Op, e *element) {
	if e.elide {
		return
	}
	if e.space {
		p.dst = append(p.dst, ' ')
	}
	switch e.kind {
	case eLiteral:
		p.dst = append(p.dst, e.text...)
	case eWhitespace:
		if e.text == "\n" {
			p.Newline()
		} else {
			p.dst = append(p.dst, e.text...)
		}
	case eOperand:
		first, count := op.OperandGroup(e.index)
		p.operandRange(op, first, count)
	case eAllOperands:
		p.operandRange(op, 0, op.NumOperands())
	case eAttr:
		p.printAttr(f, op, e)
	case eAttrDict:
		p.formatDict("", f, op)
	case eAttrDictKeyword:
		p.formatDict(" attributes", f, op)
	case ePropDict:
		p.printProps(f, op)
	case eType:
		if e.def != nil {
			p.strippedTypes(op, e)
			return
		}
		p.typesOfRef(op, e.of)
	case eFunctional:
		p.dst = append(p.dst, '(')
		p.typesOfRef(op, e.of)
		p.dst = append(p.dst, ") -> "...)
		p.resultsOfRef(op, e.to)
	case eRegion, eAllRegions:
		p.printRegions(f, op, e)
	case eSuccessor, eAllSuccessors:
		p.printSuccessors(f, op, e)
	case eGroup:
		p.printGroup(f, op, e)
	case eList:
		for i := range e.elems {
			p.printGroup(f, op, &e.elems[i])
		}
	case eCustom:
		p.printCustom(op, e)
	}
}

func (p *printer) printGroup(f *format, op *ir.Op, e *element) {
	if p.present(f, op, e.anchor) {
		p.printElements(f, op, e.elems)
	} else {
		p.printElements(f, op, e.others)
	}
}

// present reports whether the operation has something to write for an element.
func (p *printer) present(f *format, op *ir.Op, e *element) bool {
	switch e.kind {
	case eOperand:
		_, count := op.OperandGroup(e.index)
		return count > 0
	case eAllOperands:
		return op.NumOperands() > 0
	case eAttr:
		a := op.Attr(f.def.Attrs[e.index].Name)
		return a != nil && a != f.defaults[e.index]
	case eRegion:
		return e.index < op.NumRegions() && !op.Region(e.index).Empty()
	case eAllRegions:
		return op.NumRegions() > 0
	case eSuccessor:
		return e.index < op.NumSuccessors()
	case eAllSuccessors:
		return op.NumSuccessors() > 0
	case eType:
		_, count := rangeOf(op, e.of)
		return count > 0
	case eCustom:
		for i := range e.elems {
			if p.present(f, op, &e.elems[i]) {
				return true
			}
		}
		return false
	}
	return true
}

func (p *printer) operandRange(op *ir.Op, first, count int) {
	if p.visiting != nil {
		return
	}
	if p.building != nil {
		p.param(param{kind: operandsParam(count), first: first, count: count})
		return
	}
	dst := p.dst
	for i := range count {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = p.appendUse(dst, op.Operand(first+i))
	}
	p.dst = dst
}

func operandsParam(count int) paramKind {
	if count == 1 {
		return paramOperand
	}
	return paramOperands
}

// printCustom appends the text of a custom directive.
func (p *printer) printCustom(op *ir.Op, e *element) {
	if !e.custom.Fixed && p.param(param{kind: paramCustom, custom: e.custom}) {
		return
	}
	e.custom.Print(p, op)
}

// rangeOf returns the range of operands or results that a reference stands for.
func rangeOf(op *ir.Op, r ref) (first, count int) {
	switch {
	case r.all && r.results:
		return 0, op.NumResults()
	case r.all:
		return 0, op.NumOperands()
	case r.results:
		return op.ResultGroup(r.index)
	}
	return op.OperandGroup(r.index)
}

func (p *printer) typesOfRef(op *ir.Op, r ref) {
	first, count := rangeOf(op, r)
	p.typeRange(op, r, first, count)
}

// typeRange appends the types of count operands or results from number first on.
func (p *printer) typeRange(op *ir.Op, r ref, first, count int) {
	if p.visiting != nil {
		for i := range count {
			p.Type(typeAt(op, r, first+i))
		}
		return
	}
	if p.building != nil {
		p.param(param{kind: typesParam(r, count), of: r, first: first, count: count})
		return
	}
	dst := p.dst
	for i := range count {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = p.appendType(dst, typeAt(op, r, first+i))
	}
	p.dst = dst
}

func typesParam(r ref, count int) paramKind {
	switch {
	case count != 1:
		return paramTypes
	case r.results:
		return paramResultType
	}
	return paramOperandType
}

// strippedTypes appends types without their name, because the format implies it.
func (p *printer) strippedTypes(op *ir.Op, e *element) {
	if p.param(param{kind: paramStrippedType, elem: e}) {
		return
	}
	first, count := rangeOf(op, e.of)
	for i := range count {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		if t, ok := typeAt(op, e.of, first+i).(*ir.ParametricType); ok && t.Def == e.def {
			before := len(p.dst)
			if p.dst = p.form.AppendParameters(p.dst, t); len(p.dst) > before {
				continue
			}
		}
		p.Type(typeAt(op, e.of, first+i))
	}
}

func typeAt(op *ir.Op, r ref, i int) ir.Type {
	if r.results {
		return op.Result(i).Type()
	}
	return op.Operand(i).Type()
}

// resultsOfRef appends the types behind the arrow of a functional type.
func (p *printer) resultsOfRef(op *ir.Op, r ref) {
	first, count := rangeOf(op, r)
	if count == 1 {
		if !p.param(param{kind: paramArrowType, of: r, first: first}) {
			p.resultType(typeAt(op, r, first))
		}
		return
	}
	p.dst = append(p.dst, '(')
	p.typesOfRef(op, r)
	p.dst = append(p.dst, ')')
}

// printAttr appends an attribute in the syntax of its element.
func (p *printer) printAttr(f *format, op *ir.Op, e *element) {
	def := &f.def.Attrs[e.index]
	a := op.Attr(def.Name)
	if e.full && def.Type.ValueType == nil {
		p.Attr(a)
		return
	}
	switch x := a.(type) {
	case *ir.EnumAttr:
		if x.Def.Word { // the word is written behind a space
			p.dst = ir.AppendEnum(append(p.dst, ' '), x.Def, x.Value)
			return
		}
		p.dst = append(p.dst, '<')
		p.dst = append(ir.AppendEnum(p.dst, x.Def, x.Value), '>')
		return
	case *ir.ParametricAttr:
		if def.Type.Def != nil {
			p.dst = p.form.AppendAttrParameters(p.dst, x)
			return
		}
	case *ir.DenseArrayAttr:
		if f.arrays[e.index] != nil {
			p.dst = ir.AppendDenseArray(p.dst, x)
			return
		}
	case *ir.IntegerAttr:
		if def.Type.Enum != nil {
			p.dst = ir.AppendEnum(p.dst, def.Type.Enum, x.Value)
			return
		}
	case *ir.StringAttr:
		if def.Type.Symbol {
			p.dst = ir.AppendSymbol(p.dst, x.Value)
			return
		}
	}
	if def.Type.ValueType != nil || f.strings[e.index] {
		p.AttrNoType(a)
		return
	}
	p.Attr(a)
}

// formatDict appends the attributes that no other element writes and that do not equal their default.
func (p *printer) formatDict(keyword string, f *format, op *ir.Op) {
	mark := len(p.entries)
	if !f.propDict {
		p.pushProps(f, op)
	}
	p.entries = append(p.entries, op.Attrs()...)
	p.stackedDict(keyword, mark)
}

func (p *printer) pushProps(f *format, op *ir.Op) {
next:
	for _, a := range op.Properties() {
		for _, name := range f.elided {
			if a.Name == name {
				continue next
			}
		}
		for i := range f.def.Attrs {
			if f.def.Attrs[i].Name == a.Name && a.Value == f.defaults[i] {
				continue next
			}
		}
		p.entries = append(p.entries, a)
	}
}

func (p *printer) printProps(f *format, op *ir.Op) {
	mark := len(p.entries)
	p.pushProps(f, op)
	if len(p.entries) > mark {
		sortEntries(p.entries[mark:])
		p.dst = append(p.dst, " <{"...)
		p.appendEntries(p.entries[mark:])
		p.dst = append(p.dst, "}>"...)
	}
	p.entries = p.entries[:mark]
}

func (p *printer) printRegions(f *format, op *ir.Op, e *element) {
	regions := op.Regions()
	if e.kind == eRegion && f.def.Regions[e.index].Arity != ir.Variadic {
		regions = regions[min(e.index, len(regions)):min(e.index+1, len(regions))]
	} else if e.kind == eRegion {
		regions = regions[min(e.index, len(regions)):]
	}
	for i, r := range regions {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.Region(r, true, f.def.ImplicitTerminator == "" || !isBare(r))
	}
}

// isBare reports whether the terminator of a region can be left out, because it has no operands, results,
// attributes or anything else to write.
func isBare(r *ir.Region) bool {
	if r.Empty() {
		return true
	}
	t := r.Entry().Last()
	return t == nil || t.NumOperands() == 0 && t.NumResults() == 0 && len(t.Attrs()) == 0 &&
		len(t.Properties()) == 0
}

func (p *printer) printSuccessors(f *format, op *ir.Op, e *element) {
	first, end := 0, op.NumSuccessors()
	if e.kind == eSuccessor {
		first = min(e.index, end)
		if f.def.Successors[e.index].Arity != ir.Variadic {
			end = min(first+1, end)
		}
	}
	if p.visiting != nil || p.param(param{kind: paramSuccessors, first: first, count: end - first}) {
		return
	}
	p.successorRange(op.Successors()[first:end])
}

func (p *printer) successorRange(list []*ir.Block) {
	for i, b := range list {
		if i > 0 {
			p.dst = append(p.dst, ", "...)
		}
		p.blockName(b)
	}
}
