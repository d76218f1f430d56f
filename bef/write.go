package bef

import (
	"maps"
	"slices"
)

// Bytes returns the file as bytes.
func (f *File) Bytes() []byte {
	w := &writer{file: f, offsets: map[string]uint64{}}
	w.out.bytes(magic)
	w.strings()
	w.section(sectionAttributes, &buffer{b: f.Attributes, align: f.AttributeAlign})
	w.table(sectionKernels, f.Kernels)
	w.table(sectionTypes, f.Types)
	w.functions()
	if f.Locations != nil {
		w.section(sectionLocationStrings, &buffer{b: f.LocationStrings})
		w.section(sectionLocations, &buffer{b: f.Locations})
	}
	if f.Described {
		w.descriptions()
	}
	return w.out.b
}

// writer writes the sections of a file one after the other.
type writer struct {
	file    *File
	out     buffer
	offsets map[string]uint64 // of strings, in their section
}

// section writes a section. If it needs an alignment that its place does not have, padding and the alignment
// stand in front.
func (w *writer) section(id byte, body *buffer) {
	w.out.byte(id)
	size := uint64(body.len()) << 1
	if body.align > 1 && (w.out.len()+sizeOfInteger(size))%body.align != 0 {
		w.out.integer(size | 1)
		w.out.byte(byte(body.align))
		w.out.alignTo(body.align)
	} else {
		w.out.integer(size)
	}
	w.out.bytes(body.b)
}

// strings writes all strings, sorted, each with a zero byte behind it.
func (w *writer) strings() {
	set := map[string]bool{}
	add := func(list []string) {
		for _, s := range list {
			set[s] = true
		}
	}
	add(w.file.Kernels)
	add(w.file.Types)
	for _, f := range w.file.Functions {
		set[f.Name] = true
		for i := range f.Kernels {
			if w.file.Described {
				add(f.Kernels[i].AttrNames)
			}
		}
	}
	var body buffer
	for _, s := range slices.Sorted(maps.Keys(set)) {
		w.offsets[s] = uint64(body.len())
		body.bytes([]byte(s))
		body.byte(0)
	}
	w.section(sectionStrings, &body)
}

// table writes a number of strings and their offsets.
func (w *writer) table(id byte, names []string) {
	var body buffer
	body.integer(uint64(len(names)))
	for _, n := range names {
		body.integer(w.offsets[n])
	}
	w.section(id, &body)
}

// functions writes the index of functions, and the functions.
func (w *writer) functions() {
	var index, bodies buffer
	bodies.align = kernelAlign
	index.integer(uint64(len(w.file.Functions)))
	for _, f := range w.file.Functions {
		index.byte(byte(f.Kind))
		index.integer(uint64(bodies.len()))
		index.integer(w.offsets[f.Name])
		for _, types := range [][]int{f.Args, f.Results} {
			index.integer(uint64(len(types)))
			index.integers(types)
		}
		if f.Kind != Native {
			f.write(&bodies)
		}
	}
	w.section(sectionFunctionIndex, &index)
	w.section(sectionFunctions, &bodies)
}

// write writes the tables of a function and its kernels.
func (f *Function) write(w *buffer) {
	w.integer(f.Location)
	w.integer(uint64(len(f.Registers)))
	for _, r := range f.Registers {
		w.integer(uint64(r.Uses))
	}
	w.integer(uint64(len(f.Kernels)))
	list := buffer{align: kernelAlign}
	for i := range f.Kernels {
		k := &f.Kernels[i]
		w.integer(uint64(list.len()))
		w.integer(uint64(k.Operands))
		w.integer(uint64(k.Stream))
		k.write(&list)
	}
	w.integers(f.ResultRegs)
	w.append(&list)
}

func (k *Kernel) write(w *buffer) {
	w.words([]uint32{k.Code, k.Location, uint32(len(k.Args)), uint32(len(k.Attrs)), uint32(len(k.Functions)),
		uint32(len(k.Results))})
	for _, users := range k.UsedBy {
		w.word(uint32(len(users)))
	}
	for _, list := range [][]uint32{k.Args, k.Attrs, k.Functions, k.Results} {
		w.words(list)
	}
	for _, users := range k.UsedBy {
		w.words(users)
	}
}

// descriptions writes the sections that only a disassembler needs.
func (w *writer) descriptions() {
	f := w.file
	var types, names, registers buffer
	types.integer(uint64(len(f.attributeOrder)))
	for _, off := range f.attributeOrder {
		types.integer(uint64(off))
		types.integer(uint64(f.AttributeTypes[off]))
	}
	names.integer(uint64(len(f.Functions)))
	registers.integer(uint64(len(f.Functions)))
	for _, fn := range f.Functions {
		if fn.Kind == Native {
			continue
		}
		names.integer(uint64(len(fn.Kernels)))
		for i := range fn.Kernels {
			for _, n := range fn.Kernels[i].AttrNames {
				names.integer(w.offsets[n])
			}
		}
		registers.integer(uint64(len(fn.Registers)))
		for _, r := range fn.Registers {
			registers.integer(uint64(r.Type))
		}
	}
	w.section(sectionAttributeTypes, &types)
	w.section(sectionAttributeNames, &names)
	w.section(sectionRegisterTypes, &registers)
}
