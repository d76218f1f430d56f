package machine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ptx"
)

// Extents is a size or a place along x, y and z.
type Extents [3]int

// Count returns the product.
func (e Extents) Count() int { return e[0] * e[1] * e[2] }

// String returns the extents as "(3, 0, 0)".
func (e Extents) String() string { return fmt.Sprintf("(%d, %d, %d)", e[0], e[1], e[2]) }

// at returns place number n, x running fastest.
func (e Extents) at(n int) Extents { return Extents{n % e[0], n / e[0] % e[1], n / e[0] / e[1]} }

// Mode says when asynchronous copies take place, within what the abstract machine allows.
type Mode uint8

// The modes.
const (
	Late   Mode = iota // when they are forced
	Early              // at once
	Random             // at any moment; warps run in a random order as well
)

// Buffer is global memory of a launch.
type Buffer struct {
	Name string
	Data []byte
	// Grows lets accesses behind the end make the buffer longer, up to 1 GiB, with zeros.
	Grows bool
}

// Arg is the argument for one parameter: memory, or the bits of a number. A parameter of several elements
// takes Bytes.
type Arg struct {
	Buffer *Buffer
	// At is where in Buffer the address points.
	At    int64
	Bits  uint64
	Bytes []byte
	// Pointers are the addresses that stand in Bytes, by offset.
	Pointers map[int64]Address
	// Textures are the handles that stand in the parameter, by offset.
	Textures map[int64]*Texture
	// Maps are the tensor maps that stand in the parameter, by offset; in Buffer, if there is one.
	Maps map[int64]*TensorMap
}

// Address is a place in a buffer.
type Address struct {
	Buffer *Buffer
	At     int64
}

// Config is a launch.
type Config struct {
	Grid, Block Extents
	// Cluster is the blocks of a cluster along x, y and z; zeros for those that the kernel requires, else
	// one.
	Cluster Extents
	// DynamicShared is the bytes of shared memory beside what the kernel declares.
	DynamicShared int64
	Args          []Arg
	// Textures are what variables of the module name, and Texels what arrays hold of which nothing is known:
	// each word of a row, by its number; zeros if it is nil.
	Textures map[string]*Texture
	Texels   func(n int) uint32
	Mode     Mode
	Seed     uint64
	// OpenMaps remembers what launches found of tensor maps of which nothing is known; nil if nobody asks.
	OpenMaps *OpenMaps
	// Steps limits the instructions that warps execute; 0 means 10^9.
	Steps int64
	// Dependent says that the launch may begin before the grids before it have ended, whether the kernel
	// waits for them or not.
	Dependent bool
	// Constant are the names of buffers that none of those grids writes.
	Constant []string
	// Observe, if not nil, is called at the end of each block with what its threads waited for.
	Observe func(threads []Trace)
	// Events, if not nil, is called at the end of the first cluster with what its warps did at barriers and
	// with barrier objects.
	Events func(events []Event)
	// VerdictOnly says that only the report is of interest: the buffers are left as they are, or hold what
	// the kernel made of them. Values that the verdict does not need are not computed. Where something is
	// found, the launch is executed a second time, with all values; Observe is then called for both.
	VerdictOnly bool
	// NoHazards skips the search for races and unwritten memory.
	NoHazards bool
}

// Report is what a launch found out.
type Report struct {
	// Findings are races, accesses of memory in flight, and warnings, in the order in which they were first
	// found.
	Findings diag.List
	// Gaps are of those that a barrier would not let happen.
	Gaps map[*diag.Diagnostic]Gap
	// Fixes are of those that lack another instruction.
	Fixes map[*diag.Diagnostic]Fix
	// Steps is the number of instructions that warps executed.
	Steps int64
	// Executed tells of each instruction, by number, whether any thread has executed it.
	Executed []bool
	// Fences tells of each fence for the asynchronous proxy what needed it, in the order of the text.
	// Unfenced says that some accesses lack one.
	Fences   []FenceUse
	Unfenced bool
	// MemoryFences tells of each fence of memory what needed it, in the order of the text.
	MemoryFences []MemoryFence
	// Banks tells of each access of shared memory how its conflicts were, in the order of the text.
	Banks []BankUse
	// NotJudged is what the launch came to and could not judge. If one of them ended it, the other fields are
	// of what came before.
	NotJudged []NotJudged
	// Shared is how many bytes of shared memory a block had to have for its accesses.
	Shared int64
	// Reached are the instructions that accessed buffers.
	Reached []Reach
}

// Reach is how many bytes a buffer had to have for what an instruction accessed in it, of which First is the
// first.
type Reach struct {
	Instruction  *ptx.Instruction
	Buffer       *Buffer
	Bytes, First int64
}

// launch is a kernel being executed.
type launch struct {
	k           *Kernel
	sliced      bool
	ctx         context.Context
	config      Config
	grid, block Extents
	cluster     Extents // blocks of a cluster
	threads     int     // per block
	dynamic     int64
	random      *rand.Rand
	buffers     []*memory
	variables   []*memory
	textures    []*texture          // by handle
	strange     map[uint64]*texture // by handles that nobody gave
	mapFences   mapFences
	reading     mapPlace     // the tensor map whose copy is being recorded
	measuring   *measurement // of the boxes of tensor maps of which nothing is known
	unsized     bool         // such a box has no size yet
	constants   *memory
	params      *memory
	heap        heap
	notJudged   []NotJudged
	site        int32 // of the operation being executed
	steps       int64
	operation   int64 // which instruction of a warp is executed
	alike       alike
	err         *diag.Diagnostic
	found       findings
	banks       map[int32]*BankUse
	schedule    schedule
	changes     uint64 // how often anything changed that blocks can see
	executed    []bool
	reached     []siteReach      // by number of the operation
	shared      uint64           // the most that a block reached in shared memory
	known       map[int]*cluster // those that others may know of
	ends        map[int32]ends   // where values end up, by the operation that produces them
	confirmed   map[int32]bool   // whether a cas confirms each use of what an operation loads
	fenceUse    []FenceUse       // by the number of the fence
	unfenced    bool
	// tensorNeeded are the waits and fences of tensor memory that were needed.
	tensorNeeded map[int32]bool
	fencing      *fencing // nil if there are no fences of memory
	meetings     meetings
	toldTotal    bool    // a thread learned something of a fence.sc by a fence.sc alone
	period       *period // that is looked for, nil if none is
}

const maxSteps = 1e9

// Launch runs a kernel. An error means that it did not run to its end; the report holds what was found until
// then.
func Launch(ctx context.Context, k *Kernel, config Config) (*Report, error) {
	if config.OpenMaps == nil {
		config.OpenMaps = &OpenMaps{}
	}
	if config.VerdictOnly {
		copied, originals := config.WithCopies()
		r, err := launchOnce(ctx, k, copied, true)
		for i := range r.Reached {
			r.Reached[i].Buffer = originals[r.Reached[i].Buffer]
		}
		if err == nil && len(r.Findings) == 0 && len(r.NotJudged) == 0 || ctx.Err() != nil {
			return r, err
		}
	}
	return launchOnce(ctx, k, config, false)
}

// launchOnce is Launch; if it is sliced, values that no verdict needs are not computed.
func launchOnce(ctx context.Context, k *Kernel, config Config, sliced bool) (*Report, error) {
	g := newLaunch(ctx, k, config, sliced)
	if err := g.prepare(); err != nil {
		return &Report{}, err
	}
	g.run()
	if g.unsized && g.measureMaps() {
		return launchOnce(ctx, k, config, sliced)
	}
	g.checkDependents()
	g.needlessTensor()
	g.giveBack()
	r := &Report{Findings: g.found.list, Gaps: g.found.gaps, Fixes: g.found.fixes, Steps: g.steps,
		Executed: g.executed, Fences: g.fenceUse, Unfenced: g.unfenced, MemoryFences: g.memoryFences(),
		Banks:     g.bankUse(),
		NotJudged: g.notJudged, Shared: int64(g.shared), Reached: g.reaches()}
	if g.err != nil && g.err.Code != codeNotExecuted {
		return r, g.err
	}
	if why := interrupt.Error(ctx); why != nil {
		return r, why
	}
	return r, nil
}

// newLaunch returns a launch that has not begun.
func newLaunch(ctx context.Context, k *Kernel, config Config, sliced bool) *launch {
	k = k.inLaunch(&config)
	g := &launch{
		sliced: sliced,
		k:      k, ctx: ctx, config: config, grid: config.Grid, block: config.Block,
		threads: config.Block.Count(), cluster: k.Cluster(config),
		dynamic: config.DynamicShared,
		random:  rand.New(rand.NewPCG(config.Seed, 1)), banks: map[int32]*BankUse{},
		strange: map[uint64]*texture{},
		ends:    map[int32]ends{}, confirmed: map[int32]bool{},
		changes:  1,
		executed: make([]bool, len(k.ops)), reached: make([]siteReach, len(k.ops)+1),
		fenceUse: k.fencesUnused(), fencing: k.fencing(),
	}
	g.config.Steps = cmp.Or(config.Steps, maxSteps)
	return g
}

// Admits returns an error if no device takes a launch of the kernel, or if the arguments are not its own.
func (k *Kernel) Admits(config Config) error {
	g := &launch{k: k, config: config, grid: config.Grid, block: config.Block, threads: config.Block.Count(),
		cluster: k.Cluster(config), dynamic: config.DynamicShared}
	return g.prepare()
}

// stopped reports whether something ended the launch.
func (g *launch) stopped() bool { return g.err != nil }

// here returns the place of the instruction being executed.
func (g *launch) here() diag.Span { return g.place(g.site) }

func (g *launch) place(site int32) diag.Span {
	if int(site) < len(g.k.sites) {
		return g.k.sites[site].Span
	}
	return g.k.Function.Span
}

// fail stops the launch with an error at the current instruction.
func (g *launch) fail(code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, g.here(), format, args...)
	if g.err == nil {
		g.err = d
	}
	return d
}

func launchError(k *Kernel, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(codeLaunch, k.Function.Span, format, args...)
}

// prepare checks the sizes and the arguments, and lays out memory.
func (g *launch) prepare() error {
	if err := g.checkSizes(); err != nil {
		return err
	}
	g.constants = &memory{name: "constant memory", data: g.k.constants}
	for _, v := range g.k.globals {
		data := make([]byte, initialSize(v))
		initialize(data, v, g.k.initial[v])
		g.variables = append(g.variables,
			&memory{name: "'" + v.Name + "'", data: data, shadow: newShadow(len(data))})
	}
	return g.layArguments()
}

func (g *launch) checkSizes() error {
	k, e, n := g.k, g.block, g.grid
	for d := range 3 {
		if e[d] < 1 || e[d] > 1024 || n[d] < 1 || n[d] > 1<<31-1 || d > 0 && n[d] > 65535 {
			return launchError(k, "a grid of %v blocks of %v threads is more than a device takes", n, e).
				Suggest(
					"a block has at most 1024 threads, 64 of them in z; a grid at most 2147483647 blocks " +
						"in x, and 65535 in y and z")
		}
	}
	if g.threads > 1024 || e[2] > 64 {
		return launchError(k, "a block of %v threads is more than a device takes",
			e).Suggest("a block has at most 1024 threads, 64 of them in z")
	}
	if want := k.Function.Limit("reqntid"); want != nil && e != padded(want) {
		return launchError(k, "the kernel requires blocks of %v threads, not %v", padded(want), e)
	}
	if most := k.Function.Limit("maxntid"); most != nil && g.threads > padded(most).Count() {
		return launchError(k, "the kernel allows blocks of %v threads, not %v", padded(most), e)
	}
	if err := g.checkCluster(); err != nil {
		return err
	}
	if g.dynamic < 0 || k.dynamic+g.dynamic > maxShared {
		return launchError(k, "%d bytes of shared memory; a block has at most %d", k.dynamic+g.dynamic,
			maxShared)
	}
	return nil
}

// maxShared is the shared memory of a block on devices of compute capability 9.0, the most that any has.
const maxShared = 227 << 10

// padded returns the extents that a directive gives, 1 for those that it leaves out.
func padded(numbers []int64) Extents {
	e := Extents{1, 1, 1}
	for i, n := range numbers {
		e[i] = int(n)
	}
	return e
}

// layArguments writes the parameters, and gives buffers their addresses.
func (g *launch) layArguments() error {
	k := g.k
	if len(g.config.Args) != len(k.Params) {
		return launchError(k, "'%s' has %d parameters, not %d", k.Name, len(k.Params), len(g.config.Args))
	}
	data := make([]byte, k.params)
	placed := map[*Buffer]uint64{}
	if err := g.bindTextures(placed); err != nil {
		return err
	}
	for i, a := range g.config.Args {
		p := k.Params[i]
		size := p.Variable.Size()
		field := data[p.Offset : p.Offset+size]
		switch {
		case a.Buffer != nil && size != 8:
			return launchError(k, "parameter '%s' has %d bytes, an address has 8", p.Name, size)
		case a.Buffer != nil:
			store(field, 8, g.layBuffer(a.Buffer, p.Name, placed)+uint64(a.At))
		case a.Bytes != nil:
			if int64(len(a.Bytes)) != size {
				return launchError(k, "parameter '%s' has %d bytes, not %d", p.Name, size, len(a.Bytes))
			}
			copy(field, a.Bytes)
			for _, at := range slices.Sorted(maps.Keys(a.Pointers)) {
				if at < 0 || at+8 > size {
					return launchError(k, "parameter '%s' has %d bytes, and no address at %d", p.Name, size,
						at)
				}
				to := a.Pointers[at]
				store(field[at:], 8, g.layBuffer(to.Buffer, fmt.Sprintf("%s.%d", p.Name, at), placed)+
					uint64(to.At))
			}
		case size > 8 || size&(size-1) != 0:
			return launchError(k, "parameter '%s' has %d bytes", p.Name, size)
		default:
			store(field, int(size), a.Bits)
		}
		if err := g.layTextures(field, p.Name, a.Textures, placed); err != nil {
			return err
		}
		if err := g.layMaps(field, p.Name, &a, placed); err != nil {
			return err
		}
	}
	g.params = &memory{name: "the parameters", data: data}
	return nil
}

// layTextures writes the handles of textures into a parameter.
func (g *launch) layTextures(field []byte, name string, all map[int64]*Texture,
	placed map[*Buffer]uint64) error {
	for _, at := range slices.Sorted(maps.Keys(all)) {
		if at < 0 || at+8 > int64(len(field)) {
			return launchError(g.k, "parameter '%s' has %d bytes, and no handle of a texture at %d", name,
				len(field), at)
		}
		handle, err := g.bind(all[at], name, placed)
		if err != nil {
			return err
		}
		store(field[at:], 8, handle)
	}
	return nil
}

// layBuffer returns the address of a buffer, which it gets the first time.
func (g *launch) layBuffer(b *Buffer, name string, placed map[*Buffer]uint64) uint64 {
	at, ok := placed[b]
	if !ok {
		g.buffers = append(g.buffers, &memory{name: "'" + cmp.Or(b.Name, name) + "'", data: b.Data, buffer: b,
			shadow: newShadow(len(b.Data))})
		at = uint64(len(g.buffers)) << bufferBits
		placed[b] = at
	}
	return at
}

// reaches lists the instructions that accessed buffers.
func (g *launch) reaches() []Reach {
	var all []Reach
	for site, r := range g.reached {
		if r.buffer != nil {
			all = append(all, Reach{g.k.sites[site], r.buffer, int64(r.end), int64(r.first)})
		}
	}
	return all
}

// giveBack hands buffers that grew to their owners.
func (g *launch) giveBack() {
	for _, m := range g.buffers {
		m.buffer.Data = m.data
	}
}
