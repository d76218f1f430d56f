package opt

import (
	"context"
	"fmt"
	"io"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

// Run processes one input and returns the exit code: 0, or 1 if the input is wrong, or 2 if the configuration
// is wrong. Programs go to stdout or cfg.Output, diagnostics and reports to stderr.
func Run(ctx context.Context, cfg Config, in *diag.File, stdout, stderr io.Writer) int {
	pl, err := cfg.pipeline()
	if err != nil {
		diag.Text{W: stderr, Color: cfg.Color}.Render(err)
		return exitUsage
	}
	r := &runner{ctx: ctx, cfg: &cfg, pipeline: pl, streams: streams{stdout, stderr},
		out: newSink(ctx, cfg.Output, stdout)}
	r.language = cfg.Input.Or(in)
	if cfg.DumpPipeline {
		fmt.Fprintln(stderr, pl)
	}
	r.observe()
	defer r.out.close(false) // after a panic; otherwise the sink is already closed
	ok := r.chunks(in)
	if err := r.out.close(ok); err != nil {
		r.render(diag.FromError(err))
		ok = false
	}
	r.report()
	if !ok {
		return exitError
	}
	return exitOK
}

// runner is the state of one Run.
type runner struct {
	ctx context.Context
	streams
	cfg      *Config
	pipeline *pass.Pipeline
	timing   *pass.Timing
	stats    *pass.Stats
	watchers []pass.Observer
	out      sink
	language language.Language // of the input
}

// observe sets up the observers of the passes.
func (r *runner) observe() {
	if r.cfg.Timing {
		r.timing = pass.NewTiming()
		r.watchers = append(r.watchers, r.timing)
	}
	if r.cfg.Stats {
		r.stats = pass.NewStats()
		r.watchers = append(r.watchers, r.stats)
	}
	if p := &r.cfg.Printing; p.Active() {
		p.W, p.Print = r.stderr, r.print
		r.watchers = append(r.watchers, p)
	}
}

// phase starts the time of a phase, if timing is on. The returned function ends it.
func (r *runner) phase(name string) func() {
	if r.timing == nil {
		return func() {}
	}
	return r.timing.Phase(name)
}

// chunks processes the programs of the input one after the other. A program that fails has no output; the
// others have theirs.
func (r *runner) chunks(in *diag.File) bool {
	ok := true
	for i, c := range split(in, markerIn(r.language, r.cfg.SplitMarker)) {
		if i > 0 {
			io.WriteString(&r.out, markerIn(r.cfg.Emit, DefaultSplitMarker)+"\n")
		}
		if !r.chunk(c) {
			ok = false
		}
	}
	return ok
}

func (r *runner) chunk(c chunk) bool {
	o := r.guarded(c.file)
	if r.cfg.Verify != VerifyOff {
		expected, bad := expectations(c.file)
		bad = append(bad, compare(expected, o.diags, r.cfg.Verify)...)
		r.render(bad)
		if !o.diags.HasErrors() && o.program != nil {
			return r.write(o) && len(bad) == 0
		}
		return len(bad) == 0
	}
	r.render(o.diags)
	if o.diags.HasErrors() {
		return false
	}
	return r.write(o)
}

// outcome is the result of processing one program.
type outcome struct {
	program *ir.Op
	script  []byte // its text, if the output is TVMScript
	diags   diag.List
}

// guarded is process, except that it returns a panic as a diagnostic: no input may crash the tool.
func (r *runner) guarded(file *diag.File) (o outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			o = outcome{diags: diag.List{pass.InternalError(file.Span(0, 0), "reading the program", cause)}}
		}
	}()
	r.process(file, &o)
	if r.cfg.Emit == language.TVMScript && o.program != nil && !o.diags.HasErrors() {
		stop := r.phase("Export")
		var diags diag.List
		o.script, diags = r.cfg.Emit.AppendContext(r.ctx, nil, o.program)
		o.diags.Add(diags...)
		stop()
	}
	return o
}

// process parses, verifies and transforms one program.
func (r *runner) process(file *diag.File, o *outcome) {
	ctx := r.cfg.NewContext()
	ctx.AllowUnregistered = r.cfg.AllowUnregistered
	stop := r.phase("Parser")
	o.program, o.diags = r.language.ParseContext(r.ctx, ctx, file)
	if o.program != nil && !o.diags.HasErrors() {
		o.diags.Add(ir.VerifyWithin(r.ctx, o.program, nil)...)
	}
	stop()
	if o.program == nil || o.diags.HasErrors() || len(r.pipeline.Items) == 0 {
		return
	}
	m := &pass.Manager{
		Pipeline:   r.pipeline,
		Verify:     r.cfg.verification(),
		Sequential: r.cfg.Sequential || r.cfg.Printing.Active(),
		Observers:  r.watchers,
		Reproducer: r.cfg.Reproducer,
		Print:      r.print,
	}
	o.diags.Add(m.Run(r.ctx, o.program)...)
}

// write writes the result for a program. If the context has ended, it reports that instead of the result.
func (r *runner) write(o outcome) bool {
	err := r.writeUntilEnded(o)
	r.render(diag.FromError(err))
	return err == nil
}

func (r *runner) writeUntilEnded(o outcome) (err error) {
	defer interrupt.Catch(&err)
	defer r.phase("Output")()
	if r.cfg.Emit == language.TVMScript {
		r.out.Write(o.script)
		return nil
	}
	options := r.printOptions()
	options.Context = r.ctx
	text.Print(&r.out, o.program, options)
	io.WriteString(&r.out, "\n")
	return nil
}

func (r *runner) render(l diag.List) {
	if len(l) > 0 {
		diag.Text{W: r.stderr, Color: r.cfg.Color}.Render(l)
	}
}

// report writes timing and statistics.
func (r *runner) report() {
	if r.stats != nil {
		r.stats.Report(r.stderr)
	}
	if r.timing != nil {
		r.timing.Report(r.stderr)
	}
}

// print returns the text of an operation in the configured form.
func (r *runner) print(op *ir.Op) []byte {
	return text.Append(nil, op, r.printOptions())
}

func (r *runner) printOptions() text.PrintOptions {
	return text.PrintOptions{Generic: r.cfg.Generic, DebugInfo: r.cfg.DebugInfo}
}
