package pass

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Pass is one transformation or check of a program.
type Pass struct {
	// Name is the name of the pass in pipelines and flags, such as "canonicalize".
	Name string
	// Title is the name of the pass in dumps and timing reports: the class of the upstream pass with that
	// name, such as "Canonicalizer". Empty means Name.
	Title string
	// Summary is one line; Doc says more, in a few paragraphs of plain text.
	Summary, Doc string
	// Anchor is the operation on which the pass runs: "func.func", "builtin.module", or "" for any operation.
	Anchor  string
	Options []Option
	// Before and After are an example: a module, and the result of the pass for it with the options in
	// ExampleOptions. A test runs the examples of all registered passes.
	Before, After  string
	ExampleOptions string
	// Run transforms r.Op, and nothing outside of it. It keeps its state in r only, because it may run on
	// several functions in parallel.
	Run func(r *Run) error
}

// DisplayName returns the title, or the name if there is no title.
func (p *Pass) DisplayName() string {
	if p.Title != "" {
		return p.Title
	}
	return p.Name
}

// Option returns the declaration of an option, or nil.
func (p *Pass) Option(name string) *Option {
	for i := range p.Options {
		if p.Options[i].Name == name {
			return &p.Options[i]
		}
	}
	return nil
}

// registry changes only while packages are initialized.
var registry = map[string]*Pass{}

// Register adds a pass to the registry and returns it, for use in package-level variables. It panics if the
// name is missing or registered already.
func Register(p *Pass) *Pass {
	switch {
	case p.Name == "" || p.Run == nil:
		panic(fmt.Sprintf("pass: %q has no name or nothing to run", p.Name))
	case registry[p.Name] != nil:
		panic(fmt.Sprintf("pass: %q registered twice", p.Name))
	}
	registry[p.Name] = p
	return p
}

// Lookup returns the pass of that name, or nil.
func Lookup(name string) *Pass { return registry[name] }

// All returns the registered passes in the order of their names.
func All() []*Pass {
	all := make([]*Pass, 0, len(registry))
	for _, p := range registry {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Pass) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Run is one execution of a pass on one operation.
type Run struct {
	Pass *Pass
	Op   *ir.Op

	values Values
	diags  diag.List
	stats  map[string]int
	same   bool

	symbols *ir.SymbolTables
	ctx     context.Context
	poll    *interrupt.Poll
}

// NewRun returns an execution of p on op with these option values. It serves to run a pass without a manager.
func NewRun(ctx context.Context, p *Pass, op *ir.Op, values Values) *Run {
	return &Run{Pass: p, Op: op, values: values, ctx: ctx, poll: interrupt.NewPoll(ctx)}
}

// Step counts a step of work that takes a few microseconds at most. When the run's context has ended, Step
// panics, and the manager converts the panic to an error.
func (r *Run) Step() { r.poll.Step() }

// NewPoll returns a counter of steps for one goroutine, for passes that work on several goroutines.
func (r *Run) NewPoll() *interrupt.Poll { return interrupt.NewPoll(r.ctx) }

// RunOn runs a pipeline on an operation within r.Op. It does not verify the result.
func (r *Run) RunOn(p *Pipeline, op *ir.Op) diag.List {
	return (&Manager{Pipeline: p, Verify: VerifyNever}).Run(r.ctx, op)
}

// Context returns the context of the operation.
func (r *Run) Context() *ir.Context { return r.Op.Context() }

// Symbols returns the symbol tables in r.Op for all functions of the pass. A function that inserts a symbol
// must add it to them.
func (r *Run) Symbols() *ir.SymbolTables {
	if r.symbols == nil {
		r.symbols = ir.NewSymbolTables()
	}
	return r.symbols
}

// Report adds a warning or a remark. Errors are returned by Run.
func (r *Run) Report(d *diag.Diagnostic) { r.diags.Add(d) }

// Unchanged tells the manager that the pass did not change the program, so that it is not verified again.
func (r *Run) Unchanged() { r.same = true }

// Count adds n to the statistic of that name.
func (r *Run) Count(name string, n int) {
	if n == 0 {
		return
	}
	if r.stats == nil {
		r.stats = map[string]int{}
	}
	r.stats[name] += n
}

// Stats returns the statistics that Count has made.
func (r *Run) Stats() map[string]int { return r.stats }

// Bool returns the value of a boolean option.
func (r *Run) Bool(name string) bool { return r.value(name, Bool).(bool) }

// Int returns the value of an integer option.
func (r *Run) Int(name string) int64 { return r.value(name, Int).(int64) }

// String returns the value of a string or enumeration option.
func (r *Run) String(name string) string { return r.value(name, String).(string) }

// Strings returns the value of a list option.
func (r *Run) Strings(name string) []string { return r.value(name, Strings).([]string) }

// value returns the value of an option: the given one, or the default.
func (r *Run) value(name string, kind OptionType) any {
	o := r.Pass.Option(name)
	if o == nil || o.Type != kind && (kind != String || o.Type != Enum) {
		panic(fmt.Sprintf("pass: %s has no %s option %s", r.Pass.Name, kind, name))
	}
	text, given := r.values.Get(name)
	if !given {
		text = o.Default
	}
	v, err := o.parse(text)
	if err != nil {
		panic(fmt.Sprintf("pass: %s: option %s: %v", r.Pass.Name, name, err))
	}
	return v
}
