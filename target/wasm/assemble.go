package wasm

import (
	"encoding/binary"
	"strings"
)

// magic is the beginning of every module.
const magic = "\x00asm\x01\x00\x00\x00"

// assemble joins the sections of the module.
func (m *compiler) assemble() []byte {
	out := buffer(magic)
	repeats := !m.tasks && m.repeats()
	if repeats {
		m.functions = append(m.functions,
			&compiled{name: "inflight_repeat", typ: m.functionType(nil, nil), code: m.repetition()})
	}
	code := m.code() // may need more imports
	var start buffer
	if repeats {
		start.u32(uint32(len(m.imports) + len(m.functions) - 1))
	}
	out.section(sectionType, list(m.types))
	out.section(sectionImport, m.importSection())
	out.section(sectionFunction, m.functionSection())
	out.section(sectionTable, m.tableSection())
	out.section(sectionMemory, m.memorySection())
	out.section(sectionGlobal, m.globalSection())
	out.section(sectionExport, m.exportSection())
	out.section(sectionStart, start)
	out.section(sectionElement, m.elementSection())
	out.section(sectionCode, code)
	if !m.tasks {
		out.section(sectionData, m.dataSection())
	}
	out.section(sectionCustom, m.nameSection())
	return out
}

func (m *compiler) importSection() buffer {
	var parts []buffer
	if m.tasks {
		var b buffer
		b.name(MemoryModule)
		b.name("memory")
		b.byte(kindMemory)
		b = append(b, m.sharedMemory()...)
		parts = append(parts, b)
	}
	for _, f := range m.imports {
		var b buffer
		b.name(HostModule)
		b.name(f.name)
		b.byte(kindFunction)
		b.u32(f.typ)
		parts = append(parts, b)
	}
	return list(parts)
}

func (m *compiler) functionSection() buffer {
	parts := make([]buffer, len(m.functions))
	for i, f := range m.functions {
		parts[i].u32(f.typ)
	}
	return list(parts)
}

// tableSection declares the table of functions that can be values.
func (m *compiler) tableSection() (b buffer) {
	if len(m.table) == 0 && !m.indirect {
		return nil
	}
	b.u32(1)
	b.byte(funcref, 0)
	b.u32(uint32(len(m.table)))
	return b
}

func (m *compiler) elementSection() (b buffer) {
	if len(m.table) == 0 {
		return nil
	}
	b.u32(1)
	b.u32(0)
	b.offset(0)
	b.u32(uint32(len(m.table)))
	for _, d := range m.table {
		b.u32(m.number(d))
	}
	return b
}

// offset appends the constant expression of an i32.
func (b *buffer) offset(v uint32) {
	b.emit(opI32Const)
	b.s64(int64(int32(v)))
	b.emit(opEnd)
}

// pageSize is the unit of the memory's size.
const pageSize = 1 << 16

// maxPages is the largest size of the memory: one page less than 32 bits can address, so that 32 bits hold
// the size.
const maxPages = 1<<16 - 1

// sharedMemory returns the type of a memory that instances share.
func (m *compiler) sharedMemory() (b buffer) {
	b.byte(3)
	b.u32((m.heapBase() + pageSize - 1) / pageSize)
	b.u32(maxPages)
	return b
}

// memoryModule returns a module that has and exports the shared memory.
func (m *compiler) memoryModule() []byte {
	out := buffer(magic)
	var b, start, code, signature, body buffer
	b.name("memory")
	b.byte(kindMemory)
	b.u32(0)
	if m.repeats() {
		signature.funcType(nil, nil)
		start.u32(0)
		body = append(localDeclarations(nil), m.repetition()...)
		code.sized(body)
		out.section(sectionType, list([]buffer{signature}))
		out.section(sectionFunction, list([]buffer{start}))
	}
	out.section(sectionMemory, list([]buffer{m.sharedMemory()}))
	out.section(sectionExport, list([]buffer{b}))
	out.section(sectionStart, start)
	if code != nil {
		out.section(sectionCode, list([]buffer{code}))
	}
	out.section(sectionData, m.dataSection())
	return out
}

// memorySection declares the memory, unless it is imported. At its beginning are the data and the stack.
func (m *compiler) memorySection() (b buffer) {
	if m.tasks {
		return nil
	}
	b.u32(1)
	b.byte(1)
	b.u32((m.heapBase() + pageSize - 1) / pageSize)
	b.u32(maxPages)
	return b
}

// The globals, by their numbers. The stack grows down. The heap begins behind the data and the stack.
const (
	globalStack = iota
	globalHeap
	globalBudget // until the next call of poll

	globalStackEnd // the lowest address of the stack, in modules with tasks
	globalInstance // the number of the instance, in modules with tasks
)

func (m *compiler) globalSection() buffer {
	global := func(mutable byte, v uint32) (b buffer) {
		b.byte(byte(i32), mutable)
		b.offset(v)
		return b
	}
	all := []buffer{globalStack: global(1, m.heapBase()), globalHeap: global(0, m.heapBase()),
		globalBudget: global(1, pollBudget)}
	if m.tasks {
		all = append(all, global(1, m.heapBase()-m.options.Stack), global(1, 1))
	}
	return list(all)
}

// heapBase returns the address behind data and stack.
func (m *compiler) heapBase() uint32 { return align(align(m.dataEnd, 64)+m.options.Stack, 64) }

func align(v, to uint32) uint32 { return (v + to - 1) / to * to }

// exportSection exports functions, the memory, and the functions with which a host lays out arguments.
func (m *compiler) exportSection() buffer {
	var parts []buffer
	add := func(name string, kind byte, index uint32) {
		var b buffer
		b.name(name)
		b.byte(kind)
		b.u32(index)
		parts = append(parts, b)
	}
	add("memory", kindMemory, 0)
	add("inflight_heap", kindGlobal, globalHeap)
	if m.tasks {
		add("inflight_stack", kindGlobal, globalStack)
		add("inflight_stack_end", kindGlobal, globalStackEnd)
		add("inflight_instance", kindGlobal, globalInstance)
	}
	for _, e := range m.exports {
		add(e.name, kindFunction, m.number(e.to))
	}
	return list(parts)
}

// code returns the code section, after the numbers of called functions are filled in.
func (m *compiler) code() buffer {
	parts := make([]buffer, len(m.functions))
	for i, f := range m.functions {
		for _, c := range f.calls {
			f.code.patch(c.at, m.number(c.to))
		}
		var body buffer
		body = append(body, localDeclarations(f.locals)...)
		body = append(body, f.code...)
		parts[i].sized(body)
	}
	return list(parts)
}

// localDeclarations returns the types of locals. Consecutive locals of one type share a declaration.
func localDeclarations(locals []valType) (out buffer) {
	var runs []buffer
	for i := 0; i < len(locals); {
		n := 1
		for i+n < len(locals) && locals[i+n] == locals[i] {
			n++
		}
		var b buffer
		b.u32(uint32(n))
		b.byte(byte(locals[i]))
		runs = append(runs, b)
		i += n
	}
	if len(runs) == 0 {
		return buffer{0}
	}
	return list(runs)
}

func (m *compiler) dataSection() buffer {
	var parts []buffer
	top := segment{address: HeapTop, bytes: string(binary.LittleEndian.AppendUint32(nil, m.heapBase()))}
	for _, s := range append([]segment{top}, m.data...) {
		var b buffer
		b.u32(0)
		b.offset(s.address)
		b.name(s.bytes)
		parts = append(parts, b)
	}
	return list(parts)
}

// nameSection names the functions, for readers of the code and for stack traces.
func (m *compiler) nameSection() (b buffer) {
	var names buffer
	names.u32(uint32(len(m.imports) + len(m.functions)))
	for i, f := range m.imports {
		names.u32(uint32(i))
		names.name(f.name)
	}
	for i, f := range m.functions {
		names.u32(uint32(len(m.imports) + i))
		names.name(strings.ToValidUTF8(f.name, "\ufffd")) // the format requires valid UTF-8
	}
	b.name("name")
	b.byte(1) // the subsection of functions
	b.sized(names)
	return b
}
