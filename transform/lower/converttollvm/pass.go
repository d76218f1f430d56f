package converttollvm

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeOption = diag.Register("convert-to-llvm-option",
	"convert-to-llvm is given an option that it cannot follow",
	"filter-dialects takes dialects that have a conversion: vector, math, complex, index, ub, arith, "+
		"memref, cf and func. dynamic asks for what attributes of "+
		"targets say, which no conversion here reads: leave it out.")

// conversion is what converts a dialect.
type conversion struct{ dialect, pass string }

// conversions has memref behind arith, since what a memref.generic_atomic_rmw computes is to be of the llvm
// dialect, and func last.
var conversions = []conversion{
	{"math", "convert-math-to-llvm"},
	{"complex", "convert-complex-to-llvm{partial=true}"},
	{"index", "convert-index-to-llvm"},
	{"ub", "convert-ub-to-llvm"},
	{"vector", "convert-vector-to-llvm"},
	{"arith", "convert-arith-to-llvm"},
	{"memref", "finalize-memref-to-llvm"},
	{"cf", "convert-cf-to-llvm"},
	{"func", "convert-func-to-llvm"},
}

// Pass is convert-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-to-llvm",
	Title:   "ConvertToLLVMPass",
	Summary: "Convert to LLVM via dialect interfaces found in the input IR",
	Doc: "Runs the conversion to the llvm dialect of each dialect that the program has operations of: " +
		"math, complex, index, ub, vector, arith, " +
		"memref, cf and func. What they have no lowering for stays where mlir-opt leaves it, as scf and " +
		"functions of the C library do: run convert-scf-to-cf " +
		"and convert-math-to-libm before. filter-dialects restricts the pass to some dialects.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "filter-dialects", Type: pass.Strings,
			Help: "Test conversion patterns of only the specified dialects"},
		{Name: "dynamic", Type: pass.Bool, Default: "false",
			Help: "Use op conversion attributes to configure the conversion"},
		{Name: "allow-pattern-rollback", Type: pass.Bool, Default: "true",
			Help: "Experimental performance flag to disallow pattern rollback; no conversion here rolls back"},
	},
	Before: `func.func @f(%i: index, %x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^a, ^b(%x : f32)
^a:
  %0 = math.sqrt %x : f32
  cf.br ^b(%0 : f32)
^b(%y: f32):
  %1 = arith.addf %y, %x : f32
  return %1 : f32
}
`,
	After: `module {
  llvm.func @f(%arg0: i64, %arg1: f32, %arg2: i1) -> f32 {
    llvm.cond_br %arg2, ^bb1, ^bb2(%arg1 : f32)
  ^bb1:  // pred: ^bb0
    %0 = llvm.intr.sqrt(%arg1) : (f32) -> f32
    llvm.br ^bb2(%0 : f32)
  ^bb2(%1: f32):  // 2 preds: ^bb0, ^bb1
    %2 = llvm.fadd %1, %arg1 : f32
    llvm.return %2 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	passes, err := chosen(r)
	if err != nil || len(passes) == 0 {
		return err
	}
	p, err := pass.Parse(r.Op.Name() + "(" + strings.Join(passes, ",") + ")")
	if err != nil {
		return err
	}
	diags := r.RunOn(p, r.Op)
	if diags.HasErrors() {
		return diags.Err()
	}
	for _, d := range diags {
		r.Report(d)
	}
	return nil
}

// chosen returns the passes for the dialects that the program has operations of.
func chosen(r *pass.Run) ([]string, error) {
	if r.Bool("dynamic") {
		return nil, r.Op.Errorf(codeOption, "convert-to-llvm cannot follow its option dynamic")
	}
	only := r.Strings("filter-dialects")
	for _, name := range only {
		if !slices.ContainsFunc(conversions, func(c conversion) bool { return c.dialect == name }) {
			return nil, r.Op.Errorf(codeOption,
				"no conversion to the llvm dialect is known for '%s', which filter-dialects names", name)
		}
	}
	present := dialects(r.Op)
	var passes []string
	for _, c := range conversions {
		if present[c.dialect] && (len(only) == 0 || slices.Contains(only, c.dialect)) {
			passes = append(passes, c.pass)
		}
	}
	if len(passes) > 1 {
		passes = append(passes, "reconcile-unrealized-casts") // of one conversion to the next
	}
	return passes, nil
}

// dialects returns the dialects that a program has operations of.
func dialects(module *ir.Op) map[string]bool {
	present := map[string]bool{}
	for op := range module.Walk() {
		present[op.Def().DialectName()] = true
	}
	return present
}
