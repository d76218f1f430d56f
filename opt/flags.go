package opt

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/inflight-compiler/inflight/pass"
)

// DefaultSplitMarker is the line that separates programs in a file; in TVMScript it is TVMScriptSplitMarker.
const (
	DefaultSplitMarker   = "// -----"
	TVMScriptSplitMarker = "# -----"
)

// bare is the value of a pass's flag that is given without options.
const bare = " "

// Flags registers the flags on fs, with one for each registered pass. Parsing them sets cfg.
func Flags(fs *pflag.FlagSet, cfg *Config) {
	fs.StringVar(&cfg.Pipeline, "pass-pipeline", "",
		"run the passes of a textual pipeline, as in builtin.module(func.func(cse),symbol-dce)")
	fs.StringVarP(&cfg.Output, "output", "o", "-", "file to write; written only when nothing failed")
	fs.Var(&cfg.Input, "input-format",
		"mlir or tvmscript (default: by the name of the file, .mlir or .py, else by its text)")
	fs.Var(&cfg.Emit, "emit", "print mlir (the default) or tvmscript")
	fs.StringVar(&cfg.SplitMarker, "split-input-file", "",
		"process the parts of the input separately that this line separates")
	fs.Lookup("split-input-file").NoOptDefVal = DefaultSplitMarker
	fs.Var(&verifyValue{&cfg.Verify}, "verify-diagnostics",
		"compare diagnostics with expected-* comments: all or only-expected")
	fs.Lookup("verify-diagnostics").NoOptDefVal = string(VerifyAll)
	fs.BoolVar(&cfg.AllowUnregistered, "allow-unregistered-dialect", false,
		"accept operations that no dialect describes")
	fs.Var(&negated{&cfg.SkipVerify}, "verify-each", "verify the program after each pass")
	fs.Lookup("verify-each").NoOptDefVal = "true"
	fs.BoolVar(&cfg.Sequential, "mlir-disable-threading", false, "transform functions one after the other")
	printingFlags(fs, cfg)
	fs.BoolVar(&cfg.Timing, "mlir-timing", false, "report how long everything took")
	fs.BoolVar(&cfg.Stats, "stats", false, "report what passes counted, such as how often each rewrite fired")
	fs.BoolVar(&cfg.Stats, "mlir-pass-statistics", false, "same as --stats")
	fs.BoolVar(&cfg.DumpPipeline, "dump-pass-pipeline", false, "print the pipeline that is run")
	fs.StringVar(&cfg.Reproducer, "mlir-pass-pipeline-crash-reproducer", "",
		"file that gets program and pipeline when a pass fails")
	for _, p := range pass.All() {
		fs.Var(&passValue{cfg, p}, p.Name, passUsage(p))
		fs.Lookup(p.Name).NoOptDefVal = bare
	}
}

func printingFlags(fs *pflag.FlagSet, cfg *Config) {
	fs.BoolVar(&cfg.Generic, "mlir-print-op-generic", false, "print operations in generic form")
	fs.BoolVar(&cfg.DebugInfo, "mlir-print-debuginfo", false, "print locations")
	p := &cfg.Printing
	fs.BoolVar(&p.BeforeAll, "mlir-print-ir-before-all", false, "print the program before each pass")
	fs.BoolVar(&p.AfterAll, "mlir-print-ir-after-all", false, "print the program after each pass")
	fs.StringSliceVar(&p.Before, "mlir-print-ir-before", nil, "print the program before these passes")
	fs.StringSliceVar(&p.After, "mlir-print-ir-after", nil, "print the program after these passes")
	fs.BoolVar(&p.OnlyChanged, "mlir-print-ir-after-change", false,
		"print after a pass only when it changed the program")
	fs.BoolVar(&p.OnlyFailed, "mlir-print-ir-after-failure", false, "print after a pass only when it failed")
	fs.BoolVar(&p.ModuleScope, "mlir-print-ir-module-scope", false,
		"print the whole program, not only what the pass ran on")
}

func passUsage(p *pass.Pass) string {
	usage := "run pass: " + p.Summary
	for _, o := range p.Options {
		usage += fmt.Sprintf("\n  %s=<%s>: %s", o.Name, o.Type, o.Help)
	}
	return usage
}

// passValue is the value of a pass's flag. Setting it appends to the list of passes, which therefore run in
// the order of the command line.
type passValue struct {
	cfg  *Config
	pass *pass.Pass
}

func (v *passValue) String() string { return "" }
func (v *passValue) Type() string   { return "options" }

func (v *passValue) Set(options string) error {
	if options == bare {
		options = ""
	}
	if _, err := pass.ParseValues(v.pass, options); err != nil {
		return err
	}
	v.cfg.Passes = append(v.cfg.Passes, PassFlag{v.pass.Name, options})
	return nil
}

// verifyValue is the value of the flag --verify-diagnostics.
type verifyValue struct{ mode *VerifyMode }

func (v *verifyValue) String() string { return string(*v.mode) }
func (v *verifyValue) Type() string   { return "mode" }

func (v *verifyValue) Set(text string) error {
	switch m := VerifyMode(text); m {
	case VerifyAll, VerifyOnlyExpected:
		*v.mode = m
		return nil
	}
	return fmt.Errorf("expected %s or %s", VerifyAll, VerifyOnlyExpected)
}

// negated is a boolean flag that is true by default.
type negated struct{ off *bool }

func (v *negated) String() string   { return fmt.Sprint(v.off == nil || !*v.off) }
func (v *negated) Type() string     { return "bool" }
func (v *negated) IsBoolFlag() bool { return true }

func (v *negated) Set(text string) error {
	switch text {
	case "true", "1":
		*v.off = false
	case "false", "0":
		*v.off = true
	default:
		return fmt.Errorf("expected true or false")
	}
	return nil
}
