package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// launchFlags are the flags for the launch of a kernel in PTX.
type launchFlags struct {
	grid, block string
	shared      int64
	file        string // with a description
	described   []launchfile.Description
	hazards     hazardFlags
}

func (f *launchFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.grid, "grid", "",
		"blocks of a PTX kernel, `X,Y,Z` (default: its\nmetadata's, else 1)")
	c.Flags().StringVar(&f.block, "block", "",
		"threads in a block of a PTX kernel, `X,Y,Z`\n(default: its directives' or metadata's, else 128)")
	c.Flags().Int64Var(&f.shared, "shared", -1,
		"`bytes` of dynamic shared memory of a PTX kernel, by\ndefault its metadata's, else 48 KiB;")
	c.Flags().StringVar(&f.file, "launch", "", "`FILE` with the description of a PTX kernel's launch")
	f.hazards.register(c)
}

// given reports whether one of the flags was used.
func (f *launchFlags) given() bool {
	return f.grid != "" || f.block != "" || f.shared >= 0 || f.file != "" || f.hazards.given()
}

// onlyPTX refuses the flags for programs in other languages.
func (f *launchFlags) onlyPTX() error {
	if f.given() {
		return usagef(
			"--grid, --block, --shared, --launch, --strict, --pdl and --const are for kernels in PTX")
	}
	return nil
}

// isPTX reports whether a file holds PTX. It returns false if --input-format names a language.
func (a *app) isPTX(file *diag.File) bool {
	return a.format == language.Unknown && language.IsPTX(file)
}

// namesPTX reports whether the name of a file is that of a file with PTX.
func namesPTX(name string) bool { return strings.EqualFold(filepath.Ext(name), ".ptx") }

// onlyJudged returns the error for a PTX file that is given to a command other than check and run.
func onlyJudged(name string) error {
	return usagef("%s is PTX, which can be checked and run: 'inflight check %[1]s', 'inflight run %[1]s'",
		name)
}

// plans reads one kernel of a file, or all of them, and plans a launch for each.
func (a *app) plans(source *diag.File, launch launchFlags, entry string, args []string) ([]*judge.Plan,
	error) {
	o := judge.Options{Kernel: entry, DynamicShared: launch.shared}
	launch.hazards.options(&o)
	var err error
	if o.Grid, err = parseExtents("grid", launch.grid); err != nil {
		return nil, err
	}
	if o.Block, err = parseExtents("block", launch.block); err != nil {
		return nil, err
	}
	m, err := judge.Load(source)
	if err != nil {
		return nil, err
	}
	if o.Metadata, err = launch.descriptions(source); err != nil {
		return nil, err
	}
	if len(launch.described) == 1 && entry == "" {
		o.Kernel, entry = launch.described[0].Name, launch.described[0].Name
	}
	if o.Args, err = launchArgs(m, args); err != nil {
		return nil, err
	}
	if kernels := m.Kernels(); entry == "" && len(kernels) > 1 && len(args) == 0 {
		return planAll(m, kernels, o)
	}
	plan, err := judge.NewPlan(m, o)
	return []*judge.Plan{plan}, err
}

func planAll(m *ptx.Module, kernels []*ptx.Function, o judge.Options) ([]*judge.Plan, error) {
	var plans []*judge.Plan
	for _, k := range kernels {
		o.Kernel = k.Name
		plan, err := judge.NewPlan(m, o)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// parseExtents parses the value of --grid and --block. It returns zeros for an empty value.
func parseExtents(flag, text string) (machine.Extents, error) {
	e := machine.Extents{}
	if text == "" {
		return e, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) > 3 {
		return e, usagef("--%s %s: expected at most three numbers", flag, text)
	}
	e = machine.Extents{1, 1, 1}
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 {
			return e, usagef("--%s %s: expected numbers from 1, as in 8,4", flag, text)
		}
		e[i] = n
	}
	return e, nil
}

// launchArgs parses --arg NAME=FILE.npy and NAME=NUMBER.
func launchArgs(m *ptx.Module, flags []string) (map[string]machine.Arg, error) {
	args := map[string]machine.Arg{}
	for _, f := range flags {
		name, value, ok := strings.Cut(f, "=")
		if !ok || name == "" || value == "" {
			return nil, usagef("--arg %s: expected NAME=FILE.npy or NAME=NUMBER", f)
		}
		if strings.HasSuffix(value, ".npy") {
			array, err := npy.ReadFile(value)
			if err != nil {
				return nil, err
			}
			args[name] = machine.Arg{Buffer: &machine.Buffer{Name: name, Data: array.Data}}
			continue
		}
		bits, err := numberBits(m, name, value)
		if err != nil {
			return nil, usagef("--arg %s: expected NAME=FILE.npy or NAME=NUMBER", f)
		}
		args[name] = machine.Arg{Bits: bits}
	}
	return args, nil
}

// numberBits returns the bits of a number for a parameter. The number is a float if the parameter is one or
// if the text is no integer.
func numberBits(m *ptx.Module, name, text string) (uint64, error) {
	kind, size := ptx.NoType, int64(4)
	for _, f := range m.Kernels() {
		if i := slices.IndexFunc(f.Params, func(v *ptx.Variable) bool { return v.Name == name }); i >= 0 {
			kind, size = f.Params[i].Type.Kind(), f.Params[i].Size()
		}
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && kind != ptx.Float {
		return uint64(n), nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if size == 4 {
		return uint64(math.Float32bits(float32(v))), err
	}
	return math.Float64bits(v), err
}

// checkPTX judges one kernel of a file, or all of them, and reports what it found.
func (a *app) checkPTX(ctx context.Context, file *diag.File, launch launchFlags, entry string, args []string,
	every bool) error {
	reports, err := a.judgePTX(ctx, file, launch, entry, args)
	if err != nil {
		return err
	}
	accepts, err := a.accepts(file)
	if err != nil {
		return err
	}
	for _, r := range reports {
		acceptPTX(accepts, r)
	}
	if a.acceptance.write != "" {
		return a.writeBaseline(ctx, file, ptxFindings(reports))
	}
	a.warn(accepts.Complaints(func(function string) bool { return isJudged(reports, function) }))
	return a.tellAccepted(accepts, a.reportPTX(reports, every, (*judge.Report).WriteText, nil))
}

// judgePTX judges one kernel of a file, or all of them.
func (a *app) judgePTX(ctx context.Context, file *diag.File, launch launchFlags, entry string,
	args []string) ([]*judge.Report, error) {
	plans, err := a.plans(file, launch, entry, args)
	if err != nil {
		return nil, err
	}
	var reports []*judge.Report
	for _, p := range plans {
		report, err := judge.Check(ctx, p)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report)
	}
	return reports, nil
}

// reportPTX writes reports and renders the judge's findings. If there are errors, it returns the exit status.
// add, if not nil, adds fields to the JSON report of a kernel. With every it writes each finding, otherwise
// one for each cause.
func (a *app) reportPTX(reports []*judge.Report, every bool, write func(*judge.Report, io.Writer) error,
	add func(*ptxReportJSON)) error {
	all := []ptxReportJSON{}
	var said diag.List
	ok := true
	for i, r := range reports {
		j := ptxJSON(r)
		if add != nil {
			add(&j)
		}
		all = append(all, j)
		found := r.Diagnostics()
		if every {
			found = r.AllDiagnostics()
		}
		said.Add(a.leadToSource(r, found)...)
		ok = ok && r.OK()
		if a.json || a.findings.isWhole() {
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := write(r, a.out); err != nil {
			return err
		}
	}
	if a.json {
		if err := writeJSON(a.out, all); err != nil {
			return err
		}
	}
	a.warn(said)
	if !ok {
		return exitStatus(exitError)
	}
	return nil
}

// runPTX runs a kernel and reports on its buffers.
func (a *app) runPTX(ctx context.Context, file *diag.File, launch launchFlags, flags inputFlags, outs,
	shown []string) error {
	files, err := parseOuts(outs)
	if err != nil {
		return err
	}
	plans, err := a.plans(file, launch, flags.entry, flags.args)
	if err != nil {
		return err
	}
	if len(plans) > 1 {
		return usagef("%s has %d kernels; --entry names one of them", file.Name, len(plans))
	}
	plan := plans[0]
	if err := checkParams(plan.Kernel, files, shown); err != nil {
		return err
	}
	plan.Randomize(flags.seed)
	result, err := judge.Run(ctx, plan, flags.seed)
	if err != nil {
		return err
	}
	memory := kernelMemory(result)
	if result.OK() {
		if err := files.write(ctx, memory); err != nil {
			return err
		}
	}
	return a.reportPTX([]*judge.Report{result.Report}, false, func(_ *judge.Report, w io.Writer) error {
		if err := result.WriteText(w); err != nil || !result.OK() {
			return err
		}
		if err := inflight.WriteMemory(w, memory); err != nil {
			return err
		}
		if err := printMemory(w, shown, memory); err != nil {
			return err
		}
		return nameFiles(w, files.files())
	}, func(j *ptxReportJSON) {
		j.Memory = memoryReport(memory, shown)
		if result.OK() {
			j.Written = files.files()
		}
	})
}

// kernelMemory returns the buffers of a launch. Their elements have the types with which the kernel accesses
// them.
func kernelMemory(r *judge.Result) []inflight.Memory {
	var memory []inflight.Memory
	for i, d := range judge.ElementTypes(r.Kernel) {
		if array := r.Array(i, d); array != nil {
			memory = append(memory,
				inflight.Memory{Name: r.Kernel.Params[i].Name, Type: d.String(), Changed: r.Changed(i),
					Array: array})
		}
	}
	return memory
}

// checkParams returns an error if --out or --print names a parameter of the kernel that is no buffer.
func checkParams(k *machine.Kernel, files outputs, shown []string) error {
	known := func(flag, name string) error {
		i := slices.IndexFunc(k.Params, func(p machine.Param) bool { return p.Name == name })
		if i < 0 || !k.Params[i].Pointer {
			return usagef("%s: '%s' has no pointer of that name", flag, k.Name)
		}
		return nil
	}
	for _, name := range shown {
		if err := known("--print "+name, name); err != nil {
			return err
		}
	}
	for _, out := range files {
		if err := known("--out "+out.name+"="+out.file, out.name); err != nil {
			return err
		}
		if err := checkFolder(out.file); err != nil {
			return err
		}
	}
	return nil
}

// ptxReportJSON is the report on a kernel as JSON.
type ptxReportJSON struct {
	Kernel   string          `json:"kernel"`
	Grid     machine.Extents `json:"grid"`
	Block    machine.Extents `json:"block"`
	Shared   int64           `json:"shared_bytes"`
	Assumed  []string        `json:"assumed"`
	Waits    []ptxWaitJSON   `json:"waits"`
	Fences   []ptxFenceJSON  `json:"fences"`
	Hazards  int             `json:"hazards"`
	OK       bool            `json:"ok"`    // nothing is wrong
	Steps    int64           `json:"steps"` // instructions of warps
	Complete bool            `json:"complete"`
	Banks    []bankJSON      `json:"banks"`
	// Memory is the contents of the buffers after a run. Written are the names of the files that were
	// written.
	Memory  []memoryJSON `json:"memory"`
	Written []string     `json:"written"`
}

// ptxWaitJSON is the verdict on a wait for groups.
type ptxWaitJSON struct {
	Line        int    `json:"line"`
	Instruction string `json:"instruction"`
	N           int    `json:"n"`
	// Exact is the largest count without a hazard, null if the wait needs no count, or the exact count is not
	// known.
	Exact   *int          `json:"exact"`
	Verdict judge.Verdict `json:"verdict"`
	// InFlight is the largest number of groups that can be in flight before the wait on any path, null if
	// there is no bound.
	InFlight *int `json:"in_flight"`
}

// ptxFenceJSON is the verdict on a fence for the asynchronous proxy. Enough is the instruction that is
// enough, null if it is not wider than that. Orders and Before are the lines of two accesses that need it,
// null where there are none.
type ptxFenceJSON struct {
	Line        int           `json:"line"`
	Instruction string        `json:"instruction"`
	Verdict     judge.Verdict `json:"verdict"`
	Enough      *string       `json:"enough"`
	Orders      *int          `json:"orders"`
	Before      *int          `json:"before"`
}

func fenceJSON(f *judge.Fence) ptxFenceJSON {
	j := ptxFenceJSON{Line: f.Line, Instruction: f.Text, Verdict: f.Verdict}
	if f.Enough != "" {
		j.Enough = &f.Enough
	}
	if f.From != nil {
		from, to := f.From.Span.Place().Line, f.To.Span.Place().Line
		j.Orders, j.Before = &from, &to
	}
	return j
}

type bankJSON struct {
	Line        int    `json:"line"`
	Instruction string `json:"instruction"`
	Accesses    int64  `json:"accesses"`
	Passes      int64  `json:"passes"`
	Ideal       int64  `json:"ideal"`
}

func ptxJSON(r *judge.Report) ptxReportJSON {
	j := ptxReportJSON{
		Kernel: r.Kernel.Name, Grid: r.Config.Grid, Block: r.Config.Block,
		Shared:  r.Kernel.StaticShared() + r.Config.DynamicShared,
		Assumed: list(r.Assumed), Waits: []ptxWaitJSON{}, Fences: []ptxFenceJSON{}, OK: r.OK(),
		Steps:    r.Steps,
		Complete: len(r.NotReached) == 0,
		Banks:    []bankJSON{}, Memory: []memoryJSON{}, Written: []string{},
	}
	for _, w := range r.Waits {
		j.Waits = append(j.Waits,
			ptxWaitJSON{w.Line, w.Text, w.N, known(w.Exact, w.Exact >= 0), w.Verdict,
				known(w.InFlight, w.InFlight >= 0)})
	}
	for i := range r.Fences {
		j.Fences = append(j.Fences, fenceJSON(&r.Fences[i]))
	}
	for _, d := range r.Findings {
		if d.Severity == diag.Error {
			j.Hazards++
		}
	}
	for _, u := range r.Banks {
		j.Banks = append(j.Banks, bankJSON{
			Line: u.Instruction.Span.Place().Line, Instruction: fmt.Sprint(u.Instruction),
			Accesses: u.Accesses, Passes: u.Wavefronts, Ideal: u.Ideal,
		})
	}
	return j
}
