package tfrt

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
)

var codeLoad = diag.Register("tfrt-load", "a TFRT program has a kernel that cannot be executed",
	"The kernels that can be executed are those of the dialects tfrt and tfrt_test that 'inflight explain' "+
		"lists, but for tfrt.get_device.")

// Config says how a program is executed.
type Config struct {
	// Workers is the number of threads of the work queue. With 1 everything runs on the thread of the caller,
	// in an order that does not change from run to run.
	Workers int
	Output  io.Writer
	// Report gets each error of a kernel; nil ignores them.
	Report func(d *diag.Diagnostic)
	// Entry is the function to run; "" runs all.
	Entry string
	// Engine, Code and Run are for functions that are compiled. Without Engine it is the engine that
	// exec.Choose chooses; an attribute of the kernel counts more.
	Engine string
	Code   exec.Code
	Run    exec.Options
}

// Program is a file that is ready to be executed. It runs often, from several goroutines at once.
type Program struct {
	file      *bef.File
	ctx       *ir.Context
	functions []*loaded
	jit       map[string]*compilation
}

// loaded is a function with the kernels that it runs.
type loaded struct {
	*bef.Function
	index   uint32
	kernels []kernel
	order   []uint32 // kernels of a synchronous function, each behind those whose results it needs
}

// New prepares a file. It fails if a kernel cannot be executed.
func New(file *bef.File) (*Program, error) {
	p := &Program{file: file, ctx: ir.NewContext(), jit: map[string]*compilation{}}
	for i, f := range file.Functions {
		p.functions = append(p.functions, &loaded{Function: f, index: uint32(i)})
	}
	for _, f := range p.functions {
		if f.Kind == bef.Native {
			if natives[f.Name] == nil {
				return nil, diag.Errorf(codeLoad, diag.Span{}, "there is no native function '%s'", f.Name)
			}
			continue
		}
		if err := p.loadFunction(f); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Program) loadFunction(f *loaded) error {
	f.kernels = make([]kernel, len(f.Kernels))
	for i := range f.Kernels {
		if i == 0 {
			continue
		}
		k, err := p.load(&f.Kernels[i])
		if err != nil {
			span := ir.LocationSpan(p.file.Location(p.ctx, uint64(f.Kernels[i].Location)))
			d := diag.Errorf(codeLoad, span, "function '%s': %v", f.Name, err)
			if near := diag.Nearest(k.name, Kernels()); near != "" &&
				strings.Contains(err.Error(), "there is no") {
				d.Suggest("did you mean '%s'?", near)
			}
			return d
		}
		f.kernels[i] = k
	}
	f.order = f.inOrder()
	return nil
}

// inOrder returns the kernels in an order in which they can run one after the other.
func (f *loaded) inOrder() []uint32 {
	done := make([]bool, len(f.Registers))
	for _, reg := range f.Kernels[0].Results[1:] {
		done[reg] = true
	}
	var order []uint32
	waiting := make([]int, len(f.Kernels))
	for i := range f.Kernels {
		waiting[i] = max(len(f.Kernels[i].Args), 1)
	}
	ready := []uint32{0}
	for len(ready) > 0 {
		least := slices.Index(ready, slices.Min(ready))
		id := ready[least]
		ready = slices.Delete(ready, least, least+1)
		if id > 0 {
			order = append(order, id)
		}
		for _, users := range f.Kernels[id].UsedBy {
			for _, user := range users {
				if waiting[user]--; waiting[user] == 0 {
					ready = append(ready, user)
				}
			}
		}
	}
	return order
}

func (p *Program) printf(c *Config, format string, args ...any) {
	if c.Output != nil {
		fmt.Fprintf(c.Output, format, args...)
	}
}
