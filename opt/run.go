package opt

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// Run processes one input and returns the exit code: 0, 1 when something is
// wrong with the input, 2 when something is wrong with the configuration.
// Programs go to stdout or cfg.Output, diagnostics and reports to stderr.
func Run(cfg Config, in *diag.File, stdout, stderr io.Writer) int {
	pl, err := cfg.pipeline()
	if err != nil {
		diag.Text{W: stderr, Color: cfg.Color}.Render(err)
		return exitUsage
	}
	r := &runner{cfg: &cfg, pipeline: pl, streams: streams{stdout, stderr}}
	if cfg.DumpPipeline {
		fmt.Fprintln(stderr, pl)
	}
	r.observe()
	ok := r.chunks(in)
	if !r.output(ok) {
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
	streams
	cfg      *Config
	pipeline *pass.Pipeline
	timing   *pass.Timing
	stats    *pass.Stats
	watchers []pass.Observer
	out      bytes.Buffer
}

// observe sets up what watches the passes.
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

// phase times a part of the work where that is asked for.
func (r *runner) phase(name string) func() {
	if r.timing == nil {
		return func() {}
	}
	return r.timing.Phase(name)
}

// chunks processes the programs of the input one after the other. What fails
// leaves no output, the others do.
func (r *runner) chunks(in *diag.File) bool {
	ok := true
	for i, c := range split(in, r.cfg.SplitMarker) {
		if i > 0 {
			r.out.WriteString(DefaultSplitMarker + "\n")
		}
		if !r.chunk(c) {
			ok = false
		}
	}
	return ok
}

func (r *runner) chunk(c chunk) bool {
	program, diags := r.guarded(c.file)
	if r.cfg.Verify != VerifyOff {
		expected, bad := expectations(c.file)
		bad = append(bad, compare(expected, diags, r.cfg.Verify)...)
		r.render(bad)
		if !diags.HasErrors() && program != nil {
			r.write(program)
		}
		return len(bad) == 0
	}
	r.render(diags)
	if diags.HasErrors() {
		return false
	}
	r.write(program)
	return true
}

// guarded is process with panics turned into diagnostics: no input may bring
// the tool down.
func (r *runner) guarded(file *diag.File) (program *ir.Op, diags diag.List) {
	defer func() {
		if cause := recover(); cause != nil {
			program, diags = nil, diag.List{pass.InternalError(file.Span(0, 0), "reading the program", cause)}
		}
	}()
	return r.process(file)
}

// process parses, verifies and transforms one program.
func (r *runner) process(file *diag.File) (*ir.Op, diag.List) {
	ctx := r.cfg.NewContext()
	ctx.AllowUnregistered = r.cfg.AllowUnregistered
	stop := r.phase("Parser")
	program, diags := text.Parse(ctx, file, text.Options{})
	if program != nil && !diags.HasErrors() {
		diags.Add(ir.Verify(program)...)
	}
	stop()
	if program == nil || diags.HasErrors() || len(r.pipeline.Items) == 0 {
		return program, diags
	}
	m := &pass.Manager{
		Pipeline:   r.pipeline,
		SkipVerify: r.cfg.SkipVerify,
		Sequential: r.cfg.Sequential || r.cfg.Printing.Active(),
		Observers:  r.watchers,
		Reproducer: r.cfg.Reproducer,
		Print:      r.print,
	}
	diags.Add(m.Run(program)...)
	return program, diags
}

func (r *runner) write(program *ir.Op) {
	defer r.phase("Output")()
	r.out.Write(r.print(program))
	r.out.WriteByte('\n')
}

func (r *runner) render(l diag.List) {
	if len(l) > 0 {
		diag.Text{W: r.stderr, Color: r.cfg.Color}.Render(l)
	}
}

// output hands the text over: to stdout, or to a file, which appears complete
// or not at all.
func (r *runner) output(ok bool) bool {
	if r.cfg.Output == "" || r.cfg.Output == "-" {
		_, err := r.stdout.Write(r.out.Bytes())
		return r.wrote(err)
	}
	if !ok {
		return false
	}
	return r.wrote(writeFile(r.cfg.Output, r.out.Bytes()))
}

func (r *runner) wrote(err error) bool {
	r.render(diag.FromError(err))
	return err == nil
}

// writeFile writes a file beside its final place and renames it. What exists
// and is no regular file, such as /dev/null, is written directly.
func writeFile(path string, content []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, content, 0o666)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
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

// print returns the text of an operation in the form that was asked for.
func (r *runner) print(op *ir.Op) []byte {
	return text.Append(nil, op, text.PrintOptions{Generic: r.cfg.Generic, DebugInfo: r.cfg.DebugInfo})
}
