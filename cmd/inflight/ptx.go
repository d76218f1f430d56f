package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

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
	cluster     string
	shared      int64
	file        string // with a description
	described   []launchfile.Description
	hazards     hazardFlags
	steps       int64
	quiet       bool
}

func (f *launchFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.grid, "grid", "",
		"blocks of a PTX kernel, `X,Y,Z` (default: its\nmetadata's, else 1)")
	c.Flags().StringVar(&f.block, "block", "",
		"threads in a block of a PTX kernel, `X,Y,Z`\n(default: its directives' or metadata's, else 128)")
	c.Flags().StringVar(&f.cluster, "cluster", "",
		"blocks of a PTX kernel's cluster, `X,Y,Z` (default:\nits directive's or metadata's, else 1, or 2 "+
			"if it\nneeds several)")
	c.Flags().Int64Var(&f.shared, "shared", -1,
		"`bytes` of dynamic shared memory of a PTX kernel, by\ndefault its metadata's, or the most;")
	c.Flags().StringVar(&f.file, "launch", "", "`FILE` with the description of a PTX kernel's launch")
	c.Flags().Int64Var(&f.steps, "steps", 0,
		"`limit` of a PTX kernel's instructions in a launch\n(default 10^9; 2*10^7 if it was "+
			"guessed, and\n"+
			"5*10^5 for all that are tried beside it)")
	f.hazards.register(c)
}

// argUsage tells what --arg takes.
const argUsage = "`NAME=VALUE` of a PTX parameter; its position or,\n" +
	"for a field, NAME.OFFSET do as well. VALUE is a\nnumber, a .npy file, hex:DIGITS, bytes:SIZE, " +
	"or\nbytes:SIZE@PLACE for a pointer to byte PLACE"

// given reports whether one of the flags was used.
func (f *launchFlags) given() bool {
	return f.grid != "" || f.block != "" || f.cluster != "" || f.shared >= 0 || f.file != "" || f.steps > 0 ||
		f.hazards.given()
}

// onlyPTX refuses the flags for programs in other languages.
func (f *launchFlags) onlyPTX() error {
	if f.given() {
		return usagef(
			"--grid, --block, --cluster, --shared, --launch, --steps, --strict, --pdl and --const are for " +
				"kernels in " +
				"PTX")
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
	if o.Cluster, err = parseExtents("cluster", launch.cluster); err != nil {
		return nil, err
	}
	if o.Given, err = launchArgs(args); err != nil {
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
	o.Folder, o.Steps = launch.folder(source), launch.steps
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

// launchArgs parses the values of --arg.
func launchArgs(flags []string) ([]judge.Given, error) {
	var all []judge.Given
	for _, f := range flags {
		g, err := launchArg(f)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// launchArg parses KEY=NUMBER, KEY=FILE.npy, KEY=bytes:SIZE, KEY=bytes:SIZE@PLACE and KEY=hex:DIGITS.
func launchArg(f string) (judge.Given, error) {
	key, value, ok := strings.Cut(f, "=")
	bad := usagef("--arg %s: expected NAME=NUMBER, NAME=FILE.npy, NAME=bytes:SIZE or NAME=hex:DIGITS; for "+
		"NAME, "+
		"the position of the parameter does as well", f)
	if !ok || key == "" || value == "" {
		return judge.Given{}, bad
	}
	g := judge.Given{Key: key}
	if size, isSize := strings.CutPrefix(value, "bytes:"); isSize {
		size, at, hasPlace := strings.Cut(size, "@")
		n, err := strconv.ParseInt(size, 0, 64)
		if err != nil || n < 0 || n > mostBytes {
			return g, usagef("--arg %s: expected a number of bytes from 0 to %d", f, int64(mostBytes))
		}
		if hasPlace {
			if g.At, err = strconv.ParseInt(at, 0, 64); err != nil || g.At < 0 || g.At > n {
				return g, usagef("--arg %s: expected behind @ where the pointer points, from 0 to %d", f, n)
			}
		}
		g.Buffer = &machine.Buffer{Name: key, Data: make([]byte, n)}
		return g, nil
	}
	if digits, isHex := strings.CutPrefix(value, "hex:"); isHex {
		decoded, err := hex.DecodeString(digits)
		if err != nil {
			return g, usagef("--arg %s: expected two hexadecimal digits for each byte", f)
		}
		g.Bytes = decoded
		return g, nil
	}
	if strings.HasSuffix(value, ".npy") {
		array, err := npy.ReadFile(value)
		if err != nil {
			return g, err
		}
		g.Buffer = &machine.Buffer{Name: key, Data: array.Data}
		return g, nil
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil {
		if _, err := strconv.ParseUint(value, 0, 64); err != nil {
			if _, err := strconv.ParseInt(value, 0, 64); err != nil {
				return g, bad
			}
		}
	}
	g.Number = value
	return g, nil
}

// mostBytes is the largest buffer that --arg makes.
const mostBytes = 1 << 30

// checkPTX judges one kernel of a file, or all of them, and reports what it found.
func (a *app) checkPTX(ctx context.Context, file *diag.File, launch launchFlags, entry string, args []string,
	every bool) error {
	studies, err := a.judgePTX(ctx, file, launch, entry, args)
	if err != nil {
		return err
	}
	accepts, err := a.accepts(file)
	if err != nil {
		return err
	}
	var reports []*judge.Report
	for _, s := range studies {
		acceptPTX(accepts, s.Report)
		s.Settle()
		reports = append(reports, s.Report)
	}
	if a.acceptance.write != "" {
		return a.writeBaseline(ctx, file, ptxFindings(reports))
	}
	a.warn(accepts.Complaints(func(function string) bool { return isJudged(reports, function) }))
	return a.tellAccepted(accepts, a.reportPTX(toldStudies(studies, every, launch.quiet)))
}

// toldStudies returns what is told of kernels that were judged.
func toldStudies(studies []*judge.Study, every, quiet bool) []toldReport {
	var told []toldReport
	for _, s := range studies {
		t := toldReport{Report: s.Report, outcome: s.Outcome, json: studyJSON(s), write: s.WriteText,
			said: s.Diagnostics(every)}
		if quiet {
			t.said = slices.DeleteFunc(t.said, func(d *diag.Diagnostic) bool {
				return d.Severity == diag.Remark
			})
		}
		told = append(told, t)
	}
	return told
}

// toldReport is what is told of a kernel.
type toldReport struct {
	*judge.Report
	outcome judge.Outcome
	json    ptxReportJSON
	write   func(io.Writer) error
	said    diag.List
}

// judgePTX judges one kernel of a file, or all of them, over the launches that nobody excluded.
func (a *app) judgePTX(ctx context.Context, file *diag.File, launch launchFlags, entry string,
	args []string) ([]*judge.Study, error) {
	plans, err := a.plans(file, launch, entry, args)
	if err != nil {
		return nil, badInput(err)
	}
	var studies []*judge.Study
	for _, p := range plans {
		p.Config.VerdictOnly = true
		study, err := judge.Sweep(ctx, p, judge.SweepOptions{Steps: launch.steps, Progress: a.progress(p)})
		if err != nil {
			return nil, err
		}
		studies = append(studies, study)
	}
	return studies, nil
}

// reportPTX writes reports and renders the judge's findings. If there are errors, it returns the exit status.
func (a *app) reportPTX(reports []toldReport) error {
	all := []ptxReportJSON{}
	var said diag.List
	worst, partial := judge.Clean, false
	for i, r := range reports {
		all = append(all, r.json)
		said.Add(a.leadToSource(r.Report, r.said)...)
		if r.outcome == judge.Wrong || worst == judge.Clean {
			worst = r.outcome
		}
		partial = partial || r.IsPartial()
		if a.json || a.findings.isWhole() {
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := r.write(a.out); err != nil {
			return err
		}
	}
	if a.json {
		if err := writeJSON(a.out, all); err != nil {
			return err
		}
	}
	a.warn(said)
	switch {
	case worst == judge.Wrong:
		return exitStatus(exitError)
	case worst == judge.Depends || partial:
		return exitStatus(exitUndecided)
	}
	return nil
}

// badInput makes mistakes in a kernel's text, and launches that cannot be, end the command as mistakes on the
// command line do.
func badInput(err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return err
	}
	return unusable{err}
}

// progress returns what tells how far a sweep is, nil if nobody watches: lines that begin after a while.
func (a *app) progress(p *judge.Plan) func(done, all int, what string) {
	if _, ok := terminal(a.err); !ok {
		return nil
	}
	begin := time.Now()
	last := begin
	return func(done, all int, what string) {
		if now := time.Now(); now.Sub(begin) > 2*time.Second && now.Sub(last) > time.Second {
			last = now
			_, _ = diag.Fprintf(a.err, "%s: launch %d of %d: %s\n", p.Kernel.Name, done+1, all, what)
		}
	}
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
		return badInput(err)
	}
	if len(plans) > 1 {
		return usagef("%s has %d kernels; --entry names one of them", file.Name, len(plans))
	}
	plan := plans[0]
	if err := checkParams(plan.Kernel, files, shown); err != nil {
		return err
	}
	accepts, err := a.accepts(file)
	if err != nil {
		return err
	}
	plan.Accept = func(r *judge.Report) { acceptPTX(accepts, r) }
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
	outcome := judge.Clean
	told := ptxJSON(result.Report)
	told.Memory = memoryReport(memory, shown)
	if result.OK() {
		told.Written = files.files()
	} else {
		outcome = judge.Wrong
	}
	told.Outcome = outcome
	write := func(w io.Writer) error {
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
	}
	// What was accepted and is not found is for check to tell, which tries more launches.
	return a.tellAccepted(accepts,
		a.reportPTX([]toldReport{{result.Report, outcome, told, write, result.Diagnostics()}}))
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
	Kernel  string          `json:"kernel"`
	Grid    machine.Extents `json:"grid"`
	Block   machine.Extents `json:"block"`
	Cluster machine.Extents `json:"cluster"`
	Shared  int64           `json:"shared_bytes"`
	Assumed []string        `json:"assumed"`
	Outcome judge.Outcome   `json:"outcome"` // clean, wrong or depends
	// Tried are what nobody said of the launch, with the values that were tried; DependsOn is the one that
	// the outcome depends on, or that shows what is wrong, null if there is none.
	Tried     []triedJSON    `json:"tried"`
	DependsOn *string        `json:"depends_on"`
	Waits     []ptxWaitJSON  `json:"waits"`
	Rings     []ptxRingJSON  `json:"rings"`
	Fences    []ptxFenceJSON `json:"fences"`
	Hazards   int            `json:"hazards"`
	OK        bool           `json:"ok"`    // nothing is wrong
	Steps     int64          `json:"steps"` // instructions of warps
	// Skipped is how a launch with a smaller number stood for this one, null if this one was executed.
	Skipped  *skippedJSON `json:"skipped"`
	Complete bool         `json:"complete"`
	Banks    []bankJSON   `json:"banks"`
	// Memory is the contents of the buffers after a run. Written are the names of the files that were
	// written.
	Memory  []memoryJSON `json:"memory"`
	Written []string     `json:"written"`
}

// skippedJSON is a number of a launch, which was executed with another one: from there on the synchronization
// repeats with each so many more.
type skippedJSON struct {
	What   string `json:"what"`
	Given  int64  `json:"given"`
	Used   int64  `json:"used"`
	Period int64  `json:"period"`
}

// triedJSON is something of a launch that nobody said.
type triedJSON struct {
	What string `json:"what"`
	// Flag is what gives it a value, which stands behind it.
	Flag     string   `json:"flag"`
	Why      string   `json:"why"`
	Right    []string `json:"right"`
	Wrong    []string `json:"wrong"`
	Excluded []string `json:"excluded"` // by the kernel, or by the limit of steps
	// ForAll says that no value is wrong: of those that a loop can count up to in its steps.
	ForAll bool `json:"forAll"`
}

// studyJSON is the report on a kernel over several launches.
func studyJSON(s *judge.Study) ptxReportJSON {
	j := ptxJSON(s.Report)
	j.Outcome = s.Outcome
	texts := func(choices []judge.Choice) []string {
		all := []string{}
		for _, c := range choices {
			all = append(all, c.Text)
		}
		return all
	}
	for _, g := range s.Plan.Guesses {
		j.Tried = append(j.Tried, triedJSON{g.What, g.Flag, g.Why, texts(s.Right[g]), texts(s.Wrong[g]),
			texts(s.Excluded[g]), s.ForAll[g] != ""})
	}
	if s.On != nil {
		j.DependsOn = &s.On.What
	}
	return j
}

// ptxPlaceJSON is a place in the program that PTX was made of.
type ptxPlaceJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// sourceJSON returns the place of the source of an instruction, nil if no directive tells it.
func sourceJSON(lines *ptx.Lines, in *ptx.Instruction) *ptxPlaceJSON {
	at := lines.At(in.Span.Start)
	if at == nil {
		return nil
	}
	return &ptxPlaceJSON{at.Filename, at.Line, at.Col}
}

// ptxWaitJSON is the verdict on a wait for groups.
type ptxWaitJSON struct {
	Line        int           `json:"line"`
	Source      *ptxPlaceJSON `json:"source"` // null if the PTX does not tell it
	Instruction string        `json:"instruction"`
	N           int           `json:"n"`
	// Exact is the largest count without a hazard, null if the wait needs no count, or the exact count is not
	// known.
	Exact   *int          `json:"exact"`
	Verdict judge.Verdict `json:"verdict"`
	// InFlight is the largest number of groups that can be in flight before the wait on any path, null if
	// there is no bound.
	InFlight *int `json:"in_flight"`
	// Releases is the line of what overwrites a slot that is read until this wait, null if the wait is not
	// what releases one.
	Releases *int `json:"releases"`
}

func waitJSON(lines *ptx.Lines, w *judge.Wait) ptxWaitJSON {
	return ptxWaitJSON{w.Line, sourceJSON(lines, w.Instruction), w.Text, w.N, known(w.Exact, w.Exact >= 0),
		w.Verdict, known(w.InFlight, w.InFlight >= 0), jsonLine(w.Releases)}
}

// jsonLine returns the line of an instruction, nil if there is none.
func jsonLine(in *ptx.Instruction) *int {
	if in == nil {
		return nil
	}
	line := in.Span.Place().Line
	return &line
}

// ptxRingJSON is a ring of slots: the lines in which the barrier objects of its slots are initialized, how
// many bytes copies bring in each fill, null if that differs, the warps that fill slots and that wait for
// them, and the most fills in flight.
type ptxRingJSON struct {
	Stages    int               `json:"stages"`
	Full      []int             `json:"full"`
	Empty     []int             `json:"empty"`
	Bytes     *int64            `json:"bytes"`
	Producers []ptxWarpJSON     `json:"producers"`
	Consumers []ptxWarpJSON     `json:"consumers"`
	InFlight  int               `json:"in_flight"`
	Steady    int               `json:"steady"` // of InFlight, when a slot is filled again
	Waits     []ptxRingWaitJSON `json:"waits"`
}

// ptxWarpJSON is a warp of a cluster.
type ptxWarpJSON struct {
	Block int `json:"block"` // its rank in the cluster
	Warp  int `json:"warp"`
}

func warpsJSON(warps []judge.Warp) []ptxWarpJSON {
	all := []ptxWarpJSON{}
	for _, w := range warps {
		all = append(all, ptxWarpJSON{w.Block, w.Number})
	}
	return all
}

// ptxRingWaitJSON is a wait of a ring. Slack is for how many stages more it waits than it must, null where
// nothing needs it, or where the readers of a slot are not followed; Needed tells the two apart.
type ptxRingWaitJSON struct {
	Line    int  `json:"line"`
	Empties bool `json:"for_empty_slot"`
	Slack   *int `json:"slack"`
	Needed  bool `json:"needed"`
}

func ringJSON(r *judge.Ring) ptxRingJSON {
	lines := func(all []*ptx.Instruction) []int {
		places := []int{}
		for _, in := range all {
			places = append(places, in.Span.Place().Line)
		}
		return places
	}
	j := ptxRingJSON{r.Stages(), lines(r.Full), lines(r.Empty), nil, warpsJSON(r.Producers),
		warpsJSON(r.Consumers), r.InFlight,
		r.Steady,
		[]ptxRingWaitJSON{}}
	if r.Bytes >= 0 {
		j.Bytes = &r.Bytes
	}
	for _, w := range r.Waits {
		j.Waits = append(j.Waits, ptxRingWaitJSON{w.Instruction.Span.Place().Line, w.Empty,
			known(w.Slack, w.Slack >= 0), w.Slack != judge.Needless})
	}
	return j
}

// ptxFenceJSON is the verdict on a fence, for the asynchronous proxy or of memory. Enough is the instruction
// that is enough, null if it is not wider than that. Orders and Before are the lines of two accesses that
// need it, null where there are none.
type ptxFenceJSON struct {
	Line        int           `json:"line"`
	Source      *ptxPlaceJSON `json:"source"` // null if the PTX does not tell it
	Instruction string        `json:"instruction"`
	Verdict     judge.Verdict `json:"verdict"`
	Enough      *string       `json:"enough"`
	Orders      *int          `json:"orders"`
	Before      *int          `json:"before"`
}

func fenceJSON(lines *ptx.Lines, f *judge.Fence) ptxFenceJSON {
	j := ptxFenceJSON{Line: f.Line, Source: sourceJSON(lines, f.Instruction), Instruction: f.Text,
		Verdict: f.Verdict}
	if f.Enough != "" {
		j.Enough = &f.Enough
	}
	j.Orders, j.Before = jsonLine(f.From), jsonLine(f.To)
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
		Cluster: r.Kernel.Cluster(r.Config),
		Shared:  r.Kernel.StaticShared() + r.Config.DynamicShared,
		Assumed: list(r.Assumed), Tried: []triedJSON{}, Waits: []ptxWaitJSON{}, Rings: []ptxRingJSON{},
		Fences: []ptxFenceJSON{},
		OK:     r.OK(), Steps: r.Steps,
		Complete: len(r.NotReached) == 0,
		Banks:    []bankJSON{}, Memory: []memoryJSON{}, Written: []string{},
	}
	if s := r.Skipped; s != nil {
		j.Skipped = &skippedJSON{s.What, s.From, s.To, s.Adds}
	}
	lines := r.Kernel.Module().SourceLines()
	for i := range r.Waits {
		j.Waits = append(j.Waits, waitJSON(lines, &r.Waits[i]))
	}
	for _, ring := range r.Rings {
		j.Rings = append(j.Rings, ringJSON(ring))
	}
	for i := range r.Fences {
		j.Fences = append(j.Fences, fenceJSON(lines, &r.Fences[i]))
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
