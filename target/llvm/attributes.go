package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// attributes returns the attributes of argument i of a function or a call, or of its result. A blank follows
// each.
func (w *writer) attributes(op *ir.Op, list string, i int) string {
	a, ok := op.Attr(list).(*ir.ArrayAttr)
	if !ok || i >= len(a.Elems) {
		return ""
	}
	d, ok := a.Elems[i].(*ir.DictAttr)
	if !ok {
		return ""
	}
	var text strings.Builder
	for _, e := range d.Entries {
		if name, ours := strings.CutPrefix(e.Name, "llvm."); ours {
			text.WriteString(w.attribute(op, name, e.Value))
			text.WriteByte(' ')
		}
	}
	return text.String()
}

// attribute returns one attribute of a parameter.
func (w *writer) attribute(op *ir.Op, name string, a ir.Attr) string {
	switch name {
	case "nocapture":
		return "captures(none)"
	case "align":
		if n, ok := a.(*ir.IntegerAttr); ok {
			return "align " + strconv.FormatInt(n.Value, 10)
		}
	case "alignstack", "dereferenceable", "dereferenceable_or_null":
		if n, ok := a.(*ir.IntegerAttr); ok {
			return name + "(" + strconv.FormatInt(n.Value, 10) + ")"
		}
	case "byval", "byref", "sret", "inalloca", "preallocated", "elementtype":
		if t, ok := a.(*ir.TypeAttr); ok {
			return name + "(" + w.typ(op, t.Type) + ")"
		}
	case "range":
		if p, ok := a.(*ir.ParametricAttr); ok && p.Def == llvm.ConstantRange {
			return w.rangeText(op, p)
		}
	default:
		if _, ok := a.(*ir.UnitAttr); ok && parameterFlags[name] {
			return name
		}
	}
	w.fail(op, codeAttribute, "says 'llvm.%s' of a parameter, which has no form in LLVM IR", name)
	return ""
}

// parameterFlags are the attributes of parameters that have no value.
var parameterFlags = words("allocalign allocptr dead_on_unwind immarg inreg nest noalias noext nofree " +
	"nonnull noundef readnone readonly " +
	"returned signext swiftasync swifterror swiftself writable writeonly zeroext")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(list) {
		set[name] = true
	}
	return set
}

// rangeText returns the interval that a number lies in.
func (w *writer) rangeText(op *ir.Op, p *ir.ParametricAttr) string {
	t, ok := p.Params[0].(*ir.TypeAttr)
	if !ok || len(p.Params) < 3 {
		w.fail(op, codeAttribute, "has a range that LLVM IR cannot hold")
		return ""
	}
	bound := func(i int) string { return w.constant(op, p.Params[i], t.Type) }
	return "range(" + w.typ(op, t.Type) + " " + bound(1) + ", " + bound(2) + ")"
}

// flagAttributes are the attributes of functions without a value, with LLVM's names.
var flagAttributes = map[string]string{
	"convergent": "convergent", "no_inline": "noinline", "always_inline": "alwaysinline",
	"inline_hint": "inlinehint",
	"no_unwind":   "nounwind", "will_return": "willreturn", "optimize_none": "optnone",
	"arm_streaming": `"aarch64_pstate_sm_enabled"`, "arm_locally_streaming": `"aarch64_pstate_sm_body"`,
	"arm_streaming_compatible": `"aarch64_pstate_sm_compatible"`, "arm_new_za": `"aarch64_new_za"`,
	"arm_in_za":  `"aarch64_in_za"`,
	"arm_out_za": `"aarch64_out_za"`, "arm_inout_za": `"aarch64_inout_za"`,
	"arm_preserves_za": `"aarch64_preserves_za"`,
}

// textAttributes are the attributes of functions with a value, which LLVM keeps as text.
var textAttributes = map[string]string{
	"target_cpu": "target-cpu", "tune_cpu": "tune-cpu", "target_features": "target-features",
	"reciprocal_estimates": "reciprocal-estimates",
	"prefer_vector_width":  "prefer-vector-width", "denormal_fp_math": "denormal-fp-math",
	"denormal_fp_math_f32": "denormal-fp-math-f32",
	"fp_contract":          "fp-contract", "instrument_function_entry": "instrument-function-entry",
	"instrument_function_exit": "instrument-function-exit", "no_infs_fp_math": "no-infs-fp-math",
	"no_nans_fp_math":         "no-nans-fp-math",
	"no_signed_zeros_fp_math": "no-signed-zeros-fp-math", "frame_pointer": "frame-pointer",
}

// functionAttributes returns the attributes of a function.
func (w *writer) functionAttributes(op *ir.Op) []string {
	list := w.callAttributes(op)
	for _, p := range op.Properties() {
		if name, ok := textAttributes[p.Name]; ok && p.Value != nil {
			list = append(list, quote(name)+"="+quote(attributeText(p.Value)))
		}
	}
	if p, ok := op.Attr("vscale_range").(*ir.ParametricAttr); ok {
		list = append(list, "vscale_range("+attributeText(p.Params[0])+","+attributeText(p.Params[1])+")")
	}
	switch e, _ := op.Attr("uwtable_kind").(*ir.EnumAttr); {
	case e == nil || e.Value == 0:
	case e.Value == 1:
		list = append(list, "uwtable(sync)")
	default:
		list = append(list, "uwtable")
	}
	if a, ok := op.Attr("passthrough").(*ir.ArrayAttr); ok {
		for _, e := range a.Elems {
			list = append(list, w.passed(op, e))
		}
	}
	return list
}

// callAttributes returns those attributes that both functions and calls can have.
func (w *writer) callAttributes(op *ir.Op) []string {
	var list []string
	for _, p := range op.Properties() {
		if name, ok := flagAttributes[p.Name]; ok && p.Value != nil {
			list = append(list, name)
		}
	}
	if p, ok := op.Attr("memory_effects").(*ir.ParametricAttr); ok {
		list = append(list, memory(p))
	}
	return list
}

// attributeText returns the value of an attribute that LLVM keeps as text.
func attributeText(a ir.Attr) string {
	switch a := a.(type) {
	case *ir.StringAttr:
		return a.Value
	case *ir.IntegerAttr:
		if it, ok := a.Type.(*ir.IntegerType); ok && it.Width == 1 {
			return strconv.FormatBool(a.Value != 0)
		}
		return strconv.FormatInt(a.Value, 10)
	case *ir.EnumAttr:
		return strings.Trim(string(ir.AppendEnum(nil, a.Def, a.Value)), `"`)
	case *ir.ParametricAttr:
		list := make([]string, len(a.Params))
		for i, p := range a.Params {
			list[i] = attributeText(p)
		}
		return strings.Join(list, ",")
	}
	return a.String()
}

var memoryNames = [...]string{"", "argmem: ", "inaccessiblemem: ", "errnomem: ", "target_mem0: ",
	"target_mem1: "}

// memory returns how a function accesses memory: first the access to most kinds of memory, then the
// exceptions.
func memory(p *ir.ParametricAttr) string {
	value := func(i int) string {
		if i >= len(p.Params) || p.Params[i] == nil {
			return "readwrite"
		}
		return attributeText(p.Params[i])
	}
	other := value(0)
	var list []string
	if other != "none" {
		list = append(list, other)
	}
	for i := 1; i < len(memoryNames); i++ {
		if v := value(i); v != other {
			list = append(list, memoryNames[i]+v)
		}
	}
	if len(list) == 0 {
		return "memory(none)"
	}
	return "memory(" + strings.Join(list, ", ") + ")"
}

// wordAttributes are the attributes of functions for which LLVM has a word. All others are text.
var wordAttributes = words("alwaysinline builtin cold convergent coro_elide_safe " +
	"coro_only_destroy_when_complete " +
	"disable_sanitizer_instrumentation fn_ret_thunk_extern hot hybrid_patchable inlinehint jumptable " +
	"minsize mustprogress naked " +
	"nobuiltin nocallback nocf_check nocreateundeforpoison nodivergencesource noduplicate nofree " +
	"noimplicitfloat noinline nomerge " +
	"nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage nosync " +
	"nounwind " +
	"null_pointer_is_valid optdebug optforfuzzing optnone optsize presplitcoroutine returns_twice " +
	"safestack sanitize_address " +
	"sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability " +
	"sanitize_realtime " +
	"sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack skipprofile speculatable " +
	"speculative_load_hardening ssp sspreq sspstrong strictfp willreturn")

// passed returns an attribute that the program passes to LLVM: a name, or a name with a value.
func (w *writer) passed(op *ir.Op, a ir.Attr) string {
	switch a := a.(type) {
	case *ir.StringAttr:
		switch {
		case wordAttributes[a.Value]:
			return a.Value
		case a.Value == "uwtable":
			return "uwtable"
		}
		return quote(a.Value)
	case *ir.ArrayAttr:
		if len(a.Elems) == 2 {
			name, value := attributeText(a.Elems[0]), attributeText(a.Elems[1])
			switch name {
			case "alignstack":
				return "alignstack=" + value
			case "uwtable", "allockind", "allocsize", "memory", "vscale_range":
				break // the value in LLVM differs from the text here
			default:
				return quote(name) + "=" + quote(value)
			}
		}
	}
	w.fail(op, codeAttribute, "passes an attribute through that has no form in LLVM IR")
	return ""
}
