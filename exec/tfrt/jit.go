package tfrt

import (
	"context"
	"fmt"
	"io"
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
func jitKind() kind { return kind{results: -1, needs: -1, check: loadCompiled, run: runCompiled} }

// symbolAndEngine returns the attributes of a kernel that is compiled: the symbol of its function, or the
// region, which a file holds as a function; and the name of the engine, "" if there is none. Without names of
// attributes the symbol is the first one, which is so by name unless there are others.
func symbolAndEngine(in *bef.Kernel, p *Program) (s *bef.Symbol, engine string, err error) {
	for i, off := range in.Attrs {
		isSymbol, isEngine := i == 0, i == 1
		if in.AttrNames != nil {
			name := in.AttrNames[i]
			isSymbol, isEngine = name == "compiled" || name == "body", name == "engine"
		}
		want := bef.SymbolRef
		if isEngine {
			want = bef.String
		} else if !isSymbol {
			continue
		}
		if got, known := p.file.AttributeTypes[off]; known && got != want {
			return nil, "", fmt.Errorf("attribute %d has type %d, not %d", i, got, want)
		}
		v, err := p.file.Attribute(off, want)
		if err != nil {
			return nil, "", err
		}
		if isEngine {
			engine = v.(string)
		} else {
			s = v.(*bef.Symbol)
		}
	}
	if s == nil {
		err = fmt.Errorf("the kernel has nothing to compile")
	}
	return s, engine, err
}

// loadCompiled parses the module of a symbol. Kernels with the same symbol share what is compiled.
func loadCompiled(k *kernel, in *bef.Kernel, p *Program) error {
	s, engine, err := symbolAndEngine(in, p)
	if err != nil {
		return fmt.Errorf("kernel '%s': %w", k.name, err)
	}
	if engine != "" {
		if _, err := exec.Lookup(engine); err != nil {
			return err
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
		var ok bool
		if values[i], ok = valueOf(v.content, c.typ.Inputs[i]); !ok {
			f.failAll("operand %d of %s is no %v", i, f.kernel.name, c.typ.Inputs[i])
			return
		}
	}
	results := f.later()
	f.elsewhere(func(ctx context.Context) func(w *worker) {
		out, err := c.start(f.compiled, f, values)
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
	options := f.config.Run
	if options.Output == nil {
		options.Output = exec.NewOutput(f.request, io.Discard)
	}
	return program.Run(ctx, values, options)
}

// finishCompiled makes the results available. Code that ends because the request was cancelled has the error
// of the request, which is no error of the kernel.
func (f *frame) finishCompiled(w *worker, results []*future, out []value.Value, err error) {
	if err != nil && f.ctx.Err() != nil {
		f.cancel(errorf("%v", context.Cause(f.ctx)))
	}
	fail := f.stopped.Load()
	if err != nil && fail == nil {
		fail = f.reportCompiled(err)
	}
	for i, v := range results {
		if err != nil {
			v.set(w, nil, fail)
			continue
		}
		v.set(w, contentOf(out[i]), nil)
	}
}

// reportCompiled reports an error of code that is compiled: at the kernel, with a note at the operation in
// the code if its place is known.
func (f *frame) reportCompiled(err error) *failure {
	message, span := strings.TrimSpace(err.Error()), diag.Span{}
	if list := diag.FromError(err); len(list) > 0 {
		message, span = strings.TrimSpace(list[0].Message), list[0].Span
	}
	for _, prefix := range assertionPrefixes {
		message = strings.TrimPrefix(message, prefix)
	}
	f.report(f.location, message, span)
	return errorf("%s", message)
}

// assertionPrefixes are what engines say in front of the text of an assertion that fails. The error of a
// register is the text alone, the same with every engine.
var assertionPrefixes = []string{"assertion failed: ", "the assertion does not hold: "}

// valueOf returns a value of a type for compiled code. Memory is copied: a value of TFRT does not change once
// it is available, so that what the code writes is seen by nobody but itself and those that get its results.
func valueOf(content any, t ir.Type) (value.Value, bool) {
	if v, ok := content.(value.Value); ok {
		if v.Type.String() != t.String() {
			return v, false
		}
		v.Type = t
		if v.Buffer != nil {
			v.Buffer = v.Buffer.Clone()
			v.Buffer.Type, ok = t.(*ir.MemRefType)
		}
		return v, ok
	}
	bits, typ := bitsOf(content)
	return value.Value{Type: t, Bits: bits}, typ == t.String()
}

// bitsOf returns the bits of a number and the name of its type, "" for what is none that code may have.
func bitsOf(content any) (uint64, string) {
	switch x := content.(type) {
	case bool:
		return uint64(oneIf(x)), "i1"
	case int32:
		return uint64(uint32(x)), "i32"
	case int64:
		return uint64(x), "i64"
	case float32:
		return uint64(math.Float32bits(x)), "f32"
	case float64:
		return math.Float64bits(x), "f64"
	case bef.Number:
		switch x.Type {
		case bef.F16:
			return x.Bits, "f16"
		case bef.BF16:
			return x.Bits, "bf16"
		}
	}
	return 0, ""
}

// contentOf returns what a register has of a value of compiled code. Numbers of TFRT are as its kernels have
// them, others and memory as they are.
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
	case "f16":
		return bef.Number{Type: bef.F16, Bits: v.Bits}
	case "bf16":
		return bef.Number{Type: bef.BF16, Bits: v.Bits}
	}
	return v
}
