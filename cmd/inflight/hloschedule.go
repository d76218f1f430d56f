package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/frontend/hlo/latencyhiding"
)

// latencyHiding is the flag of opt that gives a module of HLO another order.
const latencyHiding = "schedule-latency-hiding"

// latencyOptions are the options of latencyHiding, as text.
type latencyOptions struct {
	machine string
	costs   []string
	latencyhiding.Options
}

// inFlightKinds are the kinds of operations that options limit.
var inFlightKinds = []string{"all-gather", "all-reduce", "all-to-all", "async", "collective-broadcast",
	"collective-permute", "copy", "ragged-all-to-all", "recv-host", "reduce-scatter", "send-host",
	"send-recv"}

// parseLatencyOptions reads options such as machine=eight-h100 all-gather=2.
func parseLatencyOptions(text string) (*latencyOptions, error) {
	o := &latencyOptions{Options: latencyhiding.Options{Limits: map[string]int64{}}}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		switch name {
		case "machine":
			o.machine = value
			continue
		case "cost":
			o.costs = []string{value}
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		number := int64(n)
		switch {
		case name != "memory" && name != "trips" && !slices.Contains(inFlightKinds, name):
			return nil, notOneOf("--"+latencyHiding, name,
				append([]string{"machine", "cost", "memory", "trips"},
					inFlightKinds...))
		case err != nil || float64(number) != n || number < 1:
			return nil, usagef("--%s: %s is a number, at least 1, not %q", latencyHiding, name, value)
		case name == "memory":
			o.Memory = number
		case name == "trips":
			o.Timing.Trips = number
		default:
			o.Limits[name] = number
		}
	}
	return o, nil
}

// given returns the value of a flag, nil if it is not on the command line.
func given(c *cobra.Command, name string) *string {
	f := c.Flags().Lookup(name)
	if !f.Changed {
		return nil
	}
	value := f.Value.String()
	return &value
}

// scheduleHLO gives a module another order, judges it, writes it, and says on standard error what the order
// is worth.
func (a *app) scheduleHLO(ctx context.Context, m *hlo.Module, options, output string) error {
	o, err := parseLatencyOptions(options)
	if err != nil {
		return err
	}
	wasScheduled := m.Scheduled()
	m.SetScheduled()
	model, err := costModel(m, o.machine, o.costs)
	if err != nil {
		return badInput(err)
	}
	given, err := judge.Check(ctx, m, judge.Options{})
	if err != nil {
		return badInput(err)
	}
	verdict := given // on the order that is printed
	o.Judge = func(m *hlo.Module) (bool, error) {
		report, err := judge.Check(ctx, m, judge.Options{})
		if err != nil {
			return false, err
		}
		right := report.OK() || !given.OK()
		if right {
			verdict = report
		}
		return right, nil
	}
	r, err := latencyhiding.Schedule(ctx, m, model, o.Options)
	if err != nil {
		return badInput(err)
	}
	if len(r.Changed) == 0 {
		verdict = given
	}
	if err := a.writeText(ctx, output, m.Append(nil)); err != nil {
		return err
	}
	if !given.OK() && !wasScheduled {
		a.warn(given.Findings)
	}
	return a.tellOrder(m, wasScheduled, model, given, verdict, r)
}

// tellOrder says on standard error what an order is worth and what the judge says of it, and reports what was
// wrong before. Given is the verdict on the order before, verdict that on the one that is printed. What was
// not judged has its place, and the exit status that it has in check.
func (a *app) tellOrder(m *hlo.Module, wasScheduled bool, model *cost.Model, given, verdict *judge.Report,
	r *latencyhiding.Result) error {
	told := "judged as free of hazards"
	switch {
	case !given.OK():
		told = "the module has hazards as it was given: inflight check says which"
		if !wasScheduled {
			told = "the module has hazards in the order of its text: XLA adds copies before it schedules a " +
				"module"
		}
	case r.Wrong:
		told = "another order would have hazards, so the module keeps the one that it has"
	case verdict.Partial:
		told = "no hazard found in what was judged"
	}
	if _, err := diag.Fprintf(a.err, "%s on %s: %v before, %v now; exposed %v before, %v now; %s\n", m.Name,
		model.Machine().Name, r.Before, r.After, r.ExposedBefore, r.Exposed, told); err != nil {
		return err
	}
	if !given.OK() {
		return exitStatus(exitError)
	}
	if verdict.Partial {
		a.warn(verdict.Findings)
		return exitStatus(exitUndecided)
	}
	return nil
}
