package machine

import (
	"slices"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
)

// Kernel is a kernel that can be launched.
type Kernel struct {
	Name     string
	Function *ptx.Function
	Params   []Param

	module *ptx.Module
	values *affine.Values
	ops    []op
	sites  []*ptx.Instruction // by number of the operation
	uses
	products map[int]*warpgroup  // by number of the operation
	boxes    map[int]*tensorCopy // by number of the operation
	// tensorNeedless says that no verdict needs what tensor memory holds.
	tensorNeedless bool
	dependencies
	fences    []proxyFence // those for the asynchronous proxy, in the order of the text
	registers int32
	fills     []fill
	constants []byte
	globals   []*ptx.Variable
	opaque    []*ptx.Variable            // that name textures, by handle
	initial   map[*ptx.Variable][]uint64 // of globals
	// sharing is the kernel with other ends at unknown values, for launches whose parameters share memory;
	// nil if it is the same.
	sharing *Kernel
	// notExecuted are the instructions that are known and not executed
	notExecuted    []*ptx.Instruction
	shared         int64 // bytes of static shared memory
	dynamic        int64 // where dynamic shared memory begins
	hasExtern      bool
	numbersThreads bool
	local          int64 // bytes per thread
	global         int64 // bytes of variables
	params         int64 // bytes
	// communicates says that something in it orders what different blocks do.
	communicates bool
	fencing      func() *fencing // what newFencing says, found when it is first asked
	// What Converges and ConvergesInWarp know, found when they are first asked.
	uniform, uniformInWarp func() *uniformity
	registerLimits         *sync.Map // what RegisterLimit has found
}

// Param is a parameter of a kernel.
type Param struct {
	Name     string
	Variable *ptx.Variable
	Offset   int64
	// Pointer says that the kernel uses the parameter as an address, or that it is declared so, and Texture
	// that it is the handle of a texture, a surface or a sampler.
	Pointer, Texture bool
	// Fields are what the kernel reads of a parameter of several elements, in order.
	Fields []Field
}

// Field is what a kernel reads of a struct that is passed by value.
type Field struct {
	Offset           int64
	Type             ptx.Type
	Pointer, Texture bool
}

// IsStruct reports whether a parameter has several elements, as structs and vectors have that are passed by
// value.
func (p *Param) IsStruct() bool { return len(p.Variable.Extents) > 0 || p.Variable.Vector > 1 }

// Module returns the module that the kernel is of.
func (k *Kernel) Module() *ptx.Module { return k.module }

// Values returns what the registers of the kernel are as sums.
func (k *Kernel) Values() *affine.Values { return k.values }

// StaticShared returns the bytes of shared memory that the kernel declares.
func (k *Kernel) StaticShared() int64 { return k.shared }

// UsesDynamicShared reports whether the kernel has shared memory whose size the launch decides.
func (k *Kernel) UsesDynamicShared() bool { return k.hasExtern }

// MostDynamicShared returns how many bytes of shared memory a launch may have beside those that the kernel
// declares.
func (k *Kernel) MostDynamicShared() int64 { return maxShared - k.dynamic }

// fill gives a register its value when a warp begins: a constant, or where the thread is.
type fill struct {
	register int32
	value    func(w *warp, lane int) uint64
}

// flow is how an operation changes what is executed next.
type flow uint8

const (
	plain  flow = iota
	branch      // to target; the guard decides for each lane
	leave       // ends lanes
	pause       // may have to wait; wait says whether it went on
)

// op is a decoded instruction.
type op struct {
	tells  bool // it says that something is not judged
	flow   flow
	effect effect
	// needless says that no verdict needs what the operation computes; it may need all lanes of the warp, or
	// be issued all the same.
	needless, whole, issues bool
	negated                 bool
	guard                   int32 // register, -1 for none
	target                  int32 // of a branch
	meet                    int32 // where lanes that a branch separates meet again
	run                     func(w *warp, mask uint32)
	wait                    func(w *warp, mask uint32) bool
}

// placed is where a variable lies.
type placed struct {
	space  space
	offset uint64
}

// compiler makes operations of one kernel, with the functions that it calls in place of the calls.
type compiler struct {
	k        *Kernel
	module   *ptx.Module
	scope    *ptx.Scope
	top      *ptx.Scope
	regs     map[*ptx.Symbol]int32
	consts   map[uint64]int32
	places   map[[2]uint64]int32 // of shared variables, by address and mask
	specials map[string]int32
	labels   map[*ptx.Symbol]int32
	branches map[int]*ptx.Symbol // operations whose target is open
	vars     map[*ptx.Variable]placed
	dynamic  []*ptx.Variable
	returns  [][]int // per function being compiled: branches to its end
	calling  []*ptx.Function
	visited  map[*ptx.Function]bool
	pointed  []*ptx.Function // whose address is taken
	unknown  []int           // operations that are not executed and give results
	in       *ptx.Instruction
	// unguarded says that the guard of the instruction was decided by a branch
	unguarded bool
	touched   touched // of that instruction
	errs      diag.List
}

// Compile decodes a kernel of a verified module.
func Compile(m *ptx.Module, kernel *ptx.Function) (*Kernel, error) {
	if m.AddressSize != 64 && len(kernel.Params) > 0 {
		return nil, diag.Errorf(codeNotExecuted, kernel.Span, "addresses of '%s' have %d bits; kernels with "+
			"64 are executed", kernel.Name, m.AddressSize).
			Suggest("compile for 64 bits, or say .address_size 64 in front of the first function")
	}
	c := &compiler{
		k: &Kernel{Name: kernel.Name, Function: kernel, module: m, products: map[int]*warpgroup{},
			boxes:        map[int]*tensorCopy{},
			dependencies: dependencies{launches: -1}}, module: m,
		top:  ptx.NewScope(m),
		regs: map[*ptx.Symbol]int32{}, consts: map[uint64]int32{}, places: map[[2]uint64]int32{},
		specials: map[string]int32{},
		labels:   map[*ptx.Symbol]int32{},
		branches: map[int]*ptx.Symbol{}, vars: map[*ptx.Variable]placed{}, visited: map[*ptx.Function]bool{},
	}
	c.pointed = addressTaken(m, c.top)
	for _, v := range m.Variables() {
		c.place(v)
	}
	c.placeLocals(kernel.Body)
	c.placeDynamic()
	for _, v := range kernel.Params {
		c.param(v)
	}
	c.initialValues()
	if err := c.errs.Err(); err != nil {
		return nil, err // of memory
	}
	scope := c.top.Enter(kernel)
	c.launched(kernel, scope)
	c.function(kernel, scope)
	for at, label := range c.branches {
		c.k.ops[at].target = c.labels[label]
	}
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	reconverge(c.k.ops)
	c.k.index(c.k, c.specials)
	c.k.findNeedless()
	c.findPointers()
	c.endAtUnknowns()
	c.k.registerLimits = &sync.Map{}
	c.k.fencing = sync.OnceValue(func() *fencing { return newFencing(c.k) })
	c.k.uniform = sync.OnceValue(func() *uniformity { return newUniformity(c.k, false) })
	c.k.uniformInWarp = sync.OnceValue(func() *uniformity { return newUniformity(c.k, true) })
	if s := c.k.sharing; s != nil { // all but the operations is as in the kernel
		ops := s.ops
		*s = *c.k
		s.ops, s.sharing, s.registerLimits = ops, nil, &sync.Map{}
	}
	return c.k, nil
}

// param places a parameter of the kernel.
func (c *compiler) param(v *ptx.Variable) {
	offset := alignUp(c.k.params, v.Alignment())
	c.k.Params = append(c.k.Params,
		Param{Name: v.Name, Variable: v, Offset: offset, Pointer: v.Pointer != nil})
	c.vars[v] = placed{paramSpace, uint64(offset)}
	c.k.params = offset + v.Size()
	c.fits(v, c.k.params, maxParams, "parameters")
}

// launched makes a kernel of a device function: its parameters in registers are there when a warp begins, and
// nobody reads its results.
func (c *compiler) launched(f *ptx.Function, scope *ptx.Scope) {
	for i, v := range f.Params {
		if v.Space == "reg" {
			at := c.k.Params[i].Offset
			c.k.fills = append(c.k.fills, fill{c.registerOf(v, scope), func(w *warp, _ int) uint64 {
				return load(w.b.g.params.data[at:], int(v.Size()))
			}})
		}
	}
	for _, v := range f.Returns {
		if v.Space != "reg" {
			c.place(v)
		}
	}
}

func alignUp(n, alignment int64) int64 { return (n + alignment - 1) / alignment * alignment }

// place gives a variable its address.
func (c *compiler) place(v *ptx.Variable) {
	k := c.k
	if isOpaque(v) {
		c.placeOpaque(v)
		return
	}
	switch v.Space {
	case "shared":
		c.placeShared(v)
	case "const":
		n := alignUp(int64(len(k.constants)), v.Alignment())
		if !c.fits(v, n+v.Size(), maxConst, "constant memory") {
			return
		}
		k.constants = append(k.constants, make([]byte, n-int64(len(k.constants))+initialSize(v))...)
		c.vars[v] = placed{constSpace, uint64(n)}
	case "global":
		if k.global += initialSize(v); !c.fits(v, k.global, maxGlobal,
			"global variables, of which this machine has so much") {
			return
		}
		c.vars[v] = placed{globalSpace, variableBase + uint64(len(k.globals))<<bufferBits}
		k.globals = append(k.globals, v)
	default: // local, and parameters of calls
		k.local = alignUp(k.local, v.Alignment())
		c.vars[v] = placed{localSpace, uint64(k.local)}
		k.local += v.Size()
		c.fits(v, k.local, maxLocal, "local memory of a thread")
	}
}

// The most memory of a kernel, in bytes: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability", and, for global variables, what this machine holds beside the shadow of their accesses.
const (
	maxLocal  = 512 << 10
	maxConst  = 64 << 10
	maxParams = 32764
	maxGlobal = 256 << 20
)

// fits reports that the variables of a kind need no more than a limit; else v, the last of them, is an error.
func (c *compiler) fits(v *ptx.Variable, bytes, limit int64, what string) bool {
	if bytes > limit {
		c.errs.Add(diag.Errorf(codeMemory, v.Span, "'%s' makes %d bytes of %s; the limit is %d", v.Name,
			bytes, what, limit))
	}
	return bytes <= limit
}

// placeShared gives a shared variable its address; those whose size the launch decides come last.
func (c *compiler) placeShared(v *ptx.Variable) {
	if _, done := c.vars[v]; done {
		return
	}
	if v.Linkage == "extern" || len(v.Extents) > 0 && v.Extents[0] < 0 {
		c.dynamic = append(c.dynamic, v)
		return
	}
	c.k.shared = alignUp(c.k.shared, v.Alignment())
	c.vars[v] = placed{sharedSpace, sharedBase + uint64(c.k.shared)}
	c.k.shared += v.Size()
	c.fits(v, c.k.shared, maxShared, "shared memory of a block")
}

// placeDynamic places what lies behind all static shared memory.
func (c *compiler) placeDynamic() {
	alignment := int64(16)
	for _, v := range c.dynamic {
		alignment = max(alignment, v.Alignment())
	}
	c.k.dynamic = alignUp(c.k.shared, alignment)
	for _, v := range c.dynamic {
		c.vars[v] = placed{sharedSpace, sharedBase + uint64(c.k.dynamic)}
	}
}

// placeOf returns the address of a variable that the kernel uses.
func (c *compiler) placeOf(v *ptx.Variable) (placed, bool) {
	at, ok := c.vars[v]
	if slices.Contains(c.dynamic, v) {
		c.k.hasExtern = true
	}
	return at, ok
}

// placeLocals places the variables that blocks declare, also those of the functions that they call.
func (c *compiler) placeLocals(b *ptx.Block) {
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Variable:
			if _, done := c.vars[x]; !done {
				c.place(x)
			}
		case *ptx.Block:
			c.placeLocals(x)
		case *ptx.Instruction:
			for _, f := range c.callees(x) {
				if f.Body != nil && !c.visited[f] {
					c.visited[f] = true
					c.placeLocals(f.Body)
				}
			}
		}
	}
}

// findPointers marks the parameters that reach an address, and lists the fields of those that are structs.
func (c *compiler) findPointers() {
	values := affine.Analyze(c.module, c.k.Function)
	c.k.values = values
	pointers, textures := values.Pointers(), values.Textures()
	for i := range c.k.Params {
		c.k.Params[i].Texture = isOpaque(c.k.Params[i].Variable)
	}
	for _, r := range values.Reads() {
		p := &c.k.Params[r.Param]
		isTexture := r.Type.Bits() == 64 && textures[r.Slot]
		isPointer := r.Type.Bits() == 64 && pointers[r.Slot] && !isTexture
		switch {
		case !p.IsStruct():
			p.Pointer = p.Pointer || isPointer && p.Variable.Size() == 8
			p.Texture = p.Texture || isTexture && p.Variable.Size() == 8
		case r.Offset+int64(r.Type.Bits()/8) <= p.Variable.Size():
			p.Fields = append(p.Fields,
				Field{Offset: r.Offset, Type: r.Type, Pointer: isPointer, Texture: isTexture})
		}
	}
}
