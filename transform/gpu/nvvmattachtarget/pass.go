package nvvmattachtarget

import (
	"regexp"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeOption = diag.Register("nvvm-attach-target-option",
	"an option of nvvm-attach-target has a value that no target has",
	"The level O is 0 to 3, the chip and the triple are not empty, and the option module is a regular "+
		"expression.")

// Pass is nvvm-attach-target.
var Pass = pass.Register(&pass.Pass{
	Name:    "nvvm-attach-target",
	Title:   "GpuNVVMAttachTarget",
	Summary: "Attaches an NVVM target attribute to a GPU Module.",
	Doc: "The modules of kernels directly in the module, of which a part of the name matches the option " +
		"module, get one more target, " +
		"#nvvm.target, unless an equal one is their last. The chip and the features decide the .target and " +
		"the .version of PTX that is written " +
		"of such a module.",
	Options: []pass.Option{
		{Name: "module", Type: pass.String,
			Help: "Regex used to identify the modules to attach the target to."},
		{Name: "triple", Type: pass.String, Default: nvvm.DefaultTarget.Triple, Help: "Target triple."},
		{Name: "chip", Type: pass.String, Default: nvvm.DefaultTarget.Chip, Help: "Target chip."},
		{Name: "features", Type: pass.String,
			Help: "Target features, default is to use the minimum PTX ISA version for the SM target."},
		{Name: "O", Type: pass.Int, Default: "2", Help: "Optimization level."},
		{Name: "fast", Type: pass.Bool, Help: "Enable fast math mode."},
		{Name: "ftz", Type: pass.Bool, Help: "Enable flush to zero for denormals."},
		{Name: "l", Type: pass.Strings, Help: "Extra bitcode libraries paths to link to."},
		{Name: "ptxas-cmd-options", Type: pass.String,
			Help: "Command line options passed to downstream compiler"},
	},
	Before: `gpu.module @m {
}
`,
	After: `module {
  gpu.module @m [#nvvm.target] {
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	name, err := regexp.Compile(r.String("module"))
	if err != nil {
		return r.Op.Errorf(codeOption, "the option module is no regular expression: %v", err)
	}
	target := targetOf(r)
	if wrong := target.Fault(); wrong != "" {
		return r.Op.Errorf(codeOption, "%s", wrong)
	}
	a := target.Attr(r.Context())
	for _, region := range r.Op.Regions() {
		for _, block := range region.Blocks() {
			for op := range block.Ops() {
				if op.Is(gpu.Module) && name.MatchString(op.SymbolName()) {
					r.Count("targets attached", attach(op, a))
				}
			}
		}
	}
	return nil
}

// targetOf returns the target that the options describe.
func targetOf(r *pass.Run) nvvm.Target {
	c := r.Context()
	t := nvvm.Target{Optimization: r.Int("O"), Triple: r.String("triple"), Chip: r.String("chip"),
		Features: r.String("features")}
	var flags []ir.NamedAttr
	for _, name := range []string{"fast", "ftz"} {
		if r.Bool(name) {
			flags = append(flags, ir.NamedAttr{Name: name, Value: c.Unit})
		}
	}
	if words := strings.Fields(r.String("ptxas-cmd-options")); len(words) > 0 {
		flags = append(flags, ir.NamedAttr{Name: "ptxas-cmd-options", Value: stringsAttr(c, words)})
	}
	if len(flags) > 0 {
		t.Flags = c.Dict(flags)
	}
	if files := r.Strings("l"); len(files) > 0 {
		t.Link = stringsAttr(c, files)
	}
	return t
}

func stringsAttr(c *ir.Context, words []string) *ir.ArrayAttr {
	list := make([]ir.Attr, len(words))
	for i, w := range words {
		list[i] = c.String(w)
	}
	return c.Array(list)
}

// attach adds a target behind those of a module, unless it is the last one, and returns how many it added.
func attach(module *ir.Op, target ir.Attr) int {
	var list []ir.Attr
	if old, ok := module.Attr("targets").(*ir.ArrayAttr); ok {
		list = old.Elems
	}
	added := slices.Compact(append(slices.Clone(list), target))
	module.SetAttr("targets", module.Context().Array(added))
	return max(len(added)-len(list), 0)
}
