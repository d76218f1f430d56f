package bef_test

import (
	"fmt"
	"math"
)

// A second decoder, written from the description of the format alone: it shares nothing with the package. It
// reads valid files only, and panics at others.

type plainFile struct {
	sections  map[int][]byte
	kernels   []string
	types     []string
	functions []plainFunction
	attrs     map[int]string // values of attributes by their offset, in words
}

type plainFunction struct {
	kind          int
	name          string
	args, results []string
	uses          []int
	kernels       []plainKernel
	returned      []int
	regTypes      []string
}

type plainKernel struct {
	name                           string
	operands, stream               int
	args, attrs, functions, result []int
	usedBy                         [][]int
	attrNames                      []string
}

type stream []byte

func (s *stream) byte() int {
	b := (*s)[0]
	*s = (*s)[1:]
	return int(b)
}

func (s *stream) vbr() int {
	v := 0
	for {
		b := s.byte()
		v = v*128 + b%128
		if b < 128 {
			return v
		}
	}
}

func (s *stream) u32() int {
	v := s.byte()
	v += s.byte() << 8
	v += s.byte() << 16
	return v + s.byte()<<24
}

func (s *stream) list(n int, next func() int) []int {
	var out []int
	for ; n > 0; n-- {
		out = append(out, next())
	}
	return out
}

func (p *plainFile) str(off int) string {
	text := p.sections[0][off:]
	n := 0
	for text[n] != 0 {
		n++
	}
	return string(text[:n])
}

// secondDecoder reads a file. It also holds that the first and the last byte of padding, alignments and the
// order of sections are as they must be.
func secondDecoder(data []byte) *plainFile {
	p := &plainFile{sections: map[int][]byte{}}
	if string(data[:3]) != "\x0B\xEF\x00" {
		panic("magic")
	}
	last := -1
	for s := stream(data[3:]); len(s) > 0; {
		id := s.byte()
		if id <= last {
			panic("order of sections")
		}
		last = id
		size := s.vbr()
		if size%2 == 1 {
			align := s.byte()
			for (len(data)-len(s))%align != 0 {
				if s.byte() != 0xCC {
					panic("padding")
				}
			}
		}
		p.sections[id] = s[:size/2]
		if id == 5 && (len(data)-len(s))%4 != 0 {
			panic("functions are not aligned")
		}
		s = s[size/2:]
	}
	for i, to := range []*[]string{&p.kernels, &p.types} {
		s := stream(p.sections[2+i])
		for n := s.vbr(); n > 0; n-- {
			*to = append(*to, p.str(s.vbr()))
		}
	}
	p.readFunctions()
	p.readAttributes()
	return p
}

// readAttributes reads the attributes whose types the file says, as words. It also holds that what must be
// aligned is.
func (p *plainFile) readAttributes() {
	if len(p.sections[8]) == 0 {
		return
	}
	p.attrs = map[int]string{}
	s := stream(p.sections[8])
	for n := s.vbr(); n > 0; n-- {
		off := s.vbr()
		p.attrs[off] = p.attribute(off, s.vbr())
	}
}

// sizes are the bytes of numbers, by the code of their type.
var sizes = []int{1: 1, 2: 2, 3: 4, 4: 8, 5: 1, 6: 1, 7: 2, 8: 4, 9: 8, 10: 4, 11: 8, 14: 2, 15: 2, 25: 1}

func (p *plainFile) attribute(off, typ int) string {
	all := stream(p.sections[1])
	s := all[off:]
	aligned := func(at, n int) {
		if at%n != 0 {
			panic(fmt.Sprintf("%d is not aligned to %d", at, n))
		}
	}
	extents := func(s *stream, n int) string {
		text := "["
		for ; n > 0; n-- {
			low := s.u32()
			text += fmt.Sprintf(" %d", int64(low)|int64(s.u32())<<32)
		}
		return text + " ]"
	}
	switch {
	case typ >= 128: // an array
		aligned(off, 4)
		n := s.u32()
		text := "array"
		for i := range n {
			text += " " + p.attribute(off+4+i*sizes[typ-128], typ-128)
		}
		return text
	case typ == 16, typ == 26: // a string
		aligned(off, 4)
		n := s.u32()
		return fmt.Sprintf("%q", string(s[:n]))
	case typ == 27: // a shape
		if s[0] == 0 {
			return "shape of any rank"
		}
		align, elem := s.byte(), s.byte()
		prefix, size := s.byte()+s.byte()*256, s.u32()
		rank := s.u32()
		if elem != 0 || size != 12+8*rank || rank > 0 && (align != 8 || prefix != 12) {
			panic("shape")
		}
		aligned(off+prefix, align)
		return "shape " + extents(&s, rank)
	case typ == 28: // dense elements
		align, elem := s.byte(), s.byte()
		prefix, size := s.byte()+s.byte()*256, s.u32()
		at, n, rank := s.u32(), s.u32(), s.u32()
		if align != 8 || at != prefix || size != prefix+n*sizes[elem] {
			panic("dense")
		}
		aligned(off+at, 8)
		text := "dense " + extents(&s, rank)
		for i := range n {
			text += " " + p.attribute(off+at+i*sizes[elem], elem)
		}
		return text
	case typ == 29: // a symbol
		s.vbr()
		root, nested := s.vbr(), s.vbr()
		n := root
		for ; nested > 0; nested-- {
			n += s.vbr()
		}
		n += s.vbr()
		if s[n] != 0 {
			panic("symbol")
		}
		return fmt.Sprintf("symbol %q", string(s[:n]))
	case typ == 30: // a list
		align := s.byte()
		s.byte()
		prefix, size := s.byte()+s.byte()*256, s.u32()
		n := s.u32()
		if prefix != 12+4*n || size > len(all)-off {
			panic("list")
		}
		aligned(off+prefix, align)
		text := "list"
		for range n {
			at := off + s.u32()
			text += " (" + p.attribute(at, int(all[at-1])) + ")"
		}
		return text
	}
	aligned(off, sizes[typ])
	v := uint64(0)
	for i := range sizes[typ] {
		v |= uint64(s[i]) << (8 * i)
	}
	switch typ {
	case 10:
		return fmt.Sprintf("%d:%v", typ, math.Float32frombits(uint32(v)))
	case 11:
		return fmt.Sprintf("%d:%v", typ, math.Float64frombits(v))
	}
	return fmt.Sprintf("%d:%d", typ, v)
}

func (p *plainFile) readFunctions() {
	s := stream(p.sections[4])
	names, regs := stream(p.sections[9]), stream(p.sections[10])
	n := s.vbr()
	if len(names) > 0 && (names.vbr() != n || regs.vbr() != n) {
		panic("descriptions of another number of functions")
	}
	for ; n > 0; n-- {
		f := plainFunction{kind: s.byte()}
		off := s.vbr()
		f.name = p.str(s.vbr())
		for _, to := range []*[]string{&f.args, &f.results} {
			for k := s.vbr(); k > 0; k-- {
				*to = append(*to, p.types[s.vbr()])
			}
		}
		if f.kind != 1 {
			p.body(&f, off, &names, &regs)
		}
		p.functions = append(p.functions, f)
	}
}

func (p *plainFile) body(f *plainFunction, off int, names, regs *stream) {
	all := p.sections[5]
	s := stream(all[off:])
	s.vbr() // location
	f.uses = s.list(s.vbr(), s.vbr)
	var offsets []int
	for n := s.vbr(); n > 0; n-- {
		offsets = append(offsets, s.vbr())
		f.kernels = append(f.kernels, plainKernel{operands: s.vbr(), stream: s.vbr()})
	}
	f.returned = s.list(len(f.results), s.vbr)
	for (len(all)-len(s))%4 != 0 {
		if s.byte() != 0xCC {
			panic("padding in front of kernels")
		}
	}
	if len(*names) > 0 && names.vbr() != len(offsets) {
		panic("names of another number of kernels")
	}
	for i, at := range offsets {
		p.kernel(&f.kernels[i], s[at:], i == 0)
		for range f.kernels[i].attrs {
			if len(p.sections[9]) > 0 {
				f.kernels[i].attrNames = append(f.kernels[i].attrNames, p.str(names.vbr()))
			}
		}
	}
	if len(*regs) > 0 {
		for n := regs.vbr(); n > 0; n-- {
			f.regTypes = append(f.regTypes, p.types[regs.vbr()])
		}
	}
}

func (p *plainFile) kernel(k *plainKernel, s stream, pseudo bool) {
	code, location := s.u32(), s.u32()
	counts := s.list(4, s.u32)
	users := s.list(counts[3], s.u32)
	k.args, k.attrs = s.list(counts[0], s.u32), s.list(counts[1], s.u32)
	k.functions, k.result = s.list(counts[2], s.u32), s.list(counts[3], s.u32)
	for _, n := range users {
		k.usedBy = append(k.usedBy, s.list(n, s.u32))
	}
	switch {
	case !pseudo:
		k.name = p.kernels[code]
	case code != 0xABABABAB || location != 0xCDCDCDCD:
		panic(fmt.Sprintf("the first kernel has code %x and location %x", code, location))
	}
}
