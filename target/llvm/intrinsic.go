package llvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// intrinsic describes how an operation llvm.intr.NAME becomes a call of @llvm.NAME.
type intrinsic struct {
	name string
	// overloads lists the types by which the name is overloaded: r for the result's (r0, r1 for its
	// members'), or the number of an operand.
	overloads []string
	// constants are the arguments that are attributes: the position of the argument, and the attribute.
	constants []constantArgument
}

type constantArgument struct {
	at   int
	attr string
}

// The table: the names of intrinsics, grouped by their overloads. Constant arguments follow the name:
// position=attribute. A prefix belongs to all names of its row.
var intrinsicTable = [...]struct{ overloads, prefix, names string }{
	{"", "",
		"assume coro.begin coro.end coro.free coro.id coro.promise coro.resume coro.save coro.suspend " +
			"debugtrap trap " +
			"ubsantrap,0=failureKind"},
	{"r", "",
		"acos asin atan atan2 bitreverse bswap copysign cos cosh ctpop exp exp2 exp10 expect fabs ceil " +
			"floor fma fmuladd trunc " +
			"fshl fshr log log2 log10 maxnum maximum minnum minimum nearbyint pow rint round roundeven " +
			"sadd.sat smax smin ssub.sat " +
			"sshl.sat sin sinh sqrt ssa.copy tan tanh uadd.sat umax umin usub.sat ushl.sat coro.align " +
			"coro.size stacksave stepvector " +
			"vscale masked.expandload vector.interleave2 abs,1=is_int_min_poison ctlz,1=is_zero_poison " +
			"cttz,1=is_zero_poison " +
			"expect.with.probability,2=prob"},
	{"0", "",
		"sincos is.constant is.fpclass,1=bit launder.invariant.group strip.invariant.group lifetime.start " +
			"lifetime.end " +
			"stackrestore threadlocal.address eh.typeid.for vacopy vaend vastart masked.compressstore " +
			"vector.deinterleave2 " +
			"prefetch,1=rw,2=hint,3=cache"},
	{"r0", "",
		"sadd.with.overflow ssub.with.overflow smul.with.overflow uadd.with.overflow usub.with.overflow " +
			"umul.with.overflow"},
	{"1", "", "invariant.start,0=size"},
	{"2", "", "invariant.end,1=size"},
	{"r 0", "", "get.active.lane.mask llrint llround lrint lround scmp ucmp vector.extract,1=pos"},
	{"r 1", "", "vector.insert,2=pos"},
	{"r0 r1", "", "frexp"},
	{"0 1", "", "powi ldexp ptrmask"},
	{"0 2", "", "memset,3=isVolatile memset.inline,2=len,3=isVolatile"},
	{"0 1 2", "", "memcpy,3=isVolatile memmove,3=isVolatile memcpy.inline,2=len,3=isVolatile"},
	{"0", "vector.reduce.", "add and fmax fmaximum fmin fminimum mul or smax smin umax umin xor"},
	{"1", "vector.reduce.", "fadd fmul"},
	{"r", "vp.",
		"add and ashr fadd fdiv fmul fmuladd fma fneg frem fsub lshr mul or sdiv shl smax smin srem sub " +
			"udiv umax umin urem xor"},
	{"r 0", "vp.", "fpext fptosi fptoui fptrunc inttoptr load ptrtoint sext sitofp trunc uitofp zext"},
	{"0 1", "vp.", "store"},
	{"1", "vp.", "merge select"},
	{"1", "vp.reduce.", "add and fadd fmax fmin fmul mul or smax smin umax umin xor"},
	{"r 0 1", "experimental.vp.strided.", "load"},
	{"0 1 2", "experimental.vp.strided.", "store"},
	{"", "masked.", "load store gather scatter"},
}

// intrinsics has the entry of the table for each name.
var intrinsics = map[string]*intrinsic{}

func init() {
	for _, row := range intrinsicTable {
		for _, entry := range strings.Fields(row.names) {
			name, constants, _ := strings.Cut(entry, ",")
			in := &intrinsic{name: row.prefix + name, overloads: strings.Fields(row.overloads)}
			for _, c := range strings.FieldsFunc(constants, func(r rune) bool { return r == ',' }) {
				in.constants = append(in.constants, constantArgument{int(c[0] - '0'), c[2:]})
			}
			intrinsics[in.name] = in
		}
	}
}

// argument is one argument of a call.
type argument struct {
	typ   ir.Type
	value string
}

// intrinsic prints the call of an intrinsic, and declares it.
func (f *function) intrinsic(op *ir.Op, in *intrinsic) {
	if strings.HasPrefix(in.name, "masked.") && len(in.overloads) == 0 {
		f.masked(op, in)
		return
	}
	if strings.HasSuffix(in.name, ".with.overflow") && !isWithOverflow(op) {
		f.fail(op, codeOp,
			"has not the operands and results of the intrinsic, which are of one type, and a struct of "+
				"that and of i1")
		return
	}
	name, args := "llvm."+in.name, f.intrinsicArguments(op, in)
	for _, o := range in.overloads {
		t := overload(op, args, o)
		if t == nil {
			f.fail(op, codeOp, "has not the operands and results of the intrinsic")
			return
		}
		name += "." + f.mangled(op, t)
	}
	f.callDeclared(op, name, args)
}

// isWithOverflow reports whether the result is the struct of an arithmetic operation with overflow. Its
// members are a number of the operands' type, and an i1 of the same shape.
func isWithOverflow(op *ir.Op) bool {
	t := op.Operand(0).Type()
	overflowed := ir.Type(op.Context().I1)
	if v, ok := t.(*ir.VectorType); ok {
		overflowed = op.Context().Vector(v.Shape, v.Scalable, overflowed)
	}
	members, ok := llvm.Members(op.Result(0).Type())
	return ok && len(members) == 2 && members[0] == t && members[1] == overflowed && op.Operand(1).Type() == t
}

// overload returns the type of the result, of one of its members, or of an argument. It is nil if that does
// not exist.
func overload(op *ir.Op, args []argument, o string) ir.Type {
	if o[0] != 'r' {
		if n := int(o[0] - '0'); n < len(args) {
			return args[n].typ
		}
		return nil
	}
	if op.NumResults() != 1 {
		return nil
	}
	if o == "r" {
		return op.Result(0).Type()
	}
	return llvm.MemberAt(op.Result(0).Type(), []int64{int64(o[1] - '0')})
}

func (f *function) intrinsicArguments(op *ir.Op, in *intrinsic) []argument {
	var list []argument
	operands := op.Operands()
	if len(op.Ints("op_bundle_sizes")) > 0 {
		operands = operands[:len(operands)-len(op.OperandsOf(len(op.Def().Operands)-1))]
	}
	for _, v := range operands {
		list = append(list, argument{v.Type(), f.ref(v)})
	}
	for _, c := range in.constants {
		a, t := constantAttribute(op, c.attr)
		if c.at > len(list) {
			f.fail(op, codeOp, "has too few operands for the intrinsic")
			return list
		}
		list = slices.Insert(list, c.at, argument{t, f.constant(op, a, t)})
	}
	return list
}

// constantAttribute returns an attribute that is an argument, with its type. A missing flag is false.
func constantAttribute(op *ir.Op, name string) (ir.Attr, ir.Type) {
	c := op.Context()
	switch a := op.Attr(name).(type) {
	case *ir.IntegerAttr:
		return a, a.Type
	case *ir.FloatAttr:
		return a, a.Type
	case *ir.UnitAttr:
		return c.Bool(true), c.I1
	}
	return c.Bool(false), c.I1
}

func (f *function) callDeclared(op *ir.Op, name string, args []argument) {
	result := "void"
	if hasValue(op) {
		result = f.typ(op, op.Result(0).Type())
	}
	types, texts := make([]string, len(args)), make([]string, len(args))
	for i, a := range args {
		types[i] = f.typ(op, a.typ)
		texts[i] = types[i] + " " + f.attributes(op, "arg_attrs", i) + a.value
	}
	if !f.declared[name] {
		f.declared[name] = true
		f.declarations = append(f.declarations,
			"declare "+result+" "+globalName(name)+"("+strings.Join(types, ", ")+")")
	}
	f.write(op, "call", fastMath(op), " ", f.attributes(op, "res_attrs", 0), result, " ", globalName(name),
		"(", strings.Join(texts, ", "), ")", f.bundles(op))
}

// masked prints an access under a mask. The alignment is an attribute of the pointer. If a load has no values
// for lanes whose mask is false, these lanes are poison.
func (f *function) masked(op *ir.Op, in *intrinsic) {
	if op.NumOperands() < 2 {
		f.fail(op, codeOp, "has not the operands and results of the intrinsic")
		return
	}
	pointer, vector := 1, op.Operand(0).Type()
	if op.NumResults() == 1 {
		pointer, vector = 0, op.Result(0).Type()
	}
	args := f.intrinsicArguments(op, in)
	if !isMasked(args, pointer, vector) {
		f.fail(op, codeOp,
			"has not the operands and results of the intrinsic: a mask and values of as many lanes, and "+
				"one value for them all at most")
		return
	}
	if op.NumResults() == 1 && len(args) == 2 {
		args = append(args, argument{vector, "poison"})
	}
	if n, _ := op.IntAttr("alignment"); n > 0 {
		args[pointer].value = "align " + strconv.FormatInt(n, 10) + " " + args[pointer].value
	}
	name := "llvm." + in.name + "." + f.mangled(op, vector) + "." + f.mangled(op, op.Operand(pointer).Type())
	f.callDeclared(op, name, args)
}

// isMasked reports whether the mask of an access has a truth value for each lane. The values for lanes that
// are not read must have the type of the result.
func isMasked(args []argument, pointer int, lanes ir.Type) bool {
	v, ok := lanes.(*ir.VectorType)
	if !ok || len(args) <= pointer+1 || len(args) > 3 {
		return false
	}
	m, ok := args[pointer+1].typ.(*ir.VectorType)
	if !ok || !slices.Equal(m.Shape, v.Shape) || !slices.Equal(m.Scalable, v.Scalable) {
		return false
	}
	return pointer == 1 || len(args) == 2 || args[2].typ == lanes
}

// callIntrinsic prints the call of an intrinsic that the program names by its name in LLVM IR.
func (f *function) callIntrinsic(op *ir.Op, _ *node) {
	var args []argument
	for _, v := range op.OperandsOf(0) {
		args = append(args, argument{v.Type(), f.ref(v)})
	}
	f.callDeclared(op, op.StringAttr("intrin"), args)
}
