package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/fromhlo"
	"github.com/inflight-compiler/inflight/ranks/frommpi"
	"github.com/inflight-compiler/inflight/ranks/lines"
)

// ranksFlags are the flags for programs of several ranks.
type ranksFlags struct {
	// ranks is "" without the flag, files for the flag alone, or a number of ranks.
	ranks     string
	transport string
	costs     []string
	streams   string // which transfers of a schedule's rank hold each other up
}

// filesOfRanks is the value of --ranks without a number: each file is the program of a rank.
const filesOfRanks = "files"

// ranksFlag adds the flag for programs of several ranks, with what the command does to them.
func (f *ranksFlags) ranksFlag(c *cobra.Command, does string) {
	c.Flags().StringVar(&f.ranks, "ranks", "",
		does+" programs of several ranks: `files` of all ranks,\na schedule, or one program for N ranks "+
			"(--ranks=N)")
	c.Flags().Lookup("ranks").NoOptDefVal = filesOfRanks
}

// transportFlag adds the flag for the transport.
func (f *ranksFlags) transportFlag(c *cobra.Command) {
	c.Flags().StringVar(&f.transport, "transport", "rendezvous",
		"when sends end, `RULE`: rendezvous, batched,\nbuffered or buffered:SLOTS")
	oneOf(c, "transport", false, ranks.Transports...)
}

// parseTransport returns the transport of the flags.
func (f *ranksFlags) parseTransport() (ranks.Transport, error) {
	t, ok := ranks.ParseTransport(f.transport)
	if !ok {
		return t, notOneOf("--transport", f.transport, ranks.Transports)
	}
	return t, nil
}

// streamsFlag adds the flag for the streams of transfers.
func (f *ranksFlags) streamsFlag(c *cobra.Command) {
	c.Flags().StringVar(&f.streams, "streams", pipelineschedule.StreamsOf[0],
		"transfers of a schedule that hold each other up:\nthose of a `rank`, of a pair of ranks, or none "+
			"(message)")
	oneOf(c, "streams", false, pipelineschedule.StreamsOf...)
}

// parseStreams returns the streams of the flags.
func (f *ranksFlags) parseStreams() (pipelineschedule.Streams, error) {
	i := slices.Index(pipelineschedule.StreamsOf, f.streams)
	if i < 0 {
		return 0, notOneOf("--streams", f.streams, pipelineschedule.StreamsOf)
	}
	return pipelineschedule.Streams(i), nil
}

// filesOrRanks accepts one file, or with --ranks the files of all ranks.
func (f *ranksFlags) filesOrRanks(c *cobra.Command, args []string) error {
	if f.ranks == "" {
		return oneFile(c, args)
	}
	if len(args) == 0 {
		return usagef("--ranks needs the programs of the ranks, or one schedule or one program of all ranks")
	}
	return nil
}

// isSchedule reports whether a file is a schedule by its name.
func isSchedule(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".csv") }

// schedule reads a schedule. One that only computes gets the sends and receives that PyTorch adds.
func (a *app) schedule(name string) (*diag.File, *pipelineschedule.Table, bool, error) {
	file, err := a.open(name)
	if err != nil {
		return nil, nil, false, err
	}
	table, err := pipelineschedule.Read(file)
	if err != nil {
		return nil, nil, false, err
	}
	derived := !table.HasTransfers() && len(table.Ranks) > 1
	if derived {
		table, err = table.Derive()
	}
	return file, table, derived, err
}

// checkRanks judges the programs of several ranks.
func (a *app) checkRanks(ctx context.Context, files []string, f *checkFlags) error {
	transport, err := f.of.parseTransport()
	if err != nil {
		return err
	}
	if len(files) == 1 && isSchedule(files[0]) {
		if f.of.ranks != filesOfRanks {
			return usagef("--ranks=%s: a schedule says how many ranks it has", f.of.ranks)
		}
		return a.checkSchedule(ctx, files[0], transport, f)
	}
	p, err := a.programsOfRanks(ctx, files, f.of.ranks)
	if err != nil {
		return err
	}
	if len(f.buffers) > 0 && p.modules == nil {
		return usagef("--buffers is for modules of HLO")
	}
	s, err := p.system()
	if err != nil {
		return err
	}
	if f.fix || f.showFix {
		return a.fixPrograms(ctx, p, s, transport, f.fix)
	}
	memory, err := a.memoryOfRanks(ctx, p.modules, f.buffers)
	if err != nil {
		return badInput(err)
	}
	return a.reportRanks(s, transport, "", memory...)
}

// memoryOfRanks judges the modules of ranks by what their asynchronous operations access, each with its own
// buffer assignment: those with the given names, or the ones beside the dumps. Of one module that several
// ranks execute it returns one report.
func (a *app) memoryOfRanks(ctx context.Context, modules []*hlo.Module, names []string) ([]*rankMemory,
	error) {
	var all []*rankMemory
	for r, m := range modules {
		if i := slices.IndexFunc(all, func(x *rankMemory) bool { return x.Module == m }); i >= 0 {
			all[i].ranks = append(all[i].ranks, r)
			continue
		}
		all = append(all, &rankMemory{Report: &judge.Report{Module: m}, ranks: []int{r}})
	}
	if len(names) > 0 && len(names) != len(all) {
		return nil, usagef("--buffers: %s for %s of HLO: give one for each, in their order",
			diag.Count(len(names), "assignment"), diag.Count(len(all), "module"))
	}
	for i, x := range all {
		name := ""
		if len(names) > 0 {
			name = names[i]
		}
		buffers, err := buffersOf(x.Module.File, name)
		if err != nil {
			return nil, err
		}
		if x.Report, err = judge.Check(ctx, x.Module, judge.Options{Buffers: buffers,
			Open: sourceOf(x.Module.File.Name), OneOfSeveral: true}); err != nil {
			return nil, err
		}
		accepts, err := a.accepts(x.Module.File)
		if err != nil {
			return nil, err
		}
		x.Accept(func(d *diag.Diagnostic) bool { return accepts.Accepts(d) })
	}
	return all, nil
}

// rankMemory is the verdict on the memory of the ranks that execute a module.
type rankMemory struct {
	*judge.Report
	ranks []int
}

// rankMemoryJSON is that verdict as JSON.
type rankMemoryJSON struct {
	Ranks   []int  `json:"ranks"`
	File    string `json:"file"`
	Module  string `json:"module"`
	Hazards int    `json:"hazards"`
	// Buffers is the file with the buffer assignment, null without one.
	Buffers  *string `json:"buffers"`
	Warnings int     `json:"warnings"`
	OK       bool    `json:"ok"`
	Complete bool    `json:"complete"`
	Verdict  string  `json:"verdict"`
}

func (x *rankMemory) json() rankMemoryJSON {
	j := rankMemoryJSON{Ranks: x.ranks, File: x.Module.File.Name, Module: x.Module.Name, Hazards: x.Hazards,
		Warnings: x.Warnings, OK: x.OK(), Complete: !x.Partial, Verdict: x.Verdict()}
	if x.Buffers != nil {
		j.Buffers = &x.Buffers.File.Name
	}
	return j
}

func (j *rankMemoryJSON) text() string {
	of := fmt.Sprint("rank ", j.Ranks[0])
	if n := len(j.Ranks); n > 1 {
		of = fmt.Sprintf("%s and %d more", of, n-1)
	}
	with := "without a buffer assignment"
	if j.Buffers != nil {
		with = "with the buffers of " + diag.Printable(*j.Buffers)
	}
	return fmt.Sprintf("memory of %s (%s), %s: %s\n", of, diag.Printable(j.File), with, j.Verdict)
}

// mostRanks is the largest number of ranks that run one program.
const mostRanks = 4096

// programs is the programs of all ranks: modules of HLO, or programs with MPI.
type programs struct {
	modules []*hlo.Module
	mpi     []frommpi.Program
}

func (p *programs) system() (*ranks.System, error) {
	if p.modules != nil {
		return fromhlo.System(p.modules)
	}
	return frommpi.System(p.mpi)
}

func (p *programs) text() *lines.Text {
	if p.modules != nil {
		return fromhlo.Lines(p.modules)
	}
	return frommpi.Lines(p.mpi)
}

// programsOfRanks reads the programs of all ranks, or one that so many ranks run.
func (a *app) programsOfRanks(ctx context.Context, files []string, number string) (*programs, error) {
	if _, err := strconv.Atoi(files[0]); err == nil && len(files) == 2 && number == filesOfRanks {
		number, files = files[0], files[1:] // --ranks 4 FILE
	}
	copies := 1
	if number != filesOfRanks {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > mostRanks || len(files) != 1 {
			return nil, usagef("--ranks=%s: expected a number of ranks up to %d, and one program", number,
				mostRanks)
		}
		copies = n
	} else if len(files) == 1 {
		return nil, usagef("--ranks with one program needs the number of ranks: --ranks=4 %s",
			diag.Printable(files[0]))
	}
	if modules, err := a.modulesOfRanks(ctx, files, copies); modules != nil || err != nil {
		return &programs{modules: modules}, err
	}
	p := &programs{}
	read := map[string]frommpi.Program{}
	for _, name := range files {
		x, ok := read[name]
		if !ok {
			m, err := a.read(ctx, name)
			if err != nil {
				return nil, err
			}
			if x, err = rankProgram(m); err != nil {
				return nil, err
			}
			read[name] = x
		}
		for range copies {
			p.mpi = append(p.mpi, x)
		}
	}
	return p, nil
}

// rankProgram is a module as the program of a rank.
func rankProgram(m *inflight.Module) (frommpi.Program, error) {
	entry, err := exec.Entry(m.Op(), "")
	return frommpi.Program{Module: m.Op(), Entry: entry}, err
}

// from returns the programs as they are in files with other contents, in place of those of the same names. It
// returns nil if one of them is not right.
func (a *app) from(ctx context.Context, p *programs, files []*diag.File) *programs {
	next := &programs{}
	if p.modules != nil {
		read := map[string]*hlo.Module{}
		for _, f := range files {
			m, errs := hlo.Parse(ctx, f)
			if len(errs) > 0 || hlo.Verify(m).Err() != nil {
				return nil
			}
			read[f.Name] = m
		}
		for _, m := range p.modules {
			next.modules = append(next.modules, read[m.File.Name])
		}
		return next
	}
	read := map[string]frommpi.Program{}
	for _, f := range files {
		m, err := inflight.ParseContext(ctx, a.format, f)
		if err != nil {
			return nil
		}
		if read[f.Name], err = rankProgram(m); err != nil {
			return nil
		}
	}
	for _, x := range p.mpi {
		next.mpi = append(next.mpi, read[x.Entry.Span().File.Name])
	}
	return next
}

// fixPrograms prints what changes in the programs so that no rank blocks, and rewrites the files if write is
// set.
func (a *app) fixPrograms(ctx context.Context, p *programs, s *ranks.System, transport ranks.Transport,
	write bool) error {
	if ranks.Judge(s, transport).Free() {
		return a.reportRanks(s, transport, "moved: 0 actions")
	}
	text := p.text()
	build := func(files []*diag.File) *ranks.System {
		next := a.from(ctx, p, files)
		if next == nil || ctx.Err() != nil {
			return nil
		}
		s, err := next.system()
		if err != nil {
			return nil
		}
		return s
	}
	files, found := text.Repair(transport, build)
	if err := ctx.Err(); err != nil {
		return err
	}
	note := ""
	if found == nil && p.mpi != nil {
		if files = byParity(p, transport, build); files != nil {
			note = "rank parity: the odd ranks send and receive in the other order"
		}
	} else if found != nil {
		note = movedNote(found)
	}
	if files == nil {
		a.warn(ranks.Judge(s, transport).Diagnostics(s))
		return usagef("no order of the sends and receives in these texts is right")
	}
	for i, old := range text.Files {
		if bytes.Equal(old.Content, files[i].Content) {
			continue
		}
		if err := a.showFix(ctx, old, old.Name, files[i].Content, write); err != nil {
			return err
		}
	}
	return a.reportRanks(build(files), transport, note)
}

// byParity returns the text of a program that all ranks execute in which a send and a receive change places
// on the odd ranks and no rank blocks, nil if there is none.
func byParity(p *programs, transport ranks.Transport,
	build func([]*diag.File) *ranks.System) []*diag.File {
	for _, f := range frommpi.Parity(p.mpi) {
		files := []*diag.File{f}
		if s := build(files); s != nil && ranks.Judge(s, transport).Free() {
			return files
		}
	}
	return nil
}

// modulesOfRanks reads the modules of HLO of all ranks. It returns nil if the files are no HLO.
func (a *app) modulesOfRanks(ctx context.Context, files []string, copies int) ([]*hlo.Module, error) {
	var modules []*hlo.Module
	read := map[string]*hlo.Module{}
	others := ""
	for _, name := range files {
		if isSchedule(name) {
			return nil, usagef("%s: a schedule has the programs of all ranks, give it alone",
				diag.Printable(name))
		}
		if m := read[name]; m != nil {
			modules = append(modules, m)
			continue
		}
		if name == "-" {
			continue // text of MLIR
		}
		file, err := a.open(name)
		if err != nil {
			return nil, err
		}
		if !isHLO(a.format, file) {
			others = name
			continue
		}
		m, err := a.readHLO(ctx, file)
		if err != nil {
			return nil, badInput(err)
		}
		read[name] = m
		for range copies {
			modules = append(modules, m)
		}
	}
	if others != "" && modules != nil {
		return nil, usagef("%s: the other ranks have modules of HLO, and this one has not",
			diag.Printable(others))
	}
	return modules, nil
}

// checkSchedule judges a schedule, or repairs it.
func (a *app) checkSchedule(ctx context.Context, name string, transport ranks.Transport,
	f *checkFlags) error {
	file, table, derived, err := a.schedule(name)
	if err != nil {
		return err
	}
	costs := pipelineschedule.UnitCosts()
	if costs.Streams, err = f.of.parseStreams(); err != nil {
		return err
	}
	p, err := table.System(costs)
	if err != nil {
		return err
	}
	if f.fix || f.showFix {
		return a.fixSchedule(ctx, file, name, table, transport, costs, f.fix)
	}
	note := ""
	if derived {
		note = "the table only computes: sends and receives are those that PyTorch adds"
	}
	return a.reportRanks(p.System, transport, note)
}

// fixSchedule prints a schedule in which no rank blocks, and rewrites the file if write is set.
func (a *app) fixSchedule(ctx context.Context, file *diag.File, name string, table *pipelineschedule.Table,
	transport ranks.Transport, costs pipelineschedule.Costs, write bool) error {
	repaired, found := table.Repair(transport, costs.Streams)
	if repaired == nil {
		p, err := table.System(costs)
		if err != nil {
			return err
		}
		a.warn(ranks.Judge(p.System, transport).Diagnostics(p.System))
		return usagef("%s: no order of its sends and receives is right", diag.Printable(name))
	}
	source := []byte(repaired.String())
	if found.Moved == 0 {
		source = file.Content
	}
	if err := a.showFix(ctx, file, name, source, write); err != nil {
		return err
	}
	p, err := repaired.System(costs)
	if err != nil {
		return err
	}
	return a.reportRanks(p.System, transport, movedNote(found))
}

// movedNote says how much a repair moved.
func movedNote(found *ranks.Repaired) string {
	note := "moved: " + diag.Count(found.Moved, "action")
	if found.Least && found.Moved > 1 {
		note += "; no order with fewer moves is right"
	}
	return note
}

// ranksJSON is the verdict on programs of several ranks, as JSON.
type ranksJSON struct {
	Ranks     int    `json:"ranks"`
	Actions   int    `json:"actions"`
	Transport string `json:"transport"`
	Transfers int    `json:"transfers"` // messages that are received
	Left      int    `json:"left"`      // actions that never end
	Free      bool   `json:"free"`
	Findings  int    `json:"findings"`
	// Memory is the verdicts on the memory of modules of HLO.
	Memory []rankMemoryJSON `json:"memory"`
}

// reportRanks writes the verdict on a system. What is wrong is an error.
func (a *app) reportRanks(s *ranks.System, transport ranks.Transport, note string,
	memory ...*rankMemory) error {
	v := ranks.Judge(s, transport)
	said := v.Diagnostics(s)
	j := ranksJSON{Ranks: len(s.Ranks), Transport: transport.String(), Transfers: v.Transfers, Left: v.Left,
		Free: v.Free(), Memory: []rankMemoryJSON{}}
	partial := false
	for _, x := range memory {
		j.Memory = append(j.Memory, x.json())
		said.Add(x.Findings...)
		partial = partial || x.Partial
	}
	j.Findings = len(said)
	for r := range s.Ranks {
		j.Actions += len(s.Ranks[r].Actions)
	}
	switch {
	case a.findings.isWhole():
	case a.json:
		if err := writeJSON(a.out, j); err != nil {
			return err
		}
	default:
		if _, err := fmt.Fprint(a.out, j.text(note)); err != nil {
			return err
		}
	}
	if said.HasErrors() {
		return said.Err()
	}
	a.warn(said)
	if partial {
		return exitStatus(exitUndecided)
	}
	return nil
}

func (j ranksJSON) text(note string) string {
	var b strings.Builder
	if note != "" {
		fmt.Fprintln(&b, note)
	}
	fmt.Fprintf(&b, "%s, %s, transport %s\n", diag.Count(j.Ranks, "rank"), diag.Count(j.Actions, "action"),
		j.Transport)
	switch {
	case j.Free:
		fmt.Fprintf(&b, "verdict: every execution ends, whatever the timing; %s\n",
			diag.Count(j.Transfers, "transfer"))
	case j.Left > 0:
		fmt.Fprintf(&b, "verdict: %s never end, whatever the timing; %s before that\n",
			diag.Count(j.Left, "action"), diag.Count(j.Transfers, "transfer"))
	default:
		fmt.Fprintf(&b, "verdict: every execution ends, but what meets does not fit\n")
	}
	for i := range j.Memory {
		b.WriteString(j.Memory[i].text())
	}
	return b.String()
}
