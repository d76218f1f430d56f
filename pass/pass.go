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
	// Name is what pipelines and flags call the pass: "canonicalize".
	Name string
	// Title is what dumps and timing reports call it, as the class of the
	// upstream pass of that name: "Canonicalizer". Empty means Name.
	Title string
	// Summary is one line; Doc says more, in a few paragraphs of plain text.
	Summary, Doc string
	// Anchor is the operation the pass runs on: "func.func", "builtin.module",
	// or "" for any.
	Anchor  string
	Options []Option
	// Before and After are an example: a module, and what the pass makes of it,
	// with the options in ExampleOptions. A test runs every registered example.
	Before, After  string
	ExampleOptions string
	// Run transforms r.Op, and nothing outside of it. Functions may be
	// transformed in parallel, so Run keeps no state but in r.
	Run func(r *Run) error
}

// DisplayName returns the title, or the name where there is none.
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

// registry is written while packages are initialized only.
var registry = map[string]*Pass{}

// Register adds a pass to the registry and returns it. It is meant for
// package-level variables, and panics on a name that is taken or missing.
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

// NewRun returns an execution of p on op with the given option values, for
// running a pass without a manager.
func NewRun(ctx context.Context, p *Pass, op *ir.Op, values Values) *Run {
	return &Run{Pass: p, Op: op, values: values, ctx: ctx, poll: interrupt.NewPoll(ctx)}
}

// Step counts a step of work that takes some microseconds at most. When whoever runs the pass has had enough,
// it leaves the pass by a panic, which the manager turns into an error.
func (r *Run) Step() { r.poll.Step() }

// NewPoll returns what counts the steps of one goroutine, for passes that work on several.
func (r *Run) NewPoll() *interrupt.Poll { return interrupt.NewPoll(r.ctx) }

// RunOn runs a pipeline on an operation that stands in the one that the pass runs on, and does not verify it.
func (r *Run) RunOn(p *Pipeline, op *ir.Op) diag.List {
	return (&Manager{Pipeline: p, SkipVerify: true}).Run(r.ctx, op)
}

// Context returns the context of the operation.
func (r *Run) Context() *ir.Context { return r.Op.Context() }

// Symbols returns the symbols in the operation, which all parts of the pass share: what they insert they add
// to them.
func (r *Run) Symbols() *ir.SymbolTables {
	if r.symbols == nil {
		r.symbols = ir.NewSymbolTables()
	}
	return r.symbols
}

// Report adds a warning or a remark. Errors are what Run returns.
func (r *Run) Report(d *diag.Diagnostic) { r.diags.Add(d) }

// Unchanged says that the pass leaves the program as it was, so that it need not be verified again.
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

// Stats returns what was counted.
func (r *Run) Stats() map[string]int { return r.stats }

// Bool returns the value of a boolean option.
func (r *Run) Bool(name string) bool { return r.value(name, Bool).(bool) }

// Int returns the value of an integer option.
func (r *Run) Int(name string) int64 { return r.value(name, Int).(int64) }

// String returns the value of a string or enumeration option.
func (r *Run) String(name string) string { return r.value(name, String).(string) }

// Strings returns the value of a list option.
func (r *Run) Strings(name string) []string { return r.value(name, Strings).([]string) }

// value returns the value of an option as given or by default.
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
