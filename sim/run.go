package sim

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/value"
)

// Result has the results of a run.
type Result struct {
	// Returns has the results of the function. Memory that was passed as an argument has been changed in
	// place.
	Returns []value.Value
	// Hazards are in the order of the program. They are found only if Config.Hazards is set.
	Hazards []Hazard
	// EqualWrites are pairs of unordered writes of equal values, which are no hazards. They are in the same
	// order.
	EqualWrites []Hazard
	// Waits has an entry for each wait that was executed, in the order of the program. It is empty in
	// Exhaustive mode.
	Waits []WaitStat
	// Steps is the number of machine instructions executed.
	Steps int64
	// Events has the events of Timed mode, and Ticks the time of the whole run. Truncated is set if there
	// were more events than Limits.Events.
	Events    []Event
	Ticks     int64
	Truncated bool
	// Exploration is set in Exhaustive mode only.
	Exploration *Exploration
}

// Run executes the program's entry function. Memory among the arguments is changed in place. The error, a
// diagnostic, says why the machine stopped: an access out of bounds, a limit, a canceled context. The result
// then has the findings up to that moment. Hazards that do not stop the machine are only in the result.
func (p *Program) Run(ctx context.Context, cfg Config, args []value.Value) (res *Result, err error) {
	defer guard(p.entry.op, &err)
	var hz *hazards
	if cfg.Hazards || cfg.Mode == Timed && cfg.Graph != nil {
		hz = &hazards{}
	}
	if cfg.Mode == Exhaustive {
		return p.explore(ctx, cfg, args, hz)
	}
	m, main, err := newMachine(ctx, p, cfg, args, hz)
	if err != nil {
		return &Result{}, err
	}
	m.sched = schedulerOf(cfg)
	m.execute(main)
	return m.result(), m.failure()
}

func schedulerOf(cfg Config) scheduler {
	switch cfg.Mode {
	case Late:
		return &lazy{}
	case Random:
		return newShuffled(cfg.Seed)
	case Timed:
		return &fifo{}
	}
	return &eager{}
}

// failure returns the error that stopped the machine, nil if the program ended.
func (m *machine) failure() error {
	if m.err == nil {
		return nil
	}
	return m.err
}

// result returns the results of the run as far as it came.
func (m *machine) result() *Result {
	r := &Result{Returns: m.results, Steps: m.steps}
	if m.hazards != nil {
		m.hazards.tell(m.prog, r)
	}
	sites := make([]int32, 0, len(m.waits))
	for s := range m.waits {
		sites = append(sites, s)
	}
	slices.Sort(sites)
	for _, s := range sites {
		r.Waits = append(r.Waits, *m.waits[s])
	}
	if m.timing != nil {
		r.Events, r.Ticks, r.Truncated = m.timing.sortedEvents(), m.timing.end, m.timing.truncated
	}
	return r
}
