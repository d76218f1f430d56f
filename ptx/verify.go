package ptx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Verify holds a module against the table of instructions and the scopes of names. The error, if any, is a
// diag.List. What depends on the shape of an instruction, such as the registers of a fragment, is for the one
// who executes it to check.
func Verify(m *Module) error {
	v := &verifier{module: m}
	scope := NewScope(m)
	v.errs.Add(scope.twice...)
	for _, x := range m.Variables() {
		v.variable(x)
	}
	for _, f := range m.Functions() {
		inner := scope.Enter(f)
		v.errs.Add(inner.twice...)
		for _, list := range [][]*Variable{f.Returns, f.Params} {
			for _, p := range list {
				v.variable(p)
				v.parameter(f, p)
			}
		}
		v.unknown = map[string]bool{}
		if f.Body != nil {
			v.block(f.Body, inner)
		}
	}
	v.errs = v.errs[:min(len(v.errs), maxErrors)]
	return v.errs.Err()
}

type verifier struct {
	module *Module
	errs   diag.List
	reads  bool // the instruction may read special registers
	// unknown are the names of a function that were reported: each once.
	unknown map[string]bool
}

func (v *verifier) variable(x *Variable) {
	if len(x.Extents) > 1 && slices.Contains(x.Extents[1:], -1) || x.Type == "pred" && x.Space != "reg" ||
		x.isOpen() && x.Init == nil && (x.Space == "global" || x.Space == "const" || x.Space == "local") &&
			x.Linkage != "extern" {
		v.errs.Add(diag.Errorf(codeVariable, x.Span, "'%s' has no size", x.Name))
	}
	total := float64(x.Type.Bits()/8) * float64(x.Vector)
	for _, e := range x.Extents {
		total *= float64(e)
	}
	if total > 1<<32 {
		v.errs.Add(diag.Errorf(codeVariable, x.Span, "'%s' has %.0f bytes; a variable has at most 4 GiB",
			x.Name, total))
		return
	}
	switch n := int64(len(x.Init)); {
	case x.Init == nil:
	case x.Space != "global" && x.Space != "const":
		v.errs.Add(diag.Errorf(codeVariable, x.Span, "'%s' in .%s cannot have an initializer", x.Name,
			x.Space))
	case n*int64(x.Type.Bits()/8) > x.Size() && !x.isOpen():
		v.errs.Add(diag.Errorf(codeVariable, x.Span, "%d values for the %d bytes of '%s'", n, x.Size(),
			x.Name))
	}
}

// parameter reports a parameter of a kernel that a launch could not give a value.
func (v *verifier) parameter(f *Function, x *Variable) {
	if f.Entry && x.isOpen() {
		v.errs.Add(diag.Errorf(codeVariable, x.Span, "'%s' has no size, which a parameter of a kernel needs",
			x.Name))
	}
}

// isOpen reports whether a variable is an array whose first dimension its declaration leaves out.
func (v *Variable) isOpen() bool { return len(v.Extents) > 0 && v.Extents[0] < 0 }

func (v *verifier) block(b *Block, outer *Scope) {
	scope := outer.Block(b)
	v.errs.Add(scope.twice...)
	for _, item := range b.Items {
		switch x := item.(type) {
		case *Block:
			v.block(x, scope)
		case *Variable:
			v.variable(x)
			if x.Linkage == "extern" {
				v.errs.Add(diag.Errorf(codeVariable, x.Span, "'%s' is .extern within a function",
					x.Name).Suggest("declare it in front of the function"))
			}
		case *Instruction:
			v.instruction(x, scope)
		}
	}
}

func (v *verifier) instruction(in *Instruction, scope *Scope) {
	in = scope.SpreadAll(in)
	if g := in.Guard; g != nil {
		v.register(scope, g.Name, g.Span, "pred", false)
	}
	f, ok := formOf(in)
	if !ok {
		d := diag.Errorf(codeInstruction, in.Span, "there is no instruction '%s' among those that are known",
			in.Name())
		if near := diag.Nearest(in.Opcode, Opcodes()); near != "" {
			d.Suggest("did you mean '%s'?", near)
		}
		v.errs.Add(d)
		return
	}
	for _, word := range in.Modifiers {
		if !f.allows(word) {
			v.errs.Add(diag.Errorf(codeInstruction, in.Span, "'.%s' of '%s' is not known", word, in.Name()))
			return
		}
	}
	v.reads = in.Opcode == "mov" || in.Opcode == "cvt"
	v.target(in, f)
	v.names(in, scope)
	v.roles(in, f, scope)
	v.shape(in, scope)
}

// target checks that the module's target has the instruction.
func (v *verifier) target(in *Instruction, f form) {
	sm, version := f.sm, f.version
	if f.only != "" && !slices.Contains(v.module.Targets, f.only) {
		v.errs.Add(diag.Errorf(codeTarget, in.Span, "'%s' needs %s, the target is %s", in.Name(), f.only,
			strings.Join(v.module.Targets, ", ")))
	}
	if in.Opcode == "mma" && f.version < 70 && !in.Has("m16n8k8") || in.Opcode == "mma" && in.Has("tf32") {
		sm, version = 80, 70
	}
	if in.Opcode == "wmma" {
		sm, version = wmmaNeeds(in)
	}
	if in.Opcode == "mma" && in.Has("m8n8k4") && !in.Has("f64") {
		sm, version = 70, 64
	}
	if in.Opcode == "cvt" && in.Has("bf16x2") || in.Opcode == "cvt" && in.Has("bf16") {
		sm, version = 80, 70
	}
	have := v.module.SM()
	if have != 0 && have < sm {
		v.errs.Add(diag.Errorf(codeTarget, in.Span, "'%s' needs sm_%d, the target is sm_%d", in.Name(), sm,
			have))
	}
	if n := v.module.Version; 10*n[0]+n[1] < version {
		v.errs.Add(diag.Errorf(codeTarget, in.Span, "'%s' needs version %d.%d, the text is of version %d.%d",
			in.Name(),
			version/10, version%10, n[0], n[1]))
	}
}

// wmmaNeeds returns the first target and version with a product of opaque fragments: PTX ISA, "wmma.mma",
// notes.
func wmmaNeeds(in *Instruction) (sm, version int) {
	switch {
	case in.Has("bf16"), in.Has("tf32"), in.Has("f64"), in.Has("m16n16k8"), in.Has("m8n8k4"):
		return 80, 70
	case in.Has("s8"), in.Has("u8"), in.Has("s32"):
		return 72, 63
	case in.Has("m16n16k16"):
		return 70, 60
	}
	return 70, 61
}

// SM returns the compute capability of the target, such as 80; 0 if its name does not tell.
func (m *Module) SM() int {
	for _, t := range m.Targets {
		if digits, ok := strings.CutPrefix(t, "sm_"); ok {
			n, _ := strconv.Atoi(strings.TrimRight(digits, "af"))
			return n
		}
	}
	return 0
}

// Has reports whether the instruction has a modifier.
func (in *Instruction) Has(modifier string) bool { return slices.Contains(in.Modifiers, modifier) }

// Types returns the types among the modifiers, in order.
func (in *Instruction) Types() []Type {
	var all []Type
	for _, m := range in.Modifiers {
		if Type(m).Kind() != NoType {
			all = append(all, Type(m))
		}
	}
	return all
}

// names checks that every name of the operands means something.
func (v *verifier) names(in *Instruction, scope *Scope) {
	for _, o := range in.Operands {
		for name, span := range operandNames(o) {
			if name != "_" && scope.Lookup(name) == nil {
				v.undefined(name, span, scope)
			}
		}
	}
}

func (v *verifier) undefined(name string, span diag.Span, scope *Scope) {
	if v.unknown[name] {
		return
	}
	v.unknown[name] = true
	d := diag.Errorf(codeName, span, "'%s' is not defined", name)
	if vector, _, ok := strings.Cut(name, "."); ok && scope.Lookup(vector) != nil {
		v.errs.Add(d.Suggest("'%s' is a register here, and hides the special register: give it another name",
			vector))
		return
	}
	if near := diag.Nearest(name, slices.Sorted(slices.Values(scope.Names()))); near != "" {
		d.Suggest("did you mean '%s'?", near)
	}
	v.errs.Add(d)
}

// operandNames yields the names in an operand.
func operandNames(o Operand) func(yield func(string, diag.Span) bool) {
	return func(yield func(string, diag.Span) bool) { visitNames(o, yield) }
}

func visitNames(o Operand, yield func(string, diag.Span) bool) bool {
	switch x := o.(type) {
	case *Name:
		return yield(x.Name, x.Span)
	case *Address:
		return (x.Base == "" || yield(x.Base, x.Span)) &&
			(x.Sampler == nil || yield(x.Sampler.Name, x.Sampler.Span)) &&
			(x.Coordinates == nil || visitAll(x.Coordinates.Elements, yield))
	case *Vector:
		return visitAll(x.Elements, yield)
	case *List:
		return visitAll(x.Elements, yield)
	case *Pair:
		return visitNames(x.First, yield) && visitNames(x.Second, yield)
	}
	return true
}

func visitAll(all []Operand, yield func(string, diag.Span) bool) bool {
	for _, o := range all {
		if !visitNames(o, yield) {
			return false
		}
	}
	return true
}

// register checks a name that must be a register for a type.
func (v *verifier) register(scope *Scope, name string, span diag.Span, t Type, wider bool) {
	sym := scope.Lookup(name)
	switch {
	case sym == nil:
		v.undefined(name, span, scope)
	case !sym.Register:
		v.errs.Add(diag.Errorf(codeOperand, span, "'%s' is not a register", name))
	case !t.fits(sym.Type, wider):
		v.errs.Add(diag.Errorf(codeOperand, span, "'%s' is a register of .%s, which does not hold .%s", name,
			sym.Type, t))
	}
}

// roles checks the operands against the signatures of the form: the one with as many operands.
func (v *verifier) roles(in *Instruction, f form, scope *Scope) {
	roles := f.signatures(in)
	if roles == "" {
		return
	}
	ts := in.Types()
	if f.types != "" && len(ts) == 0 {
		v.errs.Add(diag.Errorf(codeOperand, in.Span, "'%s' has no type", in.Name()))
		return
	}
	var counts []string
	extra := f.extraRoles(in)
	for signature := range strings.SplitSeq(strings.TrimSpace(roles), " ") {
		signature = repeated(signature, len(in.Operands)) + extra
		if len(signature) == len(in.Operands) {
			for i, o := range in.Operands {
				v.role(signature[i], o, ts, scope)
			}
			return
		}
		counts = append(counts, strconv.Itoa(len(signature)))
	}
	v.errs.Add(diag.Errorf(codeOperand, in.Span, "'%s' has %s operands, not %d", in.Name(),
		strings.Join(counts, " or "), len(in.Operands)))
}

// repeated returns a signature for a number of operands: the letter before a * as often as it takes.
func repeated(signature string, n int) string {
	first, isOpen := strings.CutSuffix(signature, "*")
	if !isOpen {
		return signature
	}
	first, last := first[:len(first)-1], first[len(first)-1:]
	return first + strings.Repeat(last, max(n-len(first), 0))
}

// role checks one operand.
func (v *verifier) role(role byte, o Operand, ts []Type, scope *Scope) {
	switch role {
	case 'd':
		v.result(o, ts[0], scope, false)
	case 'c':
		v.result(o, ts[0], scope, true)
	case 'W':
		v.result(o, ts[0].twice(), scope, false)
	case 'w':
		v.source(o, ts[0].twice(), scope, false)
	case 'm', 'i':
		v.moved(o, ts[0], scope)
	case 'e':
		v.result(o, "b32", scope, false)
	case 'f':
		v.source(o, ts[0], scope, false)
	case 's':
		v.source(o, ts[len(ts)-1], scope, false)
	case 'u':
		v.source(o, "b32", scope, false)
	case 'h':
		v.source(o, "b16", scope, false)
	case 'g':
		v.source(o, "b64", scope, false)
	case 'p':
		v.source(o, "pred", scope, false)
	case 'q':
		if p, ok := o.(*Pair); ok {
			v.result(p.First, "pred", scope, false)
			v.result(p.Second, "pred", scope, false)
			return
		}
		v.result(o, "pred", scope, false)
	case 'r':
		v.results(o, scope)
	case 'v', 'V':
		v.elements(role, o, ts[len(ts)-1], scope)
	case 'a':
		v.address(o, scope)
	case 't':
		v.tile(o, scope)
	case 'n':
		if n, ok := o.(*Immediate); !ok || n.Kind != Integer {
			v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected a constant integer"))
		}
	case 'l':
		n, ok := o.(*Name)
		if sym := (*Symbol)(nil); ok {
			sym = scope.Lookup(n.Name)
			ok = sym == nil || sym.Label != nil // undefined names were reported
		}
		if !ok {
			v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected a label"))
		}
	}
}

// moved checks an operand of mov, which may also be the name of a variable or a vector.
func (v *verifier) moved(o Operand, t Type, scope *Scope) {
	if n, ok := o.(*Name); ok {
		if sym := scope.Lookup(n.Name); sym != nil && sym.Register {
			v.register(scope, n.Name, n.Span, t, false)
		}
	}
}

// elements checks what is loaded or stored: a register or a vector of registers.
func (v *verifier) elements(role byte, o Operand, t Type, scope *Scope) {
	all := []Operand{o}
	if vec, ok := o.(*Vector); ok {
		all = vec.Elements
	}
	for _, e := range all {
		if role == 'v' {
			v.result(e, t, scope, true)
		} else {
			v.source(e, t, scope, true)
		}
	}
}

// results checks a register, or a vector or a pair of registers, whatever their types.
func (v *verifier) results(o Operand, scope *Scope) {
	var all []Operand
	switch x := o.(type) {
	case *Vector:
		all = x.Elements
	case *Pair:
		v.results(x.First, scope)
		v.results(x.Second, scope)
		return
	default:
		all = []Operand{o}
	}
	for _, e := range all {
		n, ok := e.(*Name)
		if sym := (*Symbol)(nil); ok && n.Name != "_" {
			sym = scope.Lookup(n.Name)
			ok = sym == nil || sym.Register // undefined names were reported
		}
		if !ok {
			v.errs.Add(diag.Errorf(codeOperand, e.Place(), "expected a register for a result"))
		}
	}
}

func (v *verifier) address(o Operand, scope *Scope) {
	a, ok := o.(*Address)
	switch {
	case !ok:
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected an address in brackets"))
		return
	case a.Coordinates != nil:
		v.errs.Add(diag.Errorf(codeOperand, a.Coordinates.Span, "an address of memory has no coordinates"))
		return
	}
	v.base(a, scope)
}

// base checks what an address begins with.
func (v *verifier) base(a *Address, scope *Scope) {
	sym := scope.Lookup(a.Base)
	if a.Base == "" || sym == nil || sym.Variable != nil {
		return
	}
	if !sym.Register || sym.Type.Kind() == Float || sym.Type.Bits() != 32 && sym.Type.Bits() != 64 {
		v.errs.Add(diag.Errorf(codeOperand, a.Span, "'%s' does not hold an address", a.Base))
	}
}

func (v *verifier) result(o Operand, t Type, scope *Scope, wider bool) {
	n, ok := o.(*Name)
	if !ok || n.Negated || n.Offset != 0 {
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected a register for a result"))
		return
	}
	if n.Name != "_" && scope.Lookup(n.Name) != nil {
		v.register(scope, n.Name, n.Span, t, wider)
	}
}

func (v *verifier) source(o Operand, t Type, scope *Scope, wider bool) {
	switch x := o.(type) {
	case *Immediate:
		if t.Kind() == Float && x.Kind == Integer && !t.loose() ||
			t.Kind() != Float && t.Kind() != Bits && x.Kind != Integer {
			v.errs.Add(diag.Errorf(codeOperand, x.Span, "the number does not fit .%s", t))
		}
	case *Name:
		sym := scope.Lookup(x.Name)
		switch {
		case sym == nil: // reported
		case sym.Register:
			v.register(scope, x.Name, x.Span, t, wider)
		case sym.Variable != nil || sym.Function != nil:
			v.errs.Add(diag.Errorf(codeOperand, x.Span, "'%s' is no register",
				x.Name).Suggest("mov takes its address to a register"))
		case sym.Special && strings.HasPrefix(x.Name, "%") && !v.reads:
			v.errs.Add(diag.Errorf(codeOperand, x.Span, "'%s' is a special register, which mov and cvt read",
				x.Name).
				Suggest("mov it to a register of the kernel first"))
		case sym.Label != nil || t == "pred" || sym.Special && sym.Type.Bits() > max(t.Bits(), 32) ||
			sym.Special && t.Bits() < 16:
			v.errs.Add(diag.Errorf(codeOperand, x.Span, "'%s' cannot be an operand of .%s", x.Name, t))
		}
	default:
		v.errs.Add(diag.Errorf(codeOperand, o.Place(), "expected a register or a number"))
	}
}

// BadOperand returns the diagnostic for an operand that does not fit its instruction.
func BadOperand(span diag.Span, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(codeOperand, span, format, args...)
}

// UnknownForm returns the diagnostic for a form of an instruction that is not known.
func UnknownForm(in *Instruction) *diag.Diagnostic {
	return diag.Errorf(codeInstruction, in.Span, "'%s' is not known in this form", in.Name())
}
