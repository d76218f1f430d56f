package tfrt

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// compilation is a function that is compiled when a kernel needs it first.
type compilation struct {
	module  *ir.Op
	entry   string
	typ     *ir.FunctionType
	engine  string
	mu      sync.Mutex // of what follows
	program exec.Program
	err     error
}

// jitKind is tfrt.jit_execute: a function that an engine compiles and runs, on a thread that no kernel waits
// for.
func jitKind() kind {
	return kind{results: -1, needs: -1, attrs: []bef.AttributeType{bef.SymbolRef}, check: loadCompiled,
		run: runCompiled}
}

// loadCompiled parses the module of a symbol. Kernels with the same symbol share what is compiled.
func loadCompiled(k *kernel, in *bef.Kernel, p *Program) error {
	s, engine := k.attrs[0].(*bef.Symbol), ""
	if len(in.Attrs) > 1 { // by name, the engine comes behind the symbol
		v, err := p.file.Attribute(in.Attrs[1], bef.String)
		if err != nil {
			return err
		}
		if engine = v.(string); engine != "" {
			if _, err := exec.Lookup(engine); err != nil {
				return err
			}
		}
	}
	name := s.Root + "::" + strings.Join(s.Nested, "::")
	key := strings.Join([]string{name, engine, s.Module}, "\x00")
	if known := p.jit[key]; known != nil {
		k.jit = known
		return nil
	}
	m, errs := text.Parse(all.NewContext(), diag.NewFile("module of @"+s.Root, []byte(s.Module)),
		text.Options{})
	if errs.HasErrors() {
		return errs.Err()
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		return diag.List(errs).Err()
	}
	if len(s.Nested) != 1 {
		return fmt.Errorf("the symbol @%s is no function of a module", name)
	}
	fn := ir.NewSymbolTables().Lookup(m, s.Nested[0])
	if !fn.Is(function.Func) {
		return fmt.Errorf("the module @%s has no function @%s", s.Root, s.Nested[0])
	}
	k.jit = &compilation{module: m, entry: s.Nested[0], typ: function.Type(fn), engine: engine}
	p.jit[key] = k.jit
	return nil
}

// prepare compiles the function, once for all runs. A run that ends meanwhile leaves it to the next one.
func (c *compilation) prepare(ctx context.Context, config *Config) (exec.Program, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.program != nil || c.err != nil {
		return c.program, c.err
	}
	program, err := c.compile(ctx, config)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	c.program, c.err = program, err
	return program, err
}

func (c *compilation) compile(ctx context.Context, config *Config) (exec.Program, error) {
	name := c.engine
	if name == "" {
		name = config.Engine
	}
	if name == "" {
		_, program, _, err := exec.Choose(ctx, c.module, c.entry, config.Code)
		return program, err
	}
	engine, err := exec.Lookup(name)
	if err != nil {
		return nil, err
	}
	return engine.Compile(ctx, c.module, c.entry, config.Code)
}

// runCompiled starts the function. Chains behind its arguments are not passed on.
func runCompiled(f *frame) {
	c := f.kernel.jit
	args := f.args
	for len(args) > len(c.typ.Inputs) {
		if _, ok := args[len(args)-1].content.(chain); !ok {
			break
		}
		args = args[:len(args)-1]
	}
	if len(args) != len(c.typ.Inputs) || len(f.results) != len(c.typ.Results) {
		f.failAll("%s passes %d values to a function of %d, and takes %d of %d results", f.kernel.name,
			len(args),
			len(c.typ.Inputs), len(f.results), len(c.typ.Results))
		return
	}
	values := make([]value.Value, len(args))
	for i, v := range args {
		bits, ok := bitsOf(v.content)
		if !ok {
			f.failAll("operand %d of %s is no number", i, f.kernel.name)
			return
		}
		values[i] = value.Value{Type: c.typ.Inputs[i], Bits: bits}
	}
	results := f.later()
	f.elsewhere(func(ctx context.Context) func(w *worker) {
		out, err := c.start(ctx, f, values)
		return func(w *worker) { f.finishCompiled(w, results, out, err) }
	})
}

func (c *compilation) start(ctx context.Context, f *frame, values []value.Value) (out []value.Value,
	err error) {
	defer func() {
		if cause := recover(); cause != nil { // a mistake in an engine must not end the process of its user
			err = fmt.Errorf("internal error: %v", cause)
		}
	}()
	program, err := c.prepare(ctx, f.config)
	if err != nil {
		return nil, err
	}
	return program.Run(ctx, values, f.config.Run)
}

// finishCompiled makes the results available.
func (f *frame) finishCompiled(w *worker, results []*future, out []value.Value, err error) {
	var fail *failure
	if err != nil {
		message := strings.TrimSpace(firstMessage(err))
		f.report(f.location, message)
		fail = errorf("%s", message)
	}
	for i, v := range results {
		if fail != nil {
			v.set(w, nil, fail)
			continue
		}
		v.set(w, contentOf(out[i]), nil)
	}
}

// firstMessage is the text of an error without its place.
func firstMessage(err error) string {
	if list := diag.FromError(err); len(list) > 0 {
		return list[0].Message
	}
	return err.Error()
}

func bitsOf(content any) (uint64, bool) {
	switch x := content.(type) {
	case bool:
		return uint64(oneIf(x)), true
	case int32:
		return uint64(uint32(x)), true
	case int64:
		return uint64(x), true
	case float32:
		return uint64(math.Float32bits(x)), true
	case float64:
		return math.Float64bits(x), true
	}
	return 0, false
}

func contentOf(v value.Value) any {
	switch v.Type.String() {
	case "i1":
		return v.Bits&1 != 0
	case "i32":
		return int32(v.Bits)
	case "i64":
		return int64(v.Bits)
	case "f32":
		return math.Float32frombits(uint32(v.Bits))
	case "f64":
		return math.Float64frombits(v.Bits)
	}
	return v
}
