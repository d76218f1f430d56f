package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/fromhlo"
	"github.com/inflight-compiler/inflight/ranks/frommpi"
	"github.com/inflight-compiler/inflight/ranks/mpicost"
	"github.com/inflight-compiler/inflight/timed"
)

// simSchedule times a schedule.
func (a *app) simSchedule(c *cobra.Command, name string, f *simFlags) error {
	if f.mode != "timed" {
		return usagef("%s is a schedule, which has times only: give --mode timed", diag.Printable(name))
	}
	if f.machine != "" {
		return usagef("--machine: the durations of a schedule come from --cost")
	}
	transport, err := f.of.parseTransport()
	if err != nil {
		return err
	}
	costs, err := parseCosts(f.of.costs)
	if err != nil {
		return err
	}
	if costs.Streams, err = f.of.parseStreams(); err != nil {
		return err
	}
	_, table, _, err := a.schedule(name)
	if err != nil {
		return err
	}
	p, err := table.System(costs)
	if err != nil {
		return err
	}
	if v := ranks.Judge(p.System, transport); !v.Free() {
		return v.Diagnostics(p.System).Err()
	}
	times, err := a.timesOf(c, p.System, transport, f)
	if err != nil {
		return err
	}
	return a.reportTimes(p.System, transport, times, f.trace)
}

// timesOf computes when a system happens that does not block, and writes its trace.
func (a *app) timesOf(c *cobra.Command, s *ranks.System, transport ranks.Transport,
	f *simFlags) (*ranks.Times, error) {
	times, err := ranks.Time(s, transport)
	if err != nil || f.trace == "" {
		return times, err
	}
	return times, writeTrace(c.Context(), f.trace, times.Timeline(s))
}

// simRanks times programs of several ranks.
func (a *app) simRanks(c *cobra.Command, files []string, f *simFlags) error {
	if len(files) == 1 && isSchedule(files[0]) {
		if f.of.ranks != filesOfRanks {
			return usagef("--ranks=%s: a schedule says how many ranks it has", f.of.ranks)
		}
		return a.simSchedule(c, files[0], f)
	}
	for _, name := range []string{"arg", "dim", "seed", "entry", "streams", "as-is", "all"} {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Changed {
			return usagef("--%s is not for programs of several ranks", name)
		}
	}
	if f.mode != "timed" {
		return usagef("programs of several ranks have times only: give --mode timed")
	}
	transport, err := f.of.parseTransport()
	if err != nil {
		return err
	}
	p, err := a.programsOfRanks(c.Context(), files, f.of.ranks)
	if err != nil {
		return err
	}
	s, err := p.system()
	if err != nil {
		return err
	}
	if v := ranks.Judge(s, transport); !v.Free() {
		return v.Diagnostics(s).Err()
	}
	s, notes, err := p.timed(c.Context(), f)
	if err != nil {
		return badInput(err)
	}
	times, err := a.timesOf(c, s, transport, f)
	if err != nil {
		return err
	}
	return a.reportRankTimes(s, transport, times, f, notes)
}

// timed makes programs of ranks with how long everything takes, and remarks on what is not known.
func (p *programs) timed(ctx context.Context, f *simFlags) (*ranks.System, []string, error) {
	name := f.machine
	if name == "" {
		name = hloMachine
	}
	on, err := machine.Open(name)
	if err != nil {
		return nil, nil, err
	}
	measured, err := measuredCosts(f.of.costs)
	if err != nil {
		return nil, nil, err
	}
	if p.modules != nil {
		return p.timedModules(ctx, on, measured, f.trips)
	}
	if len(measured) > 1 {
		return nil, nil, usagef("--cost: one file has the measured costs of programs with MPI")
	}
	model, err := mpicost.New(on, append(measured, nil)[0])
	if err != nil {
		return nil, nil, err
	}
	s, err := frommpi.Timed(p.mpi, model)
	if err == nil {
		err = model.Check()
	}
	return s, unknownNotes(model), err
}

// mostNotes is how many operations are named of whose times nothing is known.
const mostNotes = 5

// unknownNotes says which operations take no time because nothing is known of theirs.
func unknownNotes(model *mpicost.Model) []string {
	var notes []string
	all := model.Unknown()
	for _, op := range all[:min(len(all), mostNotes)] {
		notes = append(notes, fmt.Sprintf(
			"%v: how long %s takes is not known, and taken as nothing (--cost gives it)", op.Span().Place(),
			op.Name()))
	}
	if more := len(all) - mostNotes; more > 0 {
		notes = append(notes, fmt.Sprintf("and so for %s more", diag.Count(more, "operation")))
	}
	return notes
}

// measuredCosts reads files of measured costs.
func measuredCosts(names []string) ([]*cost.Measured, error) {
	var all []*cost.Measured
	for _, name := range names {
		file, err := inflight.OpenFile(name)
		if err != nil {
			return nil, err
		}
		m, err := cost.ReadMeasured(file)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// timedModules makes programs of ranks of modules of HLO: measured costs are one file for all modules, or one
// for each of them.
func (p *programs) timedModules(ctx context.Context, on *machine.Machine, measured []*cost.Measured,
	trips int64) (*ranks.System, []string, error) {
	var order []*hlo.Module
	for _, m := range p.modules {
		if !slices.Contains(order, m) {
			order = append(order, m)
		}
	}
	if len(measured) > 1 && len(measured) != len(order) {
		return nil, nil, usagef("--cost: %s for %s: give one for all, or one for each",
			diag.Count(len(measured), "file"), diag.Count(len(order), "module"))
	}
	of := map[*hlo.Module]*timing.Costs{}
	for i, m := range order {
		var x *cost.Measured
		if len(measured) > 0 {
			x = measured[min(i, len(measured)-1)]
		}
		if err := x.Check(m); err != nil {
			return nil, nil, err
		}
		model, err := cost.New(on, x)
		if err != nil {
			return nil, nil, err
		}
		of[m] = timing.NewCosts(ctx, model, timing.Options{Trips: trips})
	}
	s, err := fromhlo.Timed(p.modules, func(m *hlo.Module) fromhlo.Costs { return of[m] })
	var notes []string
	for _, m := range order {
		for _, in := range of[m].Guessed() {
			notes = append(notes, fmt.Sprintf(
				"%v: %s has an unknown number of iterations: %d are assumed (--trips)", in.Span().Place(), in,
				of[m].Trips()))
		}
	}
	return s, notes, err
}

// timesJSON is when programs of several ranks happen, as JSON. Times of a schedule are in the unit of --cost,
// those of programs in microseconds.
type timesJSON struct {
	Transport string          `json:"transport"`
	Makespan  float64         `json:"makespan"`
	Ranks     []rankTimesJSON `json:"ranks"`
	// Idles is where the ranks of programs wait, the longest times first.
	Idles []rankIdleJSON `json:"idles"`
	// Notes says what was assumed.
	Notes   []string `json:"notes"`
	Written []string `json:"written"`
}

type rankTimesJSON struct {
	Busy   float64 `json:"busy"`
	Bubble float64 `json:"bubble"`
	// Share is the bubble as a part of the makespan, Ratio as a multiple of the time that the rank computes.
	Share float64 `json:"share"`
	Ratio float64 `json:"ratio"`
}

// rankIdleJSON is a place where a rank waits.
type rankIdleJSON struct {
	Rank      int     `json:"rank"`
	Operation string  `json:"operation"`
	File      string  `json:"file"`
	Line      int     `json:"line"`
	Count     int     `json:"times"`
	Idle      float64 `json:"idle"`
}

// costUnit is the unit of --cost in picoseconds.
const costUnit = 1_000_000

// newTimesJSON is the report on the times of a system.
func newTimesJSON(s *ranks.System, transport ranks.Transport, times *ranks.Times, trace string) timesJSON {
	j := timesJSON{Transport: transport.String(), Makespan: units(times.Makespan), Written: named(trace),
		Idles: []rankIdleJSON{}, Notes: []string{}}
	for r := range s.Ranks {
		x := rankTimesJSON{Busy: units(times.Busy[r]), Bubble: units(times.Bubble(r))}
		if j.Makespan > 0 {
			x.Share = x.Bubble / j.Makespan
		}
		if x.Busy > 0 {
			x.Ratio = x.Bubble / x.Busy
		}
		j.Ranks = append(j.Ranks, x)
	}
	return j
}

// reportTimes writes the times of a schedule.
func (a *app) reportTimes(s *ranks.System, transport ranks.Transport, times *ranks.Times,
	trace string) error {
	j := newTimesJSON(s, transport, times, trace)
	if a.json {
		return writeJSON(a.out, j)
	}
	fmt.Fprintf(a.out,
		"transport %s: makespan %.6g\n\n  rank  computes  bubble  of the makespan  of the work\n",
		j.Transport, j.Makespan)
	for r, x := range j.Ranks {
		fmt.Fprintf(a.out, "  %4d  %8.6g  %6.6g  %14.1f%%  %10.1f%%\n", r, x.Busy, x.Bubble, 100*x.Share,
			100*x.Ratio)
	}
	fmt.Fprintln(a.out)
	if err := times.WriteText(a.out, s); err != nil {
		return err
	}
	return nameFiles(a.out, j.Written)
}

// mostIdles is how many places where ranks wait a report shows.
const mostIdles = 10

// idleTable writes the places where ranks wait longest. A place stands once, with the rank that waits
// longest.
func (j *timesJSON) idleTable(b *strings.Builder) {
	type place struct {
		file, operation string
		line            int
	}
	var order []rankIdleJSON // the longest time of each place
	others := map[place]int{}
	for _, x := range j.Idles {
		at := place{x.File, x.Operation, x.Line}
		if others[at]++; others[at] == 1 {
			order = append(order, x)
		}
	}
	if len(order) == 0 {
		return
	}
	b.WriteString("where ranks wait, the longest times first:\n\n")
	table := diag.NewTable(b, "line", "operation", "ranks", "longest", "of rank", "times")
	for _, x := range order[:min(len(order), mostIdles)] {
		table.Row(fmt.Sprintf("%s:%d", x.File, x.Line), x.Operation,
			others[place{x.File, x.Operation, x.Line}],
			timed.Time(math.Round(x.Idle*costUnit)), x.Rank, x.Count)
	}
	if more := len(order) - mostIdles; more > 0 {
		table.Row("...", fmt.Sprintf("%d more", more), "", "", "", "")
	}
	table.End()
}

// reportRankTimes writes the times of programs of several ranks.
func (a *app) reportRankTimes(s *ranks.System, transport ranks.Transport, times *ranks.Times,
	f *simFlags, notes []string) error {
	j := newTimesJSON(s, transport, times, f.trace)
	j.Notes = append(j.Notes, notes...)
	idles := times.Idles(s)
	for _, x := range idles {
		act := s.Action(ranks.Ref{Rank: x.Rank, Action: x.Action})
		at := act.At.Place()
		j.Idles = append(j.Idles, rankIdleJSON{Rank: int(x.Rank), Operation: act.Label, File: at.Filename,
			Line: at.Line, Count: x.Count, Idle: units(x.Takes)})
	}
	if a.json {
		return writeJSON(a.out, j)
	}
	b := &strings.Builder{}
	diag.Fprintf(b, "%s, transport %s: makespan %v\n\n", diag.Count(len(s.Ranks), "rank"), j.Transport,
		times.Makespan)
	table := diag.NewTable(b, "rank", "computes", "bubble", "of the makespan")
	for r, x := range j.Ranks {
		table.Row(r, times.Busy[r], times.Bubble(r), fmt.Sprintf("%.1f%%", 100*x.Share))
	}
	table.End()
	j.idleTable(b)
	for _, note := range notes {
		fmt.Fprintln(b, diag.Printable(note))
	}
	if _, err := io.WriteString(a.out, strings.TrimRight(b.String(), "\n")+"\n"); err != nil {
		return err
	}
	if err := drawHLO(a.out, times.Timeline(s)); err != nil {
		return err
	}
	return nameFiles(a.out, j.Written)
}

func units(t timed.Time) float64 { return float64(t) / costUnit }

// parseCosts reads KIND=DURATION,... over the unit costs.
func parseCosts(list []string) (pipelineschedule.Costs, error) {
	costs := pipelineschedule.UnitCosts()
	for _, item := range list {
		word, number, _ := strings.Cut(item, "=")
		d, err := strconv.ParseFloat(number, 64)
		if err != nil || !(d >= 0 && d <= 1e9) {
			return costs, usagef("--cost %s: expected KIND=DURATION, such as F=1.5", item)
		}
		kinds := pipelineschedule.Kinds(word)
		if kinds == nil {
			return costs, usagef("--cost %s: expected one of F, I, W, B, OVERLAP_F_B, SEND (all transfers), "+
				"SEND_F, SEND_B, UNSHARD, RESHARD and REDUCE_GRAD", item)
		}
		for _, k := range kinds {
			costs.Of[k] = int64(d * costUnit)
		}
	}
	return costs, nil
}
