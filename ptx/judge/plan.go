package judge

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Options say what a launch is to be; zero values leave it to directives, metadata and assumptions.
type Options struct {
	Kernel      string
	Grid, Block machine.Extents
	// DynamicShared is the bytes of dynamic shared memory, -1 for unknown.
	DynamicShared int64
	// Args gives arguments by the names of the parameters.
	Args     map[string]machine.Arg
	Metadata []launchfile.Description
	Steps    int64
	// Strict makes errors of warnings about what devices have seldom been seen to do wrong.
	Strict bool
	// Dependent says that the launch may begin before the grids before it have ended. Constant are the
	// pointers to what none of those writes.
	Dependent bool
	Constant  []string
}

// Plan is a launch.
type Plan struct {
	Kernel *machine.Kernel
	Config machine.Config
	// Assumed tells what nothing said.
	Assumed []string
	// Strict makes errors of warnings about what devices have seldom been seen to do wrong.
	Strict bool
}

const (
	assumedThreads = 128
	assumedShared  = 48 << 10
	assumedInteger = 1024
)

// Load parses and verifies a text.
func Load(file *diag.File) (*ptx.Module, error) {
	m, err := ptx.Parse(file)
	if err != nil {
		return nil, err
	}
	return m, ptx.Verify(m)
}

// NewPlan chooses a kernel and makes a launch of it.
func NewPlan(m *ptx.Module, o Options) (*Plan, error) {
	f, err := choose(m, o.Kernel)
	if err != nil {
		return nil, err
	}
	k, err := machine.Compile(m, f)
	if err != nil {
		return nil, err
	}
	p := &Plan{Kernel: k}
	p.Config.Steps = o.Steps
	meta := launchfile.Description{}
	if i := slices.IndexFunc(o.Metadata, func(m launchfile.Description) bool {
		return m.Name == f.Name
	}); i >= 0 {
		meta = o.Metadata[i]
	}
	p.sizes(f, o, meta)
	p.shared(o, meta)
	if err := p.hazards(o); err != nil {
		return nil, err
	}
	return p, p.args(o, meta)
}

// sizes chooses block and grid.
func (p *Plan) sizes(f *ptx.Function, o Options, meta launchfile.Description) {
	none := machine.Extents{}
	p.Config.Block, p.Config.Grid = o.Block, o.Grid
	required, most := f.Limit("reqntid"), f.Limit("maxntid")
	switch {
	case o.Block != none:
	case required != nil:
		p.Config.Block = extents(required)
	case meta.Block != nil:
		p.Config.Block = extents(meta.Block)
	case most != nil:
		p.Config.Block = extents(most)
	default:
		p.Config.Block = machine.Extents{assumedThreads, 1, 1}
		p.assume("blocks of %d threads", assumedThreads)
	}
	switch {
	case o.Grid != none:
	case meta.Grid != nil:
		p.Config.Grid = extents(meta.Grid)
	default:
		p.Config.Grid = machine.Extents{1, 1, 1}
		p.assume("one block")
	}
}

func extents[T int | int64](numbers []T) machine.Extents {
	e := machine.Extents{1, 1, 1}
	for i, n := range numbers[:min(len(numbers), 3)] {
		e[i] = int(n)
	}
	return e
}

func (p *Plan) assume(format string, args ...any) {
	p.Assumed = append(p.Assumed, fmt.Sprintf(format, args...))
}

// shared chooses the size of dynamic shared memory.
func (p *Plan) shared(o Options, meta launchfile.Description) {
	switch {
	case o.DynamicShared >= 0:
		p.Config.DynamicShared = o.DynamicShared
	case meta.Name != "" && !meta.MoreDynamicShared:
		p.Config.DynamicShared = meta.DynamicSharedBytes
	case p.Kernel.UsesDynamicShared():
		p.Config.DynamicShared = max(assumedShared-p.Kernel.StaticShared()/16*16, 1<<10)
		p.assume("%d bytes of dynamic shared memory", p.Config.DynamicShared)
	}
}

// args chooses the arguments.
func (p *Plan) args(o Options, meta launchfile.Description) error {
	var names []string
	for i, param := range p.Kernel.Params {
		names = append(names, param.Name)
		arg, given := o.Args[param.Name]
		known := meta.Param(param.Name, i)
		if !given {
			arg = p.assumeArg(param, known)
		}
		p.Config.Args = append(p.Config.Args, arg)
	}
	for name := range o.Args {
		if !slices.Contains(names, name) {
			d := diag.Errorf(codeKernel, p.Kernel.Function.Span, "'%s' has no parameter '%s'", p.Kernel.Name,
				name)
			if len(names) > 0 {
				d.Suggest("it has: %s", strings.Join(names, ", "))
			}
			return d
		}
	}
	return nil
}

// assumeArg makes an argument of which nothing is known but the type.
func (p *Plan) assumeArg(param machine.Param, known launchfile.Parameter) machine.Arg {
	v := param.Variable
	switch {
	case v.Size() == 8 && (param.Pointer || known.IsPointer):
		return machine.Arg{Buffer: &machine.Buffer{Name: param.Name, Data: make([]byte, known.Size),
			Grows: known.Size == 0}}
	case int64(len(known.Hex)) == v.Size():
		return machine.Arg{Bytes: known.Hex}
	case param.IsStruct():
		return p.assumeStruct(param)
	case known.Value != nil:
		return machine.Arg{Bits: uint64(*known.Value)}
	case v.Type == "f64":
		return machine.Arg{Bits: math.Float64bits(1)}
	case v.Type == "f32":
		return machine.Arg{Bits: uint64(math.Float32bits(1))}
	}
	p.assume("%s = %d", param.Name, assumedInteger)
	return machine.Arg{Bits: assumedInteger}
}

// assumeStruct makes an argument of several elements: its pointers get buffers, and its numbers are those of
// parameters.
func (p *Plan) assumeStruct(param machine.Param) machine.Arg {
	arg := machine.Arg{Bytes: make([]byte, param.Variable.Size()), Pointers: map[int64]*machine.Buffer{}}
	for _, f := range param.Fields {
		name := fmt.Sprintf("%s.%d", param.Name, f.Offset)
		if f.Pointer {
			arg.Pointers[f.Offset] = &machine.Buffer{Name: name, Grows: true}
			continue
		}
		p.number(name, f.Type, arg.Bytes[f.Offset:])
	}
	return arg
}

// number writes what a number is assumed to be.
func (p *Plan) number(name string, t ptx.Type, into []byte) {
	switch {
	case t == "f64":
		binary.LittleEndian.PutUint64(into, math.Float64bits(1))
	case t == "f32":
		binary.LittleEndian.PutUint32(into, math.Float32bits(1))
	case t.Bits() < 16:
	default:
		binary.LittleEndian.PutUint16(into, assumedInteger)
		p.assume("%s = %d", name, assumedInteger)
	}
}
