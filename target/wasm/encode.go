package wasm

// buffer is a piece of the binary format that is being written (WebAssembly Core Specification, chapter 5).
type buffer []byte

// byte appends bytes unchanged.
func (b *buffer) byte(bs ...byte) { *b = append(*b, bs...) }

// u32 appends an unsigned number in LEB128.
func (b *buffer) u32(v uint32) {
	for v >= 0x80 {
		*b = append(*b, byte(v)|0x80)
		v >>= 7
	}
	*b = append(*b, byte(v))
}

// s64 appends a signed number in LEB128. A number of 32 bits has the same form.
func (b *buffer) s64(v int64) {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			*b = append(*b, low)
			return
		}
		*b = append(*b, low|0x80)
	}
}

// fixed appends an unsigned number in five bytes, which patch can overwrite.
func (b *buffer) fixed(v uint32) {
	*b = append(*b, 0, 0, 0, 0, 0)
	(*b).patch(len(*b)-5, v)
}

// patch overwrites a number that fixed has appended.
func (b buffer) patch(at int, v uint32) {
	for i := range 4 {
		b[at+i] = byte(v>>(7*i)) | 0x80
	}
	b[at+4] = byte(v >> 28)
}

// name appends a string with its length in front.
func (b *buffer) name(s string) {
	b.u32(uint32(len(s)))
	*b = append(*b, s...)
}

// sized appends bytes with their length in front.
func (b *buffer) sized(content buffer) {
	b.u32(uint32(len(content)))
	*b = append(*b, content...)
}

// section appends a section, unless it is empty.
func (b *buffer) section(id byte, content buffer) {
	if len(content) > 0 {
		b.byte(id)
		b.sized(content)
	}
}

// list returns the concatenation of parts with their number in front. It returns nothing if there are no
// parts.
func list(parts []buffer) (out buffer) {
	if len(parts) == 0 {
		return nil
	}
	out.u32(uint32(len(parts)))
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// The sections, by their numbers.
const (
	sectionCustom   = 0
	sectionType     = 1
	sectionImport   = 2
	sectionFunction = 3
	sectionTable    = 4
	sectionMemory   = 5
	sectionGlobal   = 6
	sectionExport   = 7
	sectionStart    = 8
	sectionElement  = 9
	sectionCode     = 10
	sectionData     = 11
)

// The kinds of imports and exports.
const (
	kindFunction = 0
	kindMemory   = 2
	kindGlobal   = 3
)

// valType is the type of a value of WebAssembly.
type valType byte

const (
	i32     valType = 0x7f
	i64     valType = 0x7e
	f32     valType = 0x7d
	f64     valType = 0x7c
	v128    valType = 0x7b
	funcref byte    = 0x70
)

// funcType appends the type of a function.
func (b *buffer) funcType(params, results []valType) {
	b.byte(0x60)
	for _, list := range [][]valType{params, results} {
		b.u32(uint32(len(list)))
		for _, t := range list {
			b.byte(byte(t))
		}
	}
}

// AppendSection appends a custom section to a module.
func AppendSection(module []byte, name string, content []byte) []byte {
	out := buffer(module)
	var section buffer
	section.name(name)
	section.byte(content...)
	out.section(sectionCustom, section)
	return out
}
