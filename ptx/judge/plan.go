package judge

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Options say what a launch is to be; zero values leave it to directives, metadata and assumptions.
type Options struct {
	Kernel               string
	Grid, Block, Cluster machine.Extents
	// DynamicShared is the bytes of dynamic shared memory, -1 for unknown.
	DynamicShared int64
	// Args gives arguments by the names of the parameters or their positions, Given those of a user.
	Args     map[string]machine.Arg
	Given    []Given
	Metadata []launchfile.Description
	// Folder is where files lie that a description names.
	Folder string
	Steps  int64
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
	// OpenShared says that nobody said how much dynamic shared memory there is.
	OpenShared bool
	// Accept, if not nil, takes what somebody has accepted out of the report of a run, before the run ends
	// for what is wrong.
	Accept func(*Report)
	// Guesses are what nothing said, with the values that a sweep tries.
	Guesses []*Guess
	// openBlock says that the kernel asks how large its blocks are, and toldBlock that its arithmetic tells.
	// boundBlock says that nothing tells but the largest size that .maxntid admits.
	openBlock, toldBlock, boundBlock bool
	// scratch are the bytes for each block of what parameters point to, by their positions.
	scratch map[int]int64
	// inside is how far inside of their memory the pointers point of which nobody said anything.
	inside int64
}

const (
	assumedThreads = 128
	assumedInteger = 1024
	assumedCluster = 2
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
	if err := p.args(o, meta); err != nil {
		return nil, err
	}
	return p, k.Admits(p.Config)
}

// isOneCluster reports whether all blocks of the launch are of one cluster, or there is only one.
func (p *Plan) isOneCluster() bool { return p.Config.Grid == p.Kernel.Cluster(p.Config) }

// maxThreads returns how many threads a block of a kernel may have.
func maxThreads(f *ptx.Function) int {
	if limit := f.Limit("maxntid"); limit != nil {
		return min(extents(limit).Count(), most)
	}
	return most
}

// sizes chooses block and grid.
func (p *Plan) sizes(f *ptx.Function, o Options, meta launchfile.Description) {
	none := machine.Extents{}
	p.Config.Block, p.Config.Grid = o.Block, o.Grid
	required, limit := f.Limit("reqntid"), f.Limit("maxntid")
	switch {
	case o.Block != none:
	case meta.Block != nil: // one that contradicts the kernel is refused
		p.Config.Block = extents(meta.Block)
	case required != nil:
		p.Config.Block = extents(required)
	default:
		s := inferShape(p.Kernel.Values(), maxThreads(f))
		p.Config.Block = s.block
		switch {
		case s.cut:
			p.assume("blocks of %s, the most there may be (%s)", count(s.block, "thread"), s.why)
		case s.why != "":
			p.assume("blocks of %s (%s)", count(s.block, "thread"), s.why)
		case limit != nil:
			p.Config.Block = extents(limit)
		default:
			p.assume("blocks of %s", count(s.block, "thread"))
		}
		p.guessBlock(s, maxThreads(f))
		p.toldBlock = !s.cut && (s.why != "" || limit != nil)
		p.boundBlock = s.why == "" && limit != nil
	}
	p.clusters(o, meta)
	switch {
	case o.Grid != none:
	case meta.Grid != nil:
		p.Config.Grid = extents(meta.Grid)
	default:
		p.Config.Grid = p.Kernel.Cluster(p.Config)
		if p.Config.Grid.Count() > 1 {
			p.assume("one cluster")
		} else {
			p.assume("one block")
		}
		p.guessGrid()
	}
}

// clusters chooses how many blocks a cluster has: what somebody says, else what the kernel requires, and two
// where the kernel needs several.
func (p *Plan) clusters(o Options, meta launchfile.Description) {
	needs := p.Kernel.NeedsCluster()
	switch {
	case o.Cluster != machine.Extents{}:
		p.Config.Cluster = o.Cluster
	case meta.Cluster != nil:
		p.Config.Cluster = extents(meta.Cluster)
	case p.Kernel.Function.Limit("reqnctapercluster") != nil || needs == nil:
	case o.Grid != machine.Extents{} && o.Grid[0]%assumedCluster != 0,
		meta.Grid != nil && extents(meta.Grid)[0]%assumedCluster != 0:
	default:
		p.Config.Cluster = machine.Extents{assumedCluster, 1, 1}
		p.assume("clusters of %d blocks ('%s' is for several)", assumedCluster, needs.Name())
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

// shared chooses the size of dynamic shared memory: all that a block may have, if nobody says how much it is.
func (p *Plan) shared(o Options, meta launchfile.Description) {
	switch {
	case o.DynamicShared >= 0:
		p.Config.DynamicShared = o.DynamicShared
	case meta.Name != "" && !meta.MoreDynamicShared:
		p.Config.DynamicShared = meta.DynamicSharedBytes
	case p.Kernel.UsesDynamicShared():
		p.Config.DynamicShared = p.Kernel.MostDynamicShared()
		p.OpenShared = true
	}
}
