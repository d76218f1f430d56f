package sim

import (
	"fmt"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/timed"
)

// Mode says when asynchronous operations make progress.
type Mode uint8

// The modes. All of them give the same results exactly if the program has no race.
const (
	// Sequential runs an asynchronous operation at its issue. It is the oracle.
	Sequential Mode = iota
	// Late runs an asynchronous operation only when a wait forces its group or its token, or at the end.
	Late
	// Early lets every asynchronous operation complete at its issue. It executes as Sequential does.
	Early
	// Random interleaves the asynchronous operations with the threads that issue them, and the threads of
	// kernels, by Config.Seed.
	Random
	// Exhaustive tries every schedule of a small program.
	Exhaustive
	// Timed executes as Sequential does and computes when everything would happen, by Config.Costs.
	Timed
)

var modeNames = [...]string{"sequential", "late", "early", "random", "exhaustive", "timed"}

// String returns the mode's name in lower case.
func (m Mode) String() string { return modeNames[m] }

// ParseMode returns the mode of that name.
func ParseMode(name string) (Mode, error) {
	for m, n := range modeNames {
		if n == name {
			return Mode(m), nil
		}
	}
	return 0, fmt.Errorf("unknown mode %q, expected one of %v", name, modeNames)
}

// Config says how to run a program. The zero value runs sequentially without looking for hazards.
type Config struct {
	Mode Mode
	// Seed determines the schedule of Random.
	Seed   uint64
	Limits Limits
	// Costs are those of Timed. The zero value means DefaultCosts.
	Costs Costs
	// Hazards turns on the search for races, reads of unwritten elements and operations in flight at the end.
	// Accesses out of bounds and to freed memory are always found.
	Hazards bool
	// Trace records events in Timed.
	Trace bool
	// Executor executes the delegated operations of a program that CompileFor has made.
	Executor Executor
	// Graph, if not nil, receives in Timed mode the graph of the program's operations, for simulation on a
	// machine. The search for hazards is then on.
	Graph *timed.Builder
	// Output receives the text that the program prints; with nil the text is dropped. In Exhaustive mode the
	// text is that of the sequential program.
	Output *printed.Output
	// Progress, if not nil, is called from time to time with the number of steps executed so far.
	Progress func(steps int64)
}

// With returns the configuration with the memory limit, the output and the progress function of a run in
// place of its own: these options mean the same to every engine. The caller bounds the time by the context.
func (c Config) With(o config.Run) Config {
	c.Limits.Memory, c.Output, c.Progress = o.Memory, o.Output, o.Progress
	return c
}

// Limits bound a run. A zero field means the default, a negative one no limit.
type Limits struct {
	Steps     int64 // machine instructions, over all schedules; default 10^10
	Memory    int64 // bytes allocated by the program and for hazards; default 4 GiB
	Depth     int   // nested calls; default 1000
	Events    int   // events recorded in Timed; default 100 000
	Schedules int   // schedules tried in Exhaustive, per granularity; default 10 000
}

// withDefaults replaces zero fields by defaults and negative fields by the largest value.
func (l Limits) withDefaults() Limits {
	l.Steps = limit(l.Steps, 1e10, 1<<62)
	l.Memory = limit(l.Memory, 4<<30, 1<<62)
	l.Depth = limit(l.Depth, 1000, 1<<20)
	l.Events = limit(l.Events, 100_000, 1<<40)
	l.Schedules = limit(l.Schedules, 10_000, 1<<40)
	return l
}

func limit[T int | int64](given, byDefault, none T) T {
	switch {
	case given == 0:
		return byDefault
	case given < 0:
		return none
	}
	return given
}

// Costs are the ticks that operations take in Timed mode. The attribute pipeline.cost of a pipeline.block or
// pipeline.async_scope replaces the cost of everything in its body.
type Costs struct {
	// Op is the cost of an executed operation that ByName does not list; constants cost nothing.
	Op int64
	// Load and Store are the costs per element on the thread that runs the program.
	Load, Store int64
	// AsyncLoad and AsyncStore are the costs per element on an asynchronous unit, in a task or in a kernel.
	AsyncLoad, AsyncStore int64
	// ByName gives the cost of operations by their full name.
	ByName map[string]int64
}

// DefaultCosts returns 1 tick per operation and 4 ticks per element accessed, for threads and for
// asynchronous units.
func DefaultCosts() Costs { return Costs{Op: 1, Load: 4, Store: 4, AsyncLoad: 4, AsyncStore: 4} }

// isZero reports whether no field was set.
func (c Costs) isZero() bool {
	return c.Op == 0 && c.Load == 0 && c.Store == 0 && c.AsyncLoad == 0 && c.AsyncStore == 0 &&
		c.ByName == nil
}
