package bef

import (
	"bytes"
	"encoding/binary"

	"github.com/inflight-compiler/inflight/diag"
)

var codeRead = diag.Register("bef-read", "a file is no valid BEF file",
	"The message has the offset of the byte, counted from 0, and the section. The file may be cut short or "+
		"damaged; write it again with inflight translate --to=bef.")

// IsBEF reports whether bytes begin as a BEF file does.
func IsBEF(data []byte) bool { return len(data) >= 2 && data[0] == magic[0] && data[1] == magic[1] }

// Read reads a file. The error has the offset of the byte that is wrong. name is the file's name in messages.
func Read(name string, data []byte) (*File, error) {
	r := &reader{name: name, data: data, file: &File{}}
	if err := r.read(); err != nil {
		return nil, err
	}
	return r.file, nil
}

// reader reads the sections of a file.
type reader struct {
	name     string
	data     []byte
	file     *File
	sections [numSections]*cursor // nil for those that the file does not have
	entries  []entry
	budget   int // bytes of function bodies that may still be read
}

// entry is where the body of a function lies.
type entry struct {
	at, offset int
}

// cursor reads a part of the file from pos up to end.
type cursor struct {
	r          *reader
	section    string
	begin, end int
	pos        int
	align      int // what the header of the section says, 0 if it says nothing
}

// errorf makes an error at a byte of the file.
func (c *cursor) errorf(at int, format string, args ...any) error {
	d := diag.Errorf(codeRead, diag.Span{}, format, args...)
	d.Message = diag.Sprintf("%s: byte %d (%s): %s", c.r.name, at, c.section, d.Message)
	return d
}

func (c *cursor) left() int { return c.end - c.pos }

func (c *cursor) byte() (byte, error) {
	if c.left() < 1 {
		return 0, c.errorf(c.pos, "the data ends here")
	}
	c.pos++
	return c.r.data[c.pos-1], nil
}

// integer reads an INTEGER of at most 63 bits.
func (c *cursor) integer() (uint64, error) {
	at := c.pos
	for v := uint64(0); ; {
		b, err := c.byte()
		if err != nil {
			return 0, err
		}
		if v >= 1<<56 {
			return 0, c.errorf(at, "the integer has too many bytes")
		}
		v = v<<7 | uint64(b&0x7F)
		if b&0x80 == 0 {
			return v, nil
		}
	}
}

// below reads an integer that must be less than a limit.
func (c *cursor) below(limit int, what string) (int, error) {
	at := c.pos
	v, err := c.integer()
	if err == nil && v >= uint64(limit) {
		err = c.errorf(at, "%s is %d, but there are %d", what, v, limit)
	}
	return int(v), err
}

// count reads the number of elements that follow, of at least size bytes each.
func (c *cursor) count(what string, size int) (int, error) {
	at := c.pos
	v, err := c.integer()
	if err == nil && v > uint64(c.left()/size) {
		err = c.errorf(at, "there are %d %s, but only %d bytes are left", v, what, c.left())
	}
	return int(v), err
}

func (r *reader) read() error {
	c := &cursor{r: r, section: "header", end: len(r.data)}
	for i, want := range magic {
		b, err := c.byte()
		if err != nil {
			return err
		}
		if b != want {
			if i == 2 {
				return c.errorf(i, "the format has version %d, only version 0 is known", b)
			}
			return c.errorf(i, "this is no BEF file: the byte is 0x%02X, not 0x%02X", b, want)
		}
	}
	for c.left() > 0 {
		if err := r.section(c); err != nil {
			return err
		}
	}
	for _, s := range []int{sectionStrings, sectionKernels, sectionTypes, sectionFunctionIndex,
		sectionFunctions} {
		if r.sections[s] == nil {
			return c.errorf(len(r.data), "the file has no section %s", sectionNames[s])
		}
	}
	return r.contents()
}

// section reads the header of a section and passes over what it contains.
func (r *reader) section(c *cursor) error {
	at := c.pos
	id, err := c.byte()
	if err != nil {
		return err
	}
	size, err := c.integer()
	if err != nil {
		return err
	}
	align := 0
	if size&1 != 0 {
		if align, err = c.padding(); err != nil {
			return err
		}
	}
	if size>>1 > uint64(c.left()) {
		return c.errorf(at, "the section has %d bytes, but only %d are left", size>>1, c.left())
	}
	s := &cursor{r: r, section: "unknown section", begin: c.pos, pos: c.pos, end: c.pos + int(size>>1),
		align: align}
	c.pos = s.end
	if int(id) >= numSections {
		return nil
	}
	if r.sections[id] != nil {
		return c.errorf(at, "section %s stands twice in the file", sectionNames[id])
	}
	s.section = sectionNames[id]
	r.sections[id] = s
	return nil
}

// padding reads the alignment of a section and the bytes in front of it.
func (c *cursor) padding() (int, error) {
	at := c.pos
	align, err := c.byte()
	if err != nil {
		return 0, err
	}
	if align == 0 || align&(align-1) != 0 {
		return 0, c.errorf(at, "the alignment %d is no power of two", align)
	}
	for c.pos%int(align) != 0 {
		at := c.pos
		b, err := c.byte()
		if err != nil {
			return 0, err
		}
		if b != padding {
			return 0, c.errorf(at, "the byte 0x%02X is no padding (0x%02X)", b, padding)
		}
	}
	return int(align), nil
}

func (r *reader) contents() error {
	var err error
	f := r.file
	if s := r.sections[sectionAttributes]; s != nil {
		f.Attributes, f.AttributeAlign = r.data[s.begin:s.end], s.align
	}
	if s := r.sections[sectionLocations]; s != nil {
		f.Locations = r.data[s.begin:s.end]
		if strings := r.sections[sectionLocationStrings]; strings != nil {
			f.LocationStrings = r.data[strings.begin:strings.end]
		}
	}
	if f.Kernels, err = r.table(sectionKernels); err != nil {
		return err
	}
	if f.Types, err = r.table(sectionTypes); err != nil {
		return err
	}
	if err := r.functionIndex(); err != nil {
		return err
	}
	r.budget = r.sections[sectionFunctions].left()
	for i, fn := range f.Functions {
		if fn.Kind == Native {
			continue
		}
		if err := r.function(fn, r.entries[i]); err != nil {
			return err
		}
	}
	if err := r.descriptions(); err != nil {
		return err
	}
	return r.check()
}

// table reads a table of names.
func (r *reader) table(id int) ([]string, error) {
	c := r.sections[id]
	n, err := c.count("entries", 1)
	if err != nil {
		return nil, err
	}
	names := make([]string, n)
	for i := range names {
		if names[i], err = c.str(sectionStrings); err != nil {
			return nil, err
		}
	}
	return names, c.done()
}

// done reports an error if bytes are left.
func (c *cursor) done() error {
	if c.left() > 0 {
		return c.errorf(c.pos, "%d bytes are left over in the section", c.left())
	}
	return nil
}

// str reads the offset of a string, and the string.
func (c *cursor) str(section int) (string, error) {
	at := c.pos
	off, err := c.integer()
	if err != nil {
		return "", err
	}
	s := c.r.sections[section]
	if s == nil || off >= uint64(s.end-s.begin) {
		return "", c.errorf(at, "the offset %d of a string is beyond the section %s", off,
			sectionNames[section])
	}
	text, ok := cString(c.r.data[s.begin+int(off) : s.end])
	if !ok {
		return "", c.errorf(at, "the string at offset %d of section %s has no end", off,
			sectionNames[section])
	}
	return text, nil
}

// cString returns the text up to a zero byte.
func cString(b []byte) (string, bool) {
	end := bytes.IndexByte(b, 0)
	if end < 0 {
		return "", false
	}
	return string(b[:end]), true
}

func (r *reader) functionIndex() error {
	c := r.sections[sectionFunctionIndex]
	n, err := c.count("functions", 5)
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for range n {
		f := &Function{}
		at := c.pos
		kind, err := c.byte()
		if err != nil {
			return err
		}
		if f.Kind = Kind(kind); f.Kind > Sync {
			return c.errorf(at, "the kind %d of a function is not known", kind)
		}
		at = c.pos
		offset, err := c.integer()
		if err != nil {
			return err
		}
		if size := c.r.sections[sectionFunctions].left(); f.Kind != Native && offset >= uint64(size) {
			return c.errorf(at,
				"the offset %d of a function is beyond the section Functions, which has %d bytes",
				offset, size)
		}
		nameAt := c.pos
		if f.Name, err = c.str(sectionStrings); err != nil {
			return err
		}
		if f.Name != "" && names[f.Name] {
			return c.errorf(nameAt, "two functions have the name '%s'", f.Name)
		}
		names[f.Name] = true
		for _, list := range []*[]int{&f.Args, &f.Results} {
			if *list, err = c.typeList(); err != nil {
				return err
			}
		}
		r.file.Functions = append(r.file.Functions, f)
		r.entries = append(r.entries, entry{at, int(min(offset, 1<<40))})
	}
	return c.done()
}

// typeList reads a number of types and their indices.
func (c *cursor) typeList() ([]int, error) {
	n, err := c.count("types", 1)
	if err != nil {
		return nil, err
	}
	list := make([]int, n)
	for i := range list {
		if list[i], err = c.below(len(c.r.file.Types), "the index of a type"); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// function reads the tables of a function and its kernels.
func (r *reader) function(f *Function, at entry) error {
	s := r.sections[sectionFunctions]
	c := &cursor{r: r, section: "Functions", begin: s.begin, pos: s.begin + at.offset, end: s.end}
	start := c.pos
	var err error
	if f.Location, err = c.location(); err != nil {
		return err
	}
	n, err := c.count("registers", 1)
	if err != nil {
		return err
	}
	f.Registers = make([]Register, n)
	for i := range f.Registers {
		uses, err := c.integer()
		if err != nil {
			return err
		}
		f.Registers[i] = Register{Uses: int(min(uses, 1<<40)), Type: -1}
	}
	offsets, err := r.kernelTable(c, f)
	if err != nil {
		return err
	}
	f.ResultRegs = make([]int, len(f.Results))
	for i := range f.ResultRegs {
		if f.ResultRegs[i], err = c.below(n, "the register of a result"); err != nil {
			return err
		}
	}
	for (c.pos-c.begin)%kernelAlign != 0 {
		if _, err := c.byte(); err != nil {
			return err
		}
	}
	if err := r.spend(c, c.pos-start); err != nil {
		return err
	}
	base := c.pos
	for i, off := range offsets {
		if err := r.kernel(&f.Kernels[i], c, base, off); err != nil {
			return err
		}
	}
	return nil
}

// spend counts the bytes that functions and kernels are read from. There are no more than the section has,
// unless functions or kernels overlap.
func (r *reader) spend(c *cursor, n int) error {
	if r.budget -= n; r.budget < 0 {
		return c.errorf(c.pos, "functions or kernels overlap")
	}
	return nil
}

// location reads the offset of a location.
func (c *cursor) location() (uint64, error) {
	v, err := c.integer()
	return v, err
}

// kernelTable reads where the kernels are, how many operands they have and in which streams they are.
func (r *reader) kernelTable(c *cursor, f *Function) (offsets []int, err error) {
	at := c.pos
	n, err := c.count("kernels", 3)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, c.errorf(at, "the function has no kernel that stands for its arguments")
	}
	f.Kernels = make([]Kernel, n)
	offsets = make([]int, n)
	for i := range f.Kernels {
		at := c.pos
		off, err := c.integer()
		if err != nil {
			return nil, err
		}
		if off%kernelAlign != 0 || off > uint64(c.left()) {
			return nil, c.errorf(at, "the offset %d of a kernel is no multiple of %d, or beyond the section",
				off,
				kernelAlign)
		}
		offsets[i] = int(off)
		for _, to := range []*int{&f.Kernels[i].Operands, &f.Kernels[i].Stream} {
			v, err := c.integer()
			if err != nil {
				return nil, err
			}
			*to = int(min(v, 1<<40))
		}
	}
	return offsets, nil
}

// kernel reads a kernel at an offset from the list of kernels.
func (r *reader) kernel(k *Kernel, in *cursor, base, offset int) error {
	c := &cursor{r: r, section: in.section, begin: in.begin, pos: base + offset, end: in.end}
	start := c.pos
	var head [kernelHeader]uint32
	for i := range head {
		v, err := c.word()
		if err != nil {
			return err
		}
		head[i] = v
	}
	k.Code, k.Location = head[0], head[1]
	users, err := c.wordList(head[5], "results")
	if err != nil {
		return err
	}
	for i, list := range []*[]uint32{&k.Args, &k.Attrs, &k.Functions, &k.Results} {
		if *list, err = c.wordList(head[2+i], [...]string{"arguments", "attributes", "functions",
			"results"}[i]); err != nil {
			return err
		}
	}
	k.UsedBy = make([][]uint32, len(users))
	for i, n := range users {
		if k.UsedBy[i], err = c.wordList(n, "users"); err != nil {
			return err
		}
	}
	return r.spend(c, c.pos-start)
}

func (c *cursor) word() (uint32, error) {
	if c.left() < 4 {
		return 0, c.errorf(c.pos, "the kernel ends beyond the section")
	}
	c.pos += 4
	return binary.LittleEndian.Uint32(c.r.data[c.pos-4:]), nil
}

func (c *cursor) wordList(n uint32, what string) ([]uint32, error) {
	if uint64(n) > uint64(c.left()/4) {
		return nil, c.errorf(c.pos, "the kernel has %d %s, but only %d bytes are left", n, what, c.left())
	}
	if n == 0 {
		return nil, nil
	}
	list := make([]uint32, n)
	for i := range list {
		list[i], _ = c.word()
	}
	return list, nil
}

// descriptions reads the sections for disassemblers. A file has all of them or none.
func (r *reader) descriptions() error {
	f := r.file
	types, names, registers := r.sections[sectionAttributeTypes], r.sections[sectionAttributeNames],
		r.sections[sectionRegisterTypes]
	f.Described = types != nil && names != nil && registers != nil
	if !f.Described {
		return nil
	}
	if err := r.attributeTypes(types); err != nil {
		return err
	}
	for _, c := range []*cursor{names, registers} {
		at := c.pos
		n, err := c.integer()
		if err != nil {
			return err
		}
		if n != uint64(len(f.Functions)) {
			return c.errorf(at, "the section is of %d functions, but the file has %d", n, len(f.Functions))
		}
	}
	for _, fn := range f.Functions {
		if fn.Kind == Native {
			continue
		}
		if err := r.describe(fn, names, registers); err != nil {
			return err
		}
	}
	if err := names.done(); err != nil {
		return err
	}
	return registers.done()
}

// describe reads the names of a function's attributes and the types of its registers.
func (r *reader) describe(fn *Function, names, registers *cursor) error {
	for _, part := range []struct {
		c    *cursor
		n    int
		what string
	}{{names, len(fn.Kernels), "kernels"}, {registers, len(fn.Registers), "registers"}} {
		at := part.c.pos
		n, err := part.c.integer()
		if err != nil {
			return err
		}
		if n != uint64(part.n) {
			return part.c.errorf(at, "the section has %d %s for a function with %d", n, part.what, part.n)
		}
	}
	for i := range fn.Kernels {
		k := &fn.Kernels[i]
		for range k.Attrs {
			name, err := names.str(sectionStrings)
			if err != nil {
				return err
			}
			k.AttrNames = append(k.AttrNames, name)
		}
	}
	for i := range fn.Registers {
		t, err := registers.below(len(r.file.Types), "the index of a type")
		if err != nil {
			return err
		}
		fn.Registers[i].Type = t
	}
	return nil
}

func (r *reader) attributeTypes(c *cursor) error {
	f := r.file
	n, err := c.count("attributes", 2)
	if err != nil {
		return err
	}
	f.AttributeTypes = make(map[uint32]AttributeType, n)
	values := f.attributes()
	for range n {
		at := c.pos
		off, err := c.integer()
		if err != nil {
			return err
		}
		if off >= uint64(len(f.Attributes)) {
			return c.errorf(at, "the offset %d of an attribute is beyond the section Attributes", off)
		}
		at = c.pos
		t, err := c.integer()
		if err != nil {
			return err
		}
		if t > 0xFF || !AttributeType(t).known() {
			return c.errorf(at, "the type %d of an attribute is not known", t)
		}
		f.AttributeTypes[uint32(off)] = AttributeType(t)
		f.attributeOrder = append(f.attributeOrder, uint32(off))
		if _, err := values.attribute(int(off), AttributeType(t), 0); err != nil {
			return c.errorf(at, "%v", err)
		}
	}
	return c.done()
}

// known reports whether a type of attributes is one of those that programs have.
func (t AttributeType) known() bool {
	if t&Array != 0 {
		return scalarSizes[t&^Array] > 0
	}
	return scalarSizes[t] > 0 || t == String || t == SymbolRef || t == Aggregate || t == Shape ||
		t == Dense ||
		t == FunctionName
}
