package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/timeline"
)

// inputFlags are the flags for the entry and the arguments of a program.
type inputFlags struct {
	entry string
	args  []string
	dims  []string
	seed  uint64
}

func (f *inputFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.entry, "entry", "", "`function` to run (default: the only one,\nor @main)")
	c.Flags().StringArrayVar(&f.args, "arg", nil, "`NAME=VALUE`, a .npy file or number (default: random)")
	c.Flags().StringArrayVar(&f.dims, "dim", nil,
		fmt.Sprintf("`NAME=N`, a dynamic extent (default: %d)", exec.DefaultExtent))
	c.Flags().Uint64Var(&f.seed, "seed", 1, "`number` behind random data and schedules")
}

// limitFlags are the flags for the limits of an engine.
type limitFlags struct {
	memory  string
	threads uint
}

func (f *limitFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.memory, "memory-limit", "",
		"`size` that the program may have, with its arguments\nand globals, such as 512MiB (default: the "+
			"engine's)")
	c.Flags().UintVar(&f.threads, "threads", 0,
		"`number` of threads (default: one per processor; of\nthe engine native, INFLIGHT_THREADS before "+
			"that)")
}

// limits parses the flags.
func (f *limitFlags) limits() (exec.Limits, error) {
	l := exec.Limits{Threads: int(min(f.threads, 1024))}
	if f.memory == "" {
		return l, nil
	}
	n, ok := native.ParseSize(f.memory)
	if ok && n > 0 {
		l.Memory = n
		return l, nil
	}
	return l, usagef("--memory-limit %s: expected a size such as 512MiB", f.memory)
}

// inputs parses the flags.
func (f *inputFlags) inputs() (exec.Inputs, error) {
	in := exec.Inputs{Args: map[string]string{}, Dims: map[string]int64{}, Seed: f.seed}
	for _, a := range f.args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "" || value == "" {
			return in, usagef("--arg %s: expected NAME=FILE.npy or NAME=NUMBER", a)
		}
		name = strings.TrimPrefix(name, "%")
		if _, twice := in.Args[name]; twice {
			return in, usagef("--arg %s: argument '%s' is given twice", a, name)
		}
		in.Args[name] = value
	}
	for _, d := range f.dims {
		name, value, _ := strings.Cut(d, "=")
		var n int64
		if _, err := fmt.Sscanf(value, "%d", &n); err != nil || n < 0 || fmt.Sprint(n) != value {
			return in, usagef("--dim %s: expected NAME=N with N at least 0", d)
		}
		name = strings.TrimPrefix(name, "%")
		if _, twice := in.Dims[name]; twice {
			return in, usagef("--dim %s: extent '%s' is given twice", d, name)
		}
		in.Dims[name] = n
	}
	return in, nil
}

const runHelp = `Run pipelines the annotated loops, checks the synchronization of the result,
runs it on an engine, and reports versions, waits, verdict, times, and what the
run has changed: shapes, first values and sums.

The engine wasm compiles to WebAssembly, and that to machine code, within the
process; sim is the abstract machine, which runs everything and has a time of
its own; native compiles with clang 22 and runs in a process of its own, which
is no sandbox: do not give it programs that you do not trust; cuda runs kernels
on an NVIDIA GPU and the rest on sim, with the helper program inflight-cuda, and
measures the kernels.

What the simulator does in a fraction of a second, it does as well: it compares
the result with that of the program as written, and draws a timeline of the
abstract machine. What the program prints goes to standard output, and then the
report to standard error; with --json the report has it. A trace of what really
ran, on the engine wasm, opens in Perfetto's UI. A kernel in PTX is launched on
the abstract machine. A program of TFRT, in the dialect tfrt or as a BEF file,
is executed by its rules, on --threads threads, and prints what each function
returns.`

// runFlags are the flags of inflight run.
type runFlags struct {
	inputs                   inputFlags
	outs, shown              []string
	engine, compare, trace   string
	measure                  time.Duration
	limits                   limitFlags
	launch                   launchFlags
	checks, graphs, fastMath bool
}

func (a *app) runCommand() *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Pipeline, prove and run a program, and compare it with the program as written",
		Long:  runHelp,
		Example: "  inflight run examples/gemm/gemm.mlir\n" +
			"  inflight run examples/reduction/reduction.mlir --dim chunks=10 --out sum=/tmp/sum.npy\n" +
			"  inflight run examples/tvm/attention.py --compare never\n" +
			"  inflight run examples/gemm/small.mlir --engine sim\n" +
			"  inflight run examples/async/gemm.mlir --trace /tmp/gemm.json\n" +
			"  inflight run examples/gemm/small.mlir --engine native --bounds-checks --time-limit 10s\n" +
			"  inflight run examples/gpu/triad.mlir --engine cuda",
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return a.runFile(c, args[0], flags) },
	}
	flags.register(c)
	a.acceptedInRuns(c)
	c.Flags().BoolVar(&a.json, "json", false, "report as JSON")
	a.inputFormat(c)
	return c
}

func (f *runFlags) register(c *cobra.Command) {
	f.inputs.register(c)
	c.Flags().StringArrayVar(&f.outs, "out", nil,
		"`NAME=FILE` to write an argument to after the run;\nwhat a function returns is called result")
	c.Flags().StringArrayVar(&f.shown, "print", nil,
		"`NAME` of an argument, or result, to print after the\nrun: the edges of it if it is large")
	c.Flags().StringVar(&f.engine, "engine", "",
		"`engine` to run on: "+strings.Join(exec.Names(), ", ")+
			"\n(default: wasm, or sim for what wasm cannot compile)")
	c.Flags().StringVar(&f.compare, "compare", "auto",
		"`when` to simulate as well and compare: auto, always\nor never")
	c.Flags().StringVar(&f.trace, "trace", "", "write a Chrome trace of what really ran to a `file`")
	c.Flags().DurationVar(&f.measure, "measure", usuallyMeasured,
		"`time` to run again, in order and overlapped in turn,\nto compare how long it takes; 0 for "+
			"not\nat all")
	oneOf(c, "engine", false, exec.Names()...)
	oneOf(c, "compare", false, comparisons...)
	machineCode(c, &f.checks, &f.graphs)
	c.Flags().BoolVar(&f.fastMath, "fast-math", false,
		"let the engines wasm and native add and multiply\nfloats in another order: faster, and "+
			"rounded\ndifferently")
	f.limits.register(c)
	f.launch.register(c)
}

// runFile runs the program, or the kernel in PTX, in a file.
func (a *app) runFile(c *cobra.Command, name string, flags runFlags) error {
	if _, err := exec.Lookup(flags.engine); flags.engine != "" && err != nil {
		return notOneOf("--engine", flags.engine, exec.Names())
	}
	for i, name := range flags.shown {
		flags.shown[i] = strings.TrimPrefix(name, "%")
	}
	file, err := a.open(name)
	if err != nil {
		return err
	}
	if file, err = flags.launch.module(a, file); err != nil {
		return err
	}
	if a.isPTX(file) {
		if err := notForPTX(c); err != nil {
			return err
		}
		return a.runPTX(c.Context(), file, flags.launch, flags.inputs, flags.outs, flags.shown)
	}
	if err := flags.launch.onlyPTX(); err != nil {
		return err
	}
	if a.acceptance.baseline != "" {
		return usagef("--baseline is for kernels in PTX; 'inflight check' takes it for all programs")
	}
	if bef.IsBEF(file.Content) {
		return a.runBEF(c, file, flags)
	}
	config, err := flags.config()
	if err != nil {
		return err
	}
	config.Measure = a.measuring(c, config.Compare, flags.measure)
	return a.runProgram(c, file, config, flags)
}

// config returns the configuration of a run that the flags describe.
func (f *runFlags) config() (inflight.RunConfig, error) {
	config := inflight.RunConfig{Entry: f.inputs.entry, Engine: f.engine,
		Code: exec.Code{BoundsChecks: f.checks, DeviceGraphs: f.graphs, FastMath: f.fastMath}}
	if f.trace != "" {
		config.Options.Trace = &timeline.Timeline{}
	}
	var err error
	if config.Inputs, err = f.inputs.inputs(); err != nil {
		return config, err
	}
	if config.Options.Limits, err = f.limits.limits(); err != nil {
		return config, err
	}
	config.Compare, err = parseCompare(f.compare)
	return config, err
}

// machineCode adds the flags for engines that compile with clang.
func machineCode(c *cobra.Command, boundsChecks, deviceGraphs *bool) {
	c.Flags().BoolVar(boundsChecks, "bounds-checks", false,
		"check accesses to memory in code made by clang;\nother engines always do")
	c.Flags().BoolVar(deviceGraphs, "device-graphs", false,
		"give a GPU graphs of its operations in place of\nstreams and events")
}

// usuallyMeasured is how long a program runs again to compare times, unless --measure says so.
const usuallyMeasured = 3 * time.Second

// measuring returns how long a program may run again, in order and overlapped, to compare the times. It is
// the value of --measure if that is given, else at most an eighth of the command's time limit.
func (a *app) measuring(c *cobra.Command, compare inflight.Compare, asked time.Duration) time.Duration {
	switch {
	case c.Flags().Changed("measure"):
		return asked
	case compare == inflight.CompareNever:
		return 0
	case a.timeLimit > 0:
		return min(usuallyMeasured, a.timeLimit/8)
	}
	return usuallyMeasured
}

// comparisons are the values of --compare, in the order of the constants.
var comparisons = []string{"auto", "always", "never"}

// parseCompare parses --compare.
func parseCompare(text string) (inflight.Compare, error) {
	i := slices.Index(comparisons, text)
	if i < 0 {
		return 0, notOneOf("--compare", text, comparisons)
	}
	return inflight.Compare(i), nil
}

func (a *app) runProgram(c *cobra.Command, file *diag.File, config inflight.RunConfig, flags runFlags) error {
	outputs, err := parseOuts(flags.outs)
	if err != nil {
		return err
	}
	if err := flags.checkTrace(); err != nil {
		return err
	}
	m, err := a.parse(c.Context(), file, true)
	if err != nil {
		return err
	}
	if isTFRT(m) {
		return a.runModule(c, m, flags)
	}
	if err := checkMemory(m, config.Entry, outputs, flags.shown); err != nil {
		return err
	}
	p := newProgress(a.err)
	config.Progress = p.update
	prints := a.printing(p)
	config.Options.Output = prints.Output
	report, err := m.Run(c.Context(), config)
	p.done()
	if report != nil {
		a.warn(report.Warnings)
	}
	if err == nil {
		err = prints.Err()
	}
	if err != nil {
		prints.failed()
		return err
	}
	if err := outputs.write(c.Context(), report.Memory()); err != nil {
		return err
	}
	written := outputs.files()
	if report.Measured != nil {
		if err := writeTrace(c.Context(), flags.trace, report.Measured); err != nil {
			return err
		}
		written = append(written, flags.trace)
	}
	if err := a.writeRun(report, prints, flags.shown, written); err != nil {
		return err
	}
	return flags.lacksTrace(report)
}

// checkTrace returns an error if --trace is given for an engine that records no timeline, or for a file in a
// folder that does not exist.
func (f *runFlags) checkTrace() error {
	if f.trace == "" {
		return nil
	}
	if engine, err := exec.Lookup(f.engine); err == nil && engine.Describe().Traces == "" {
		return usagef(
			"--trace %s: the engine %s does not measure what runs; use --engine wasm, or inflight sim "+
				"--trace", f.trace, f.engine)
	}
	return checkFolder(f.trace)
}

// lacksTrace returns an error if --trace is given and the run has recorded no timeline.
func (f *runFlags) lacksTrace(report *inflight.RunReport) error {
	switch {
	case f.trace == "" || report.Measured != nil:
		return nil
	case report.About.Traces == "":
		return usagef(
			"--trace %s: the program ran on the engine %s, which does not measure what runs; use inflight "+
				"sim --trace", f.trace, report.Engine)
	case report.About.GivesTraced == "":
		return usagef("--trace %s: the program has no %s, which are what is measured", f.trace,
			report.About.Traces)
	}
	return usagef("--trace %s: the program has no %s, which are what is measured; %s", f.trace,
		report.About.Traces, report.About.GivesTraced)
}

// writeRun writes the report on a run, and the names of the files that were written.
func (a *app) writeRun(report *inflight.RunReport, prints *printing, shown, written []string) error {
	if a.json {
		return writeRunJSON(a.out, report, prints.text.String(), shown, written)
	}
	w := prints.report()
	if err := report.WriteText(w, timelineOptions(w)); err != nil {
		return err
	}
	if err := printMemory(w, shown, report.Memory()); err != nil {
		return err
	}
	return nameFiles(w, written)
}

// nameFiles writes the names of the files that were written.
func nameFiles(w io.Writer, files []string) error {
	for _, file := range files {
		if _, err := diag.Fprintf(w, "wrote %s\n", file); err != nil {
			return err
		}
	}
	return nil
}

// notForPTX returns an error if a flag is given that does not apply to kernels in PTX.
func notForPTX(c *cobra.Command) error {
	for _, name := range []string{"engine", "compare", "trace", "memory-limit", "threads", "bounds-checks",
		"device-graphs", "fast-math", "dim"} {
		if c.Flags().Changed(name) {
			return usagef("--%s: a kernel in PTX runs on the abstract machine, which has no such flag", name)
		}
	}
	return nil
}

// checkMemory returns an error if --out or --print names memory that the entry does not have.
func checkMemory(m *inflight.Module, entry string, outputs outputs, shown []string) error {
	if len(outputs) == 0 && len(shown) == 0 {
		return nil
	}
	fn, err := exec.Entry(m.Op(), entry)
	if err != nil {
		return err
	}
	for _, name := range shown {
		if err := knownMemory("--print "+name, name, fn); err != nil {
			return err
		}
	}
	return outputs.check(fn)
}

// output is the value of one flag --out.
type output struct{ name, file string }

type outputs []output

// files returns the names of the files.
func (o outputs) files() []string {
	names := make([]string, len(o))
	for i, out := range o {
		names[i] = out.file
	}
	return names
}

func parseOuts(flags []string) (outputs, error) {
	var all outputs
	for _, f := range flags {
		name, file, ok := strings.Cut(f, "=")
		if !ok || name == "" || file == "" {
			return nil, usagef("--out %s: expected NAME=FILE.npy", f)
		}
		all = append(all, output{strings.TrimPrefix(name, "%"), file})
	}
	return all, nil
}

// check returns an error if the files certainly cannot be written after the run.
func (o outputs) check(fn *ir.Op) error {
	for _, out := range o {
		if err := knownMemory("--out "+out.name+"="+out.file, out.name, fn); err != nil {
			return err
		}
		if err := checkFolder(out.file); err != nil {
			return err
		}
	}
	return nil
}

// knownMemory returns an error if the value of a flag names no memory of the function.
func knownMemory(flag, name string, fn *ir.Op) error {
	names := inflight.MemoryNames(fn)
	switch {
	case slices.Contains(names, name):
		return nil
	case len(names) == 0:
		return usagef("%s: '@%s' has no memref or tensor as argument or result", flag, fn.SymbolName())
	}
	if near := diag.Nearest(name, names); near != "" {
		return usagef("%s: '@%s' has no memref or tensor of that name; did you mean '%s'? It has: %s",
			flag, fn.SymbolName(), near, strings.Join(names, ", "))
	}
	return usagef("%s: '@%s' has no memref or tensor of that name; it has: %s", flag, fn.SymbolName(),
		strings.Join(names, ", "))
}

// write writes the named memory to the files: all of them, or none.
func (o outputs) write(ctx context.Context, memory []inflight.Memory) error {
	files := outFiles{ctx: ctx}
	defer files.discard()
	for _, out := range o {
		m, err := findMemory(memory, out.name)
		if err != nil {
			return err
		}
		if err := files.add(out.file, func(w io.Writer) error { return npy.Write(w, m.Array) }); err != nil {
			return err
		}
	}
	return files.commit()
}

// findMemory returns the memory with a name that knownMemory has accepted.
func findMemory(memory []inflight.Memory, name string) (inflight.Memory, error) {
	i := slices.IndexFunc(memory, func(m inflight.Memory) bool { return m.Name == name })
	if i < 0 {
		return inflight.Memory{}, usagef("'%s' has elements that arrays cannot have", name)
	}
	return memory[i], nil
}

// printMemory writes the named memory in full, or its edges if it is large.
func printMemory(w io.Writer, names []string, memory []inflight.Memory) error {
	for _, name := range names {
		m, err := findMemory(memory, name)
		if err != nil {
			return err
		}
		if err := printArray(w, name, m.Array); err != nil {
			return err
		}
	}
	return nil
}

func printArray(w io.Writer, name string, array *npy.Array) error {
	_, err := fmt.Fprintf(w, "\n%s =\n%s\n", diag.Printable(name), exec.NumbersOf(array))
	return err
}
