package tfrt

import (
	"context"
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
)

var codeEntry = diag.Register("tfrt-entry", "a TFRT program has no such function to run",
	"Only functions with a name and without arguments can be run from outside.")

// Run runs the functions of a program one after the other, and prints what each returns. It waits until
// everything that a function began has ended. Errors of kernels are no errors of Run: they are printed in
// place of results. When ctx ends, no kernel runs any more, and Run returns the error of ctx.
func (p *Program) Run(ctx context.Context, c Config) error {
	c.Workers = max(c.Workers, 1)
	found := false
	for _, f := range p.functions {
		if f.Name == "" || c.Entry != "" && f.Name != c.Entry {
			continue
		}
		found = true
		if err := p.runFunction(ctx, &c, f); err != nil {
			return err
		}
	}
	if !found && c.Entry != "" {
		var names []string
		for _, f := range p.functions {
			names = append(names, f.Name)
		}
		d := diag.Errorf(codeEntry, diag.Span{}, "the program has no function '%s'", c.Entry)
		if near := diag.Nearest(c.Entry, names); near != "" {
			d.Suggest("did you mean '%s'?", near)
		}
		return d
	}
	return nil
}

func (p *Program) runFunction(ctx context.Context, c *Config, f *loaded) error {
	if len(f.Args) > 0 {
		p.printf(c, "--- Not running '%s' because it has arguments.\n", f.Name)
		return nil
	}
	p.printf(c, "--- Running '%s':\n", f.Name)
	r := newRequest(ctx, p, c)
	defer r.queue.close()
	defer r.end()
	stop := context.AfterFunc(ctx, func() {
		r.cancel(errorf("%v", context.Cause(ctx)))
		r.queue.wake()
	})
	defer stop()
	results := r.call(&worker{queue: r.queue}, f, nil)
	if !r.queue.until(func() bool { return allAvailable(results) }) {
		return fmt.Errorf("internal error: '%s' has ended without results", f.Name)
	}
	if ctx.Err() == nil {
		r.printResults(f, results)
	}
	r.queue.until(r.idle)
	r.finish()
	return ctx.Err()
}

// idle never holds, so that waiting for it ends when nothing is left to do.
func (r *request) idle() bool { return false }

func allAvailable(values []*future) bool {
	for _, v := range values {
		if !v.available() {
			return false
		}
	}
	return true
}

// printResults prints the results of a function. A synchronous function that fails has one error.
func (r *request) printResults(f *loaded, results []*future) {
	if len(results) == 0 {
		return
	}
	texts := make([]string, len(results))
	for i, v := range results {
		texts[i] = r.show(r.program.file.Types[f.Results[i]], v)
	}
	if err := results[0].isError(); f.Kind == bef.Sync && err != nil {
		texts = texts[:1]
	}
	r.printf("'%s' returned %s\n", f.Name, strings.Join(texts, ","))
}

// show is a result as text: numbers as C++ writes them, other values by their type.
func (r *request) show(typ string, v *future) string {
	if err := v.isError(); err != nil {
		return "<<error: " + err.message + ">>"
	}
	switch x := v.content.(type) {
	case bool:
		return fmt.Sprint(oneIf(x))
	case int32, int64:
		return fmt.Sprint(x)
	case float32, float64:
		return fmt.Sprintf("%e", x)
	}
	return typ + " value"
}
