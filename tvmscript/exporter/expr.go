package exporter

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// The precedence of Python's operators, from the lowest on.
const (
	anything = iota
	orLevel
	andLevel
	notLevel
	compareLevel
	bitOrLevel
	bitXorLevel
	bitAndLevel
	shiftLevel
	sumLevel
	productLevel
	unaryLevel
	atom
)

// expressions are the operations that are written as expressions, without conditions and views.
var expressions map[string]func(p *printer, op *ir.Op, level int)

func init() {
	expressions = map[string]func(p *printer, op *ir.Op, level int){
		"arith.constant": func(p *printer, op *ir.Op, level int) { p.literal(op, level) },
		"arith.addi":     (*printer).sum, "arith.subi": (*printer).difference,
		"arith.muli": infix("*", productLevel), "arith.floordivsi": infix("//", productLevel),
		"arith.divui": infix("//", productLevel), "arith.remui": infix("%", productLevel),
		"arith.divsi": two("truncdiv"), "arith.remsi": two("truncmod"), "arith.ceildivsi": two("ceildiv"),
		"arith.ceildivui": two("ceildiv"), "arith.minsi": two("min"), "arith.maxsi": two("max"),
		"arith.minui": two("min"),
		"arith.maxui": two("max"), "arith.andi": (*printer).and, "arith.ori": (*printer).or,
		"arith.xori": (*printer).xor,
		"arith.shli": infix("<<", shiftLevel), "arith.shrsi": infix(">>", shiftLevel),
		"arith.shrui": infix(">>", shiftLevel),
		"arith.addf":  infix("+", sumLevel), "arith.subf": infix("-", sumLevel),
		"arith.mulf": infix("*", productLevel),
		"arith.divf": infix("/", productLevel), "arith.negf": (*printer).negative,
		"arith.minimumf": two("min"),
		"arith.maximumf": two("max"), "arith.minnumf": extremum("min"), "arith.maxnumf": extremum("max"),
		"math.ipowi": two("pow"), "math.fma": (*printer).fma, "math.absf": one("abs"),
		"math.absi": one("abs"), "math.ctpop": (*printer).population, "math.ctlz": (*printer).leadingZeros,
		"math.isnan": one("isnan"),
		"arith.cmpi": (*printer).compareIntegers, "arith.cmpf": (*printer).compareFloats,
		"arith.select":     (*printer).selection,
		"arith.index_cast": (*printer).indexCast, "arith.index_castui": (*printer).indexCast,
		"arith.extsi": (*printer).cast, "arith.extui": (*printer).cast, "arith.trunci": (*printer).cast,
		"arith.extf":   (*printer).cast,
		"arith.truncf": (*printer).cast, "arith.sitofp": (*printer).cast, "arith.uitofp": (*printer).cast,
		"arith.fptosi": (*printer).cast, "arith.fptoui": (*printer).cast,
		"arith.bitcast": (*printer).reinterpret,
		"memref.load":   (*printer).load, "affine.load": (*printer).load, "vector.load": (*printer).load,
		"affine.vector_load": (*printer).load, "vector.gather": (*printer).gather,
		"vector.maskedload": (*printer).maskedLoad, "vector.broadcast": (*printer).broadcast,
		"vector.step": (*printer).step, "vector.extract": (*printer).extract,
		"vector.shuffle": (*printer).shuffle, "memref.dim": (*printer).extent,
		"affine.apply": (*printer).apply,
		"affine.min":   (*printer).apply, "affine.max": (*printer).apply,
	}
	for name, op := range form.Unary {
		if expressions[op] == nil {
			expressions[op] = one(name)
		}
	}
	for name, op := range form.Binary {
		expressions[op] = two(name)
	}
}

// value writes v. Operators of level and of lower precedence need parentheses there.
func (p *printer) value(v *ir.Value, level int, m mode) {
	k := p.kind(v)
	to := k.dtype
	switch m.how {
	case asIs:
		p.raw(v, level)
		return
	case exact:
		if k.class == index || k.class == data {
			p.raw(v, level)
			return
		}
	case beside:
		if k.class != data || k.dtype == m.dtype {
			p.besides(v, k, m.dtype, level)
			return
		}
		to = m.dtype
	case forced:
		if k.class == data && k.dtype == m.dtype {
			p.raw(v, level)
			return
		}
		to = m.dtype
	}
	p.converted(v, k, to)
}

// besides writes v next to data that gives it its data type. A constant that is negative in the IR is another
// number as an unsigned one.
func (p *printer) besides(v *ir.Value, k kind, d form.Dtype, level int) {
	op := v.DefiningOp()
	if d.Code == form.UInt && k.class == soft && op != nil && p.values[v] == "" &&
		isNarrower(v.Type(), p.kind(op.Operand(0)).dtype) {
		p.text(`T.Cast("` + p.dtypeName(d) + `", `) // an index, which a cast to k.dtype would make signed
		p.raw(op.Operand(0), anything)
		p.text(")")
		return
	}
	if d.Code != form.UInt || k.class != literal {
		p.raw(v, level)
		return
	}
	c, ok := p.constant(v).(*ir.IntegerAttr)
	switch {
	case !ok || c.Value >= 0 || c.Big != nil:
		p.raw(v, level)
	case isHuge(c, d):
		p.typedLiteral(c, d)
	default:
		p.line = strconv.AppendUint(p.line, uint64(c.Value)&mask(d.Bits), 10)
	}
}

// converted writes v as a value of a data type.
func (p *printer) converted(v *ir.Value, k kind, to form.Dtype) {
	if c := p.constant(v); c != nil && k.class == literal {
		p.typedLiteral(c, to)
		return
	}
	if op := v.DefiningOp(); op != nil && p.values[v] == "" && signless[op.Name()] && k.dtype.IsInt() &&
		k.dtype.Bits == to.Bits {
		p.castTo(op, to)
		return
	}
	p.text(`T.Cast("` + p.dtypeName(to) + `", `)
	p.raw(v, anything)
	p.text(")")
}

// isHuge reports whether a constant is an unsigned number of 2**63 or more. Such a number is written with its
// data type.
func isHuge(a ir.Attr, d form.Dtype) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && d.Code == form.UInt && d.Bits == 64 && i.Value < 0
}

// constant returns the constant that v is, nil if v is not constant. v may be the cast of an index.
func (p *printer) constant(v *ir.Value) ir.Attr {
	if c := ir.ConstantValue(v); c != nil {
		return c
	}
	op := v.DefiningOp()
	if op != nil && op.Name() == "arith.index_cast" && isIndex(op.Operand(0).Type()) {
		v = op.Operand(0)
	}
	if c, ok := p.folded(v); ok {
		return v.DefiningOp().Context().IndexAttr(c)
	}
	return nil
}

// raw writes the name of v, or the expression for v.
func (p *printer) raw(v *ir.Value, level int) {
	if name := p.values[v]; name != "" {
		p.text(name)
		return
	}
	if c, ok := p.folded(v); ok {
		p.number(c, level)
		return
	}
	op := v.DefiningOp()
	if p.nodes++; p.nodes >= maxNodes && op != nil {
		p.fail(op.Errorf(codeExpression, "this value is used in an expression of more than %d operations",
			maxNodes).
			Suggest("store it in a buffer of one element"))
	}
	switch {
	case p.nodes >= maxNodes:
	case op == nil:
		p.fail(v.Owner().ParentOp().Errorf(codeExpression,
			"argument %d of a block of %s has no name in TVMScript", v.Index(),
			v.Owner().ParentOp().Name()).Suggest("pass values through memory"))
	case isIf(op):
		p.conditional(op, v, level)
	case isCall(op):
		p.callExpression(op)
	case expressions[op.Name()] != nil:
		expressions[op.Name()](p, op, level)
	case op.Def().Loop != nil, op.Name() == "scf.while":
		// An error about the carried values was reported.
	default:
		p.fail(op.Errorf(codeExpression, "the result of %s cannot be written in an expression", op.Name()).
			Suggest("lower it to arithmetic first"))
	}
}

// paren opens a parenthesis if an operator has a lower precedence than its place needs. The result closes it.
func (p *printer) paren(operator, place int) func() {
	if operator >= place {
		return func() {}
	}
	p.text("(")
	return func() { p.text(")") }
}

// infix returns the function that writes a binary operator.
func infix(symbol string, operator int) func(p *printer, op *ir.Op, level int) {
	return func(p *printer, op *ir.Op, level int) {
		a, b := p.pair(op, op.Operand(0), op.Operand(1))
		closing := p.paren(operator, level)
		p.value(op.Operand(0), operator, a)
		p.text(" ")
		p.text(symbol)
		p.text(" ")
		p.value(op.Operand(1), operator+1, b)
		closing()
	}
}

// infix writes a binary operator. a and b write its operands.
func (p *printer) infix(symbol string, operator, level int, a, b func()) {
	closing := p.paren(operator, level)
	a()
	p.text(" " + symbol + " ")
	b()
	closing()
}

// two returns the function that writes a function of T with two arguments.
func two(name string) func(p *printer, op *ir.Op, level int) {
	return func(p *printer, op *ir.Op, _ int) {
		a, b := p.pair(op, op.Operand(0), op.Operand(1))
		p.text("T." + name + "(")
		p.value(op.Operand(0), anything, a)
		p.text(", ")
		p.value(op.Operand(1), anything, b)
		p.text(")")
	}
}

// extremum returns the function that writes the smaller or larger of two numbers, ignoring a NaN. T.min and
// T.max do not say how they treat NaN.
func extremum(name string) func(p *printer, op *ir.Op, level int) {
	return func(p *printer, op *ir.Op, level int) {
		p.report(diag.Warningf(codeNaN, op.Span(),
			"%s is printed as T.%s, which may treat NaN in another way", op.Name(), name))
		two(name)(p, op, level)
	}
}

// one returns the function that writes a function of T with one argument.
func one(name string) func(p *printer, op *ir.Op, level int) {
	return func(p *printer, op *ir.Op, _ int) {
		p.text("T." + name + "(")
		p.value(op.Operand(0), anything, exactly)
		p.text(")")
	}
}

func (p *printer) population(op *ir.Op, _ int) { p.countBits("popcount", op) }

// countBits writes a function that counts bits. An index has the 64 bits that it has in the IR.
func (p *printer) countBits(name string, op *ir.Op) {
	p.text("T." + name + "(")
	m := exactly
	if d, _ := form.DtypeOf(op.Operand(0).Type()); isIndex(op.Operand(0).Type()) {
		m = as(wide(form.Int, d))
	}
	p.value(op.Operand(0), anything, m)
	p.text(")")
}

// leadingZeros writes T.clz, whose result is an int32 for every type of argument.
func (p *printer) leadingZeros(op *ir.Op, _ int) {
	d := p.kind(op.Result(0)).dtype
	if d.Lane() != form.Int32 {
		p.text(`T.Cast("` + p.dtypeName(d) + `", `)
		defer p.text(")")
	}
	p.countBits("clz", op)
}

// pair returns how two operands of one type are written so that the importer gives both that type. At least
// one of them must have the type by itself.
func (p *printer) pair(op *ir.Op, a, b *ir.Value) (am, bm mode) {
	ka, kb := p.kind(a), p.kind(b)
	d, _ := form.DtypeOf(a.Type())
	strong := ka.class == data || kb.class == data
	if isIndex(a.Type()) {
		switch {
		case isUnsigned(op) && !p.harmless(op):
			d = wide(form.UInt, d)
			return as(d), besides(d)
		case seesWidth(op):
			d = wide(form.Int, d)
			return as(d), besides(d)
		case strong:
			d = wide(form.Int, d)
			return besides(d), besides(d)
		}
		return plain, plain
	}
	switch {
	case !d.IsInt():
	case isUnsigned(op):
		d.Code = form.UInt
	case isSigned(op):
	case ka.class == data:
		d.Code = ka.dtype.Code
	case kb.class == data:
		d.Code = kb.dtype.Code
	}
	switch {
	case strong:
		return besides(d), besides(d)
	case ka.class == literal && kb.class == soft:
		return besides(d), as(d)
	}
	return as(d), besides(d)
}

// sum writes an addition. The addition of a negative number becomes a subtraction.
func (p *printer) sum(op *ir.Op, level int) { p.addition(op, level, " + ", " - ") }

// difference writes a subtraction. A remainder and a negation, which the importer turns into subtractions,
// are written as such.
func (p *printer) difference(op *ir.Op, level int) {
	if p.plan.of(op).modulo {
		_, _, div, _ := modulo(op)
		infix("%", productLevel)(p, div, level)
		return
	}
	if p.negation(op, level) {
		return
	}
	p.addition(op, level, " - ", " + ")
}

// negation writes 0 - x as -x. It reports whether op is 0 - x.
func (p *printer) negation(op *ir.Op, level int) bool {
	c, ok := ir.ConstInt(op.Operand(0))
	if !ok || c != 0 || isBool(op.Result(0).Type()) || p.kind(op.Operand(1)).class == literal {
		return false
	}
	_, m := p.pair(op, op.Operand(0), op.Operand(1))
	closing := p.paren(unaryLevel, level)
	p.text("-")
	p.value(op.Operand(1), unaryLevel, m)
	closing()
	return true
}

// addition writes a sum or difference. A negative constant turns one into the other, unless the constant must
// be written with its data type.
func (p *printer) addition(op *ir.Op, level int, symbol, inverse string) {
	a, b := op.Operand(0), op.Operand(1)
	am, bm := p.pair(op, a, b)
	closing := p.paren(sumLevel, level)
	defer closing()
	p.value(a, sumLevel, am)
	if c, ok := negativeConstant(b); ok && bm.how != forced {
		p.text(inverse)
		p.int(-c)
		return
	}
	p.text(symbol)
	p.value(b, sumLevel+1, bm)
}

// negativeConstant returns the value of a negative constant whose negation is a constant, too.
func negativeConstant(v *ir.Value) (int64, bool) {
	c, ok := ir.ConstInt(v)
	return c, ok && c < 0 && c > -1<<31 && !isBool(v.Type())
}

func (p *printer) negative(op *ir.Op, level int) {
	closing := p.paren(unaryLevel, level)
	p.text("-")
	p.value(op.Operand(0), unaryLevel, exactly)
	closing()
}

func (p *printer) fma(op *ir.Op, _ int) {
	p.text("T.fma(")
	for i := range 3 {
		if i > 0 {
			p.text(", ")
		}
		p.value(op.Operand(i), anything, exactly)
	}
	p.text(")")
}

// and, or and xor of truth values are written with the words of Python, unless the importer would make an
// operand conditional.
func (p *printer) and(op *ir.Op, level int) { p.logic(op, level, "and", andLevel, "&", bitAndLevel) }
func (p *printer) or(op *ir.Op, level int)  { p.logic(op, level, "or", orLevel, "|", bitOrLevel) }

func (p *printer) logic(op *ir.Op, level int, word string, wordLevel int, symbol string, symbolLevel int) {
	if isBool(op.Result(0).Type()) && p.isEager(op.Operand(1)) && !isVector(op.Result(0).Type()) {
		infix(word, wordLevel)(p, op, level)
		return
	}
	infix(symbol, symbolLevel)(p, op, level)
}

func (p *printer) xor(op *ir.Op, level int) {
	if c, ok := ir.ConstInt(op.Operand(1)); ok && c == 1 && isBool(op.Result(0).Type()) {
		closing := p.paren(notLevel, level)
		p.text("not ")
		p.value(op.Operand(0), notLevel, exactly)
		closing()
		return
	}
	if p.complement(op, level) {
		return
	}
	infix("^", bitXorLevel)(p, op, level)
}

// complement writes x ^ -1 as ~x. It reports whether op is x ^ -1.
func (p *printer) complement(op *ir.Op, level int) bool {
	c, ok := ir.ConstInt(op.Operand(1))
	if !ok || c != -1 || isBool(op.Result(0).Type()) || p.kind(op.Operand(0)).class == literal {
		return false
	}
	m, _ := p.pair(op, op.Operand(0), op.Operand(1))
	closing := p.paren(unaryLevel, level)
	p.text("~")
	p.value(op.Operand(0), unaryLevel, m)
	closing()
	return true
}

func isVector(t ir.Type) bool {
	_, ok := t.(*ir.VectorType)
	return ok
}

// isEager reports whether the importer always evaluates v behind `and`: v loads nothing and cannot fail.
func (p *printer) isEager(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || p.values[v] != "" {
		return true
	}
	// A value with many uses is visited many times. The budget of the text bounds these visits, too.
	if p.nodes++; p.nodes >= maxNodes {
		return false
	}
	if isLoad(op) || isIf(op) || isCall(op) || op.NumRegions() > 0 {
		return false
	}
	switch op.Name() {
	case "arith.divsi", "arith.divui", "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui",
		"arith.remsi", "arith.remui":
		if c, ok := ir.ConstInt(op.Operand(1)); !ok || c == 0 {
			return false
		}
	}
	for i := range op.NumOperands() {
		if !p.isEager(op.Operand(i)) {
			return false
		}
	}
	return true
}

var signedSymbols = map[int64]string{
	arith.EQ: "==", arith.NE: "!=", arith.SLT: "<", arith.SLE: "<=", arith.SGT: ">", arith.SGE: ">=",
	arith.ULT: "<", arith.ULE: "<=", arith.UGT: ">", arith.UGE: ">=",
}

// compareIntegers writes a comparison. Its operands get the sign that the predicate gives them. An unsigned
// comparison of indices that are not negative is written as a signed one, as a person would write it.
func (p *printer) compareIntegers(op *ir.Op, level int) {
	predicate, _ := op.IntAttr("predicate")
	a, b := op.Operand(0), op.Operand(1)
	if holds, ok := p.decided(predicate, a, b); ok {
		// Python would compute the comparison when it reads the program.
		p.text("T.bool(" + truth(holds) + ")")
		return
	}
	am, bm := p.pair(op, a, b)
	if predicate >= arith.ULT && !(isIndex(a.Type()) && p.harmless(op)) {
		d, _ := form.DtypeOf(a.Type())
		if isIndex(a.Type()) {
			d = wide(form.UInt, d)
		}
		if d.Code != form.Bool {
			d.Code = form.UInt
		}
		am, bm = as(d), besides(d)
	} else if predicate >= arith.SLT && predicate <= arith.SGE {
		am, bm = p.signedModes(a, am), p.signedModes(b, bm)
	}
	p.infix(signedSymbols[predicate], compareLevel, level,
		func() { p.value(a, compareLevel+1, am) }, func() { p.value(b, compareLevel+1, bm) })
}

// signedModes makes an operand of a signed comparison signed.
func (p *printer) signedModes(v *ir.Value, m mode) mode {
	if m.dtype.Code == form.UInt {
		m.dtype.Code = form.Int
	}
	return m
}

// compareFloats writes a comparison. Python's operators are the ordered predicates, and != is the unordered
// one.
func (p *printer) compareFloats(op *ir.Op, level int) {
	predicate, _ := op.IntAttr("predicate")
	a, b := op.Operand(0), op.Operand(1)
	if symbol := orderedSymbols[predicate]; symbol != "" {
		infix(symbol, compareLevel)(p, op, level)
		return
	}
	// An unordered comparison is true where the opposite ordered one is not.
	if symbol := unorderedOpposites[predicate]; symbol != "" {
		closing := p.paren(notLevel, level)
		p.text("not ")
		infix(symbol, compareLevel)(p, op, notLevel)
		closing()
		return
	}
	switch {
	case predicate == arith.UNO && a == b:
		one("isnan")(p, op, level)
	case predicate == arith.AlwaysTrue:
		p.text("T.bool(True)")
	case predicate == arith.AlwaysFalse:
		p.text("T.bool(False)")
	default:
		p.fail(op.Errorf(codeExpression,
			"this comparison of floating-point numbers has no operator in TVMScript").
			Suggest("write it with ordered comparisons (oeq, olt, ole, ogt, oge) and une"))
	}
}

var orderedSymbols = map[int64]string{
	arith.OEQ: "==", arith.OLT: "<", arith.OLE: "<=", arith.OGT: ">", arith.OGE: ">=", arith.UNE: "!=",
}

var unorderedOpposites = map[int64]string{
	arith.UnorderedLT: ">=", arith.UnorderedLE: ">", arith.UnorderedGT: "<=", arith.UnorderedGE: "<",
}

// selection writes the choice between two values that are both computed.
func (p *printer) selection(op *ir.Op, _ int) {
	a, b := p.selected(op, op.Operand(1), op.Operand(2))
	p.text("T.Select(")
	p.condition(op.Operand(0), anything)
	p.text(", ")
	p.value(op.Operand(1), anything, a)
	p.text(", ")
	p.value(op.Operand(2), anything, b)
	p.text(")")
}

// selected returns how the values of a T.Select are written. TVM needs them to have one data type and
// converts neither: a number of Python is int32 or float32, and a loop variable is int32.
func (p *printer) selected(op *ir.Op, a, b *ir.Value) (am, bm mode) {
	am, bm = p.pair(op, a, b)
	d := am.dtype
	if am.how == asIs {
		return am, bm
	}
	if d == form.Int32 || d == form.Float32 || d.Code == form.Bool || d.Lanes > 1 {
		return am, bm
	}
	if p.kind(a).class != data {
		am = as(d)
	}
	if p.kind(b).class != data {
		bm = as(d)
	}
	return am, bm
}

// condition writes a truth value. A constant is written as one of the program, and not of Python.
func (p *printer) condition(v *ir.Value, level int) { p.value(v, level, exactly) }

// conditional writes a result of a conditional expression.
func (p *printer) conditional(op *ir.Op, v *ir.Value, level int) {
	yes, no := yielded(op.Region(0), v.Index()), yielded(op.Region(1), v.Index())
	if yes == nil || no == nil || !p.onlyExpressions(op) {
		return
	}
	if isBool(v.Type()) && op.Name() == "scf.if" {
		if c, ok := ir.ConstInt(no); ok && c == 0 && !p.isEager(yes) {
			p.infix("and", andLevel, level, func() { p.condition(op.Operand(0), andLevel) }, func() {
				p.condition(yes, andLevel+1)
			})
			return
		}
		if c, ok := ir.ConstInt(yes); ok && c == 1 && !p.isEager(no) {
			p.infix("or", orLevel, level, func() { p.condition(op.Operand(0), orLevel) }, func() {
				p.condition(no, orLevel+1)
			})
			return
		}
	}
	a, b := p.pair(op, yes, no)
	p.text("T.if_then_else(")
	p.ifCondition(op)
	p.text(", ")
	p.value(yes, anything, a)
	p.text(", ")
	p.value(no, anything, b)
	p.text(")")
}

// onlyExpressions reports an error for a conditional expression with statements. It returns whether there are
// none.
func (p *printer) onlyExpressions(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.OpsWithoutTerminator() {
				if !p.plan.of(inner).expression && !isSilent(inner) {
					p.fail(inner.Errorf(codeExpression,
						"%s stands in an %s with a result, which is an expression in TVMScript",
						inner.Name(), op.Name()).
						Suggest("store the result in a buffer of one element, in both branches"))
					return false
				}
			}
		}
	}
	return true
}

// indexCast writes a cast between indices and data, which is implicit.
func (p *printer) indexCast(op *ir.Op, level int) {
	v := op.Operand(0)
	if p.isUnsignedCast(op) {
		d, _ := form.DtypeOf(v.Type())
		d.Code = form.UInt
		p.value(v, level, as(d))
		return
	}
	from := p.kind(v)
	switch {
	case isIndex(op.Result(0).Type()) && from.class == soft && !v.IsArgument():
		p.value(v, level, exactly)
	case isIndex(op.Result(0).Type()) && from.class == data && from.dtype.Code == form.UInt &&
		op.Name() == "arith.index_cast":
		p.value(v, level, as(signedDtype(from.dtype)))
	case !isIndex(op.Result(0).Type()) && from.class == data:
		p.converted(v, from, p.kind(op.Result(0)).dtype)
	case isNarrower(op.Result(0).Type(), from.dtype) && p.constant(v) == nil:
		// An index would widen data of fewer bits next to it.
		p.text(`T.Cast("` + p.dtypeName(p.kind(op.Result(0)).dtype) + `", `)
		p.raw(v, anything)
		p.text(")")
	default:
		p.raw(v, level)
	}
}

// isUnsignedCast reports whether a cast to index makes a large number of an integer that may be negative. A
// cast from index takes the low bits, as a signed one does.
func (p *printer) isUnsignedCast(op *ir.Op) bool {
	return op.Name() == "arith.index_castui" && isIndex(op.Result(0).Type()) && !p.nonNegative(op.Operand(0))
}

// isNarrower reports whether a type is an integer type with fewer bits than an index of a dtype.
func isNarrower(t ir.Type, of form.Dtype) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && int(i.Width) < of.Bits
}

// signless are the casts that depend on the sign of their operand, and not on that of their result.
var signless = map[string]bool{"arith.extsi": true, "arith.extui": true, "arith.trunci": true}

// cast writes a conversion of data.
func (p *printer) cast(op *ir.Op, level int) {
	v, d := op.Operand(0), p.kind(op.Result(0)).dtype
	if d.Lane() == form.Int32 && form.LeadingZeros(op.Result(0)) != nil && p.values[v] == "" {
		p.countBits("clz", v.DefiningOp())
		return
	}
	if isBool(v.Type()) && isSigned(op) {
		p.minusOne(op, d)
		return
	}
	if a, ok := op.Attr("roundingmode").(*ir.IntegerAttr); ok && a.Value != arith.ToNearestEven {
		p.fail(op.Errorf(codeExpression,
			"rounding other than to nearest has no form in TVMScript").Suggest("leave the rounding mode out"))
	}
	if op.Name() == "arith.trunci" && d.Code == form.Bool {
		// A cast to bool compares with zero, but this operation takes the lowest bit.
		p.infix("!=", compareLevel, level, func() {
			p.infix("&", bitAndLevel, compareLevel+1, func() { p.value(v, bitAndLevel, exactly) }, func() {
				p.text("1")
			})
		}, func() { p.text("0") })
		return
	}
	p.castTo(op, d)
}

// castTo writes a conversion to a data type, whose sign may differ from that of the result.
func (p *printer) castTo(op *ir.Op, d form.Dtype) {
	v := op.Operand(0)
	p.text(`T.Cast("` + p.dtypeName(d) + `", `)
	p.value(v, anything, p.castMode(op, v))
	p.text(")")
}

// minusOne writes the signed conversion of a truth value. Its only bit is the sign, so that true becomes -1.
// TVM has only unsigned conversions.
func (p *printer) minusOne(op *ir.Op, d form.Dtype) {
	if d.Lanes > 1 {
		p.noForm(op, "convert the truth values without a sign: arith.extui, arith.uitofp")
		return
	}
	p.text("T.Select(")
	p.condition(op.Operand(0), anything)
	name := p.dtypeName(d)
	p.text(", T." + name + "(-1), T." + name + "(0))")
}

// castMode returns how the operand of a cast is written: with the sign that the operation gives it.
func (p *printer) castMode(op *ir.Op, v *ir.Value) mode {
	k := p.kind(v)
	switch {
	case k.class == soft && k.dtype == form.Int64 && op.Name() == "arith.sitofp":
		return plain
	case k.dtype.Code == form.Bool:
	case isUnsigned(op):
		k.dtype.Code = form.UInt
		return as(k.dtype)
	case isSigned(op) && k.dtype.Code == form.UInt:
		k.dtype.Code = form.Int
		return as(k.dtype)
	}
	return exactly
}

// reinterpret writes a value of another type with the same bits.
func (p *printer) reinterpret(op *ir.Op, _ int) {
	p.text(`T.reinterpret("` + p.dtypeName(p.dtype(op.Result(0), op)) + `", `)
	p.value(op.Operand(0), anything, exactly)
	p.text(")")
}
