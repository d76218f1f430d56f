package wasm

import (
	"slices"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	codeOp = diag.Register("wasm-unsupported", "an operation or a type has no form in WebAssembly",
		"Functions, structured and unstructured control flow, arithmetic on at most 64 bits, vectors, and "+
			"memory by pointers can be "+
			"compiled; what is on memrefs must be lowered to pointers first. The simulator, --engine sim, "+
			"runs everything.")
	codeExport = diag.Register("wasm-export",
		"a public function has a name that a module of WebAssembly needs, or cannot have",
		"Hosts find memory, and the functions that allocate in it, by the names memory, inflight_heap, "+
			"inflight_allocate and "+
			"inflight_free. Names of exports are UTF-8. Rename the function, or make it private.")
	codeSize = diag.Register("wasm-size", "a program is too large for WebAssembly",
		"The data of a program must fit into a memory of 32-bit addresses.")
)

// Module is a compiled program.
type Module struct {
	// Bytes is the module in the binary format.
	Bytes []byte
	// Sites has the places where the program can stop, and the reasons: trap(i) is called at Sites[i].
	Sites []Site
	// Memory is another module in the binary format, which has the memory with its initial contents. The
	// program has one if the host calls its tasks. Instances of the program import "memory" from it, by the
	// name MemoryModule.
	Memory []byte
	// Stack is the number of bytes of memory that each instance needs for its own stack, 0 for none.
	// Functions free memory of the stack when they return.
	Stack uint32
	// Globals is the number of bytes that the globals have in memory.
	Globals uint32
	// Coroutines says that tasks suspend themselves: an error that ends the code of one is an error of the
	// program.
	Coroutines bool
	// Imports are the names of the functions in Host that the program calls.
	Imports []string
}

// Options says how a program is compiled.
type Options struct {
	// Code has the options that all targets share. Of these WebAssembly uses FastMath alone. Write optimizes
	// nothing, and does not use Code.
	Code config.Code
	// Exports are the functions that a host can call, with their exported names. If it is nil, all public
	// functions are exported.
	Exports map[string]string
	// Allocator asks for the exports inflight_allocate and inflight_free, with which a host lays out
	// arguments.
	Allocator bool
	// Tasks says that the host calls tasks, each in an instance of its own. The instances share the memory.
	// If it is false, tasks are executed where they are issued.
	Tasks bool
	// Stack is the number of bytes of the stack in memory, 0 for DefaultStack. The stack has memory that a
	// function frees when it returns.
	Stack uint32
}

// DefaultStack is the size of the stack in memory, in bytes.
const DefaultStack = 1 << 20

// Write makes a module of WebAssembly. The module is nil if the list has errors. Write uses tables of values
// (ir.ValueMap), so that no other function may work on the module at the same time.
func Write(module *ir.Op, o Options) (*Module, diag.List) {
	m := newCompiler(o)
	m.coroutines = o.Tasks && module.Attr(coroutinesAttr) != nil
	m.noteLayouts(module)
	m.tasks = o.Tasks && (m.coroutines || hasTasks(module))
	m.declare(module)
	if uint64(m.dataEnd)+uint64(m.options.Stack) > maxPages*pageSize-1<<16 {
		m.diags.Add(module.Errorf(codeSize, "the data and the stack of the program do not fit into memory"))
		return nil, m.diags
	}
	for op := range module.Body().Ops() {
		if isFunction(op) && hasBody(op) {
			m.function(op)
			m.compileOutlined()
		} else if !isFunction(op) && op.Name() != "memref.global" && !(m.coroutines && op.Is(coro.Layout)) {
			m.fail(op, codeOp, "cannot be compiled to WebAssembly")
		}
	}
	m.exportFunctions(module)
	if o.Allocator {
		for _, name := range []string{"inflight_allocate", "inflight_free"} {
			m.exports = append(m.exports, export{name, m.runtime(name)})
		}
	}
	if m.tasks {
		m.exports = append(m.exports, export{"inflight_allocate", m.runtime("inflight_allocate")},
			export{taskFunction, m.dispatcher()})
	}
	m.compileRuntime()
	if m.diags.HasErrors() {
		return nil, m.diags
	}
	out := &Module{Bytes: m.assemble(), Sites: m.sites, Imports: m.importNames(),
		Globals: m.dataEnd - dataStart, Coroutines: m.coroutines}
	if m.tasks {
		out.Memory = m.memoryModule()
	}
	if m.stacked {
		out.Stack = m.options.Stack
	}
	return out, m.diags
}

func isFunction(op *ir.Op) bool { return op.Name() == "func.func" || op.Name() == "async.func" }

func hasBody(op *ir.Op) bool { return op.NumRegions() > 0 && !op.Region(0).Empty() }

// compiler is a module during its compilation.
type compiler struct {
	options Options
	diags   diag.List
	tasks   bool // the program has tasks, and the host calls them
	stacked bool // an operation allocates memory of the stack

	coroutines bool              // the tasks suspend themselves (coroutine.go)
	layouts    map[string]*ir.Op // of their frames, by name

	rules map[*ir.OpDef]*rule

	types     []buffer // function types
	typeIndex map[string]uint32

	imports     []imported
	importIndex map[string]int

	// functions with code: those of the module in its order, then those of the runtime
	functions []*compiled
	byName    map[string]*declared // functions of the program and of the runtime that it uses
	exports   []export

	outlined []func()    // compile bodies of tasks
	pending  []*declared // functions of the runtime that are called and not yet compiled
	table    []*declared // functions whose address is taken
	// indirect says that the program calls functions that are values.
	indirect bool

	data    []segment
	globals map[string]uint32 // addresses
	dataEnd uint32
	sites   []Site
}

// declared is a function that can be called by name.
type declared struct {
	name            string
	op              *ir.Op // a function with a body, or nil for an import
	params, results []valType
	typ             uint32
	index           int // number among the functions with code, or among the imports
	imported        bool
	slot            int // number in the table, -1 if the function is not in the table
}

// imported is a function of the host.
type imported struct {
	name string
	typ  uint32
}

// compiled is the code of a function.
type compiled struct {
	name   string
	typ    uint32
	locals []valType // the locals behind the parameters
	code   buffer
	calls  []call // whose numbers of functions are filled in later
}

// call is the place of a called function's number in the code.
type call struct {
	at int
	to *declared
}

// export is a function that the host can call.
type export struct {
	name string
	to   *declared
}

// segment is initialized memory of size bytes. It consists of repetitions of the bytes at its beginning.
type segment struct {
	address, size uint32
	bytes         string
}

func newCompiler(o Options) *compiler {
	if o.Stack == 0 {
		o.Stack = DefaultStack
	}
	return &compiler{
		options: o, rules: map[*ir.OpDef]*rule{}, typeIndex: map[string]uint32{},
		importIndex: map[string]int{}, byName: map[string]*declared{},
		globals: map[string]uint32{}, dataEnd: dataStart, layouts: map[string]*ir.Op{},
	}
}

func (m *compiler) fail(op *ir.Op, code diag.Code, format string, args ...any) {
	d := op.OpErrorf(code, format, args...)
	if code == codeOp && op.Def().DialectName() == "llvm" {
		d.Suggest("the engine native executes operations of the llvm dialect: --engine native")
	}
	m.diags.Add(d)
}

// declare notes the functions and the globals of a module.
func (m *compiler) declare(module *ir.Op) {
	for op := range module.Body().Ops() {
		switch {
		case isFunction(op):
			m.declareFunction(op)
		case op.Name() == "memref.global":
			m.declareGlobal(op)
		}
	}
}

// declareFunction notes a function with a body. A function without a body is looked up where it is called.
func (m *compiler) declareFunction(op *ir.Op) {
	params, results, ok := m.signature(op)
	if !ok || !hasBody(op) {
		return
	}
	if m.tasks && op.Is(async.Func) {
		params, results = []valType{i32}, nil
	}
	m.define(&declared{name: op.SymbolName(), op: op, params: params, results: results})
}

// define gives a function with a body its number, so that it can be called by name.
func (m *compiler) define(d *declared) {
	m.add(d)
	m.byName[d.name] = d
}

// add gives a function its number.
func (m *compiler) add(d *declared) {
	d.typ, d.index, d.slot = m.functionType(d.params, d.results), len(m.functions), -1
	m.functions = append(m.functions, &compiled{name: d.name, typ: d.typ})
}

// signature returns the types of a function's parameters and results. Each value of the source is one or more
// of them.
func (m *compiler) signature(op *ir.Op) (params, results []valType, ok bool) {
	t := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	params, bad := m.flatten(t.Inputs)
	if bad == nil {
		results, bad = m.flatten(t.Results)
	}
	if bad != nil && hasBody(op) {
		m.fail(op, codeOp, "has an argument or a result of type %v, which WebAssembly does not have", bad)
	}
	return params, results, bad == nil
}

// flatten returns the types of the parts of values. bad is the first type that has no parts, nil if there is
// none.
func (m *compiler) flatten(types []ir.Type) (parts []valType, bad ir.Type) {
	for _, t := range types {
		s, ok := m.shapeOf(t)
		if !ok {
			return nil, t
		}
		for range s.parts {
			parts = append(parts, s.typ)
		}
	}
	return parts, nil
}

// functionType returns the number of a function type.
func (m *compiler) functionType(params, results []valType) uint32 {
	var b buffer
	b.funcType(params, results)
	i, known := m.typeIndex[string(b)]
	if !known {
		i = uint32(len(m.types))
		m.typeIndex[string(b)], m.types = i, append(m.types, b)
	}
	return i
}

// host returns a function of the host, and imports it.
func (m *compiler) host(name string) *declared {
	h := Host[name]
	d := &declared{name: name, params: h.params, results: h.results, imported: true, slot: -1}
	i, known := m.importIndex[name]
	if !known {
		i = len(m.imports)
		m.importIndex[name] = i
		m.imports = append(m.imports, imported{name, m.functionType(h.params, h.results)})
	}
	d.index = i
	return d
}

func (m *compiler) importNames() []string {
	names := make([]string, len(m.imports))
	for i, f := range m.imports {
		names[i] = f.name
	}
	slices.Sort(names)
	return names
}

// number returns the number of a function in the module. Imports have the first numbers.
func (m *compiler) number(d *declared) uint32 {
	if d.imported {
		return uint32(d.index)
	}
	return uint32(len(m.imports) + d.index)
}

// exportFunctions exports the functions that the options name.
func (m *compiler) exportFunctions(module *ir.Op) {
	for op := range module.Body().Ops() {
		if !isFunction(op) || !hasBody(op) {
			continue
		}
		name := op.SymbolName()
		outside, exported := m.options.Exports[name]
		if m.options.Exports == nil {
			outside, exported = name, op.StringAttr("sym_visibility") != "private"
		}
		if d := m.byName[name]; exported && d != nil {
			if slices.Contains(taken, outside) {
				m.fail(op, codeExport, "has a name that every module exports something else by")
			}
			if !utf8.ValidString(outside) {
				m.fail(op, codeExport, "has a name that is no UTF-8, which names of exports are")
			}
			m.exports = append(m.exports, export{outside, d})
		}
	}
}

// taken are the names of exports that are no functions of the program.
var taken = []string{"memory", "inflight_heap", "inflight_allocate", "inflight_free"}
