package native

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// The shared file begins with the header that host.c defines. The slots, the lists and the contents of memory
// follow.
const (
	headWords = 11
	headText  = 1000
	headSize  = headWords*8 + 2*headText
	alignment = 64 // of the contents of memory
)

// The words of the header.
const (
	wordStatus = iota
	wordLine
	wordColumn
	wordSignal
	wordAddress
	wordSlots
	wordRelocations
	wordNumRelocations
	wordResults
	wordNumResults
	wordMemoryLimit
)

// The states that the host reports.
const (
	statusStarting = iota
	statusRunning
	statusDone
	statusAssertion
	statusAsyncError
	statusOutOfMemory
	statusCrashed
	statusStackOverflow
	statusNotAwaited
	statusDeviceFault
	statusStalled
	statusLeftWaiting
	statusMisused
)

// slotCount returns the number of slots of a value of a type: one for a scalar; for memory a descriptor of
// two addresses, an offset, extents and strides.
func slotCount(t ir.Type) int {
	if m, ok := t.(*ir.MemRefType); ok {
		return 3 + 2*len(m.Shape)
	}
	return 1
}

// layout is the plan of a shared file.
type layout struct {
	slots       []int64
	relocations []int64
	results     []int64  // four words for each result that is memory: memoryResult in host.c
	contents    []region // in the order of the arguments
	end         int64    // of the file
	outputs     []ir.Type
}

// region is the contents of an argument at an offset in the file.
type region struct {
	buffer *value.Buffer
	at     int64
}

// plan lays out the arguments of a run.
func plan(outputs []ir.Type, args []value.Value) *layout {
	l := &layout{outputs: outputs}
	for _, a := range args {
		if a.Buffer == nil {
			l.slots = append(l.slots, int64(a.Bits))
			continue
		}
		l.relocations = append(l.relocations, int64(len(l.slots)), int64(len(l.slots)+1))
		l.contents = append(l.contents, region{buffer: a.Buffer})
		l.slots = append(append(append(l.slots, 0, 0, a.Buffer.Offset), a.Buffer.Shape...),
			a.Buffer.Strides...)
	}
	for _, t := range outputs {
		if m, ok := t.(*ir.MemRefType); ok {
			l.results = append(l.results, int64(len(l.slots)), int64(len(m.Shape)), value.ElementSize(m.Elem),
				0)
		}
		l.slots = append(l.slots, make([]int64, slotCount(t))...)
	}
	l.place()
	return l
}

func (l *layout) slotsAt() int64       { return headSize }
func (l *layout) relocationsAt() int64 { return l.slotsAt() + int64(len(l.slots))*8 }
func (l *layout) resultsAt() int64     { return l.relocationsAt() + int64(len(l.relocations))*8 }
func (l *layout) listsEnd() int64      { return l.resultsAt() + int64(len(l.results))*8 }

// place assigns the contents of memory their offsets in the file.
func (l *layout) place() {
	l.end = l.listsEnd()
	for i := range l.contents {
		l.contents[i].at = (l.end + alignment - 1) / alignment * alignment
		l.end = l.contents[i].at + int64(len(l.contents[i].buffer.Data))
		slot := l.relocations[2*i]
		l.slots[slot], l.slots[slot+1] = l.contents[i].at, l.contents[i].at
	}
}

// write fills the file.
func (l *layout) write(f *os.File, memoryLimit int64) error {
	head := make([]int64, headWords)
	head[wordSlots], head[wordRelocations], head[wordNumRelocations] = l.slotsAt(), l.relocationsAt(),
		int64(len(l.relocations))
	head[wordResults], head[wordNumResults], head[wordMemoryLimit] = l.resultsAt(), int64(len(l.results)/4),
		memoryLimit
	words := appendWords(nil, head)
	words = append(words, make([]byte, 2*headText)...)
	for _, list := range [][]int64{l.slots, l.relocations, l.results} {
		words = appendWords(words, list)
	}
	if err := f.Truncate(max(l.end, 4096)); err != nil {
		return err
	}
	if _, err := f.WriteAt(words, 0); err != nil {
		return err
	}
	for _, r := range l.contents {
		if _, err := f.WriteAt(r.buffer.Data, r.at); err != nil {
			return err
		}
	}
	return nil
}

func appendWords(dst []byte, words []int64) []byte {
	for _, w := range words {
		dst = binary.NativeEndian.AppendUint64(dst, uint64(w))
	}
	return dst
}

// outcome is the header of the file after a run.
type outcome struct {
	words         [headWords]int64
	message, file string
}

func readOutcome(f *os.File) (o outcome, err error) {
	head := make([]byte, headSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		return o, err
	}
	for i := range o.words {
		o.words[i] = int64(binary.NativeEndian.Uint64(head[8*i:]))
	}
	text := func(at int) string {
		s := head[at : at+headText]
		for i, c := range s {
			if c == 0 {
				return string(s[:i])
			}
		}
		return string(s)
	}
	o.message, o.file = text(8*headWords), text(8*headWords+headText)
	return o, nil
}

// read copies the contents of arguments and the results from the file. It checks all of it, because the
// program has written the file.
func (l *layout) read(f *os.File) ([]value.Value, error) {
	for _, r := range l.contents {
		if err := readChanges(r.buffer.Data, f, r.at); err != nil {
			return nil, err
		}
	}
	words := make([]byte, l.listsEnd()-l.slotsAt())
	if _, err := f.ReadAt(words, l.slotsAt()); err != nil && err != io.EOF {
		return nil, err
	}
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint64(words[8*i:])) }
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	slot := len(l.slots)
	for _, t := range l.outputs {
		slot -= slotCount(t)
	}
	values, next := make([]value.Value, len(l.outputs)), len(l.slots)+len(l.relocations)
	for i, t := range l.outputs {
		m, ok := t.(*ir.MemRefType)
		if !ok {
			values[i] = value.Int(asInteger(t), word(slot))
			values[i].Type = t
			slot++
			continue
		}
		b, err := readResult(f, info.Size(), m, func(d int) int64 { return word(slot + 3 + d) }, word(next+3))
		if err != nil {
			return nil, err
		}
		values[i] = value.Memory(b)
		slot, next = slot+slotCount(t), next+4
	}
	return values, nil
}

// readChanges copies the contents of a file from an offset on to data. Equal contents are not written,
// because other runs may read them at the same time.
func readChanges(data []byte, f *os.File, at int64) error {
	chunk := make([]byte, min(len(data), 1<<20))
	for len(data) > 0 {
		n, err := f.ReadAt(chunk[:min(len(chunk), len(data))], at)
		if err != nil && (err != io.EOF || n < min(len(chunk), len(data))) {
			return err
		}
		if !bytes.Equal(data[:n], chunk[:n]) {
			copy(data, chunk[:n])
		}
		data, at = data[n:], at+int64(n)
	}
	return nil
}

// asInteger returns the integer type with the width of t, to which value.Int reduces numbers.
func asInteger(t ir.Type) ir.Type {
	if ft, ok := t.(*ir.FloatType); ok {
		return &ir.IntegerType{Width: ft.Width()}
	}
	return t
}

// readResult reads memory that the program returned.
func readResult(f *os.File, size int64, m *ir.MemRefType, extent func(int) int64, at int64) (*value.Buffer,
	error) {
	dims := make([]int64, len(m.Shape))
	total := value.ElementSize(m.Elem)
	for d := range dims {
		dims[d] = extent(d)
		if dims[d] < 0 || dims[d] > 0 && total > size/dims[d] {
			return nil, fmt.Errorf("the program returned memory with the extent %d", dims[d])
		}
		total *= dims[d]
	}
	if at < 0 || at > size-total {
		return nil, fmt.Errorf("the program returned memory that is not in its file")
	}
	// the file has the memory without gaps
	b, err := value.NewBuffer(&ir.MemRefType{Ranked: true, Shape: m.Shape, Elem: m.Elem}, dims)
	if err != nil {
		return nil, err
	}
	b.Type = m
	_, err = f.ReadAt(b.Data, at)
	return b, err
}
