package randdevice

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The programs have graphs over so many buffers of so many elements.
const (
	Buffers = 6
	Extent  = 8
)

// Program is a module whose function @main takes an input of Extent elements i32, which it reads, and for
// each graph a memref of Buffers x Extent elements, which it fills.
type Program struct {
	Text   string
	Graphs int
	// Want holds what each graph leaves in its memref.
	Want [][]int32
}

// Input returns what the input of a program is to be.
func Input() []int32 {
	in := make([]int32, Extent)
	for i := range in {
		in[i] = int32(i*i + 1)
	}
	return in
}

// New makes a program of graphs with so many operations each, on so many queues; 0 queues leave the
// operations without. With several devices, of which there are Buffers at most, each buffer is on one; the
// graphs name them by constants, by arguments, and by numbers that they compute, and for the first one may
// rely on their caller.
func New(r *rand.Rand, graphs, operations, queues, devices int) *Program {
	p := &Program{Graphs: graphs}
	var s strings.Builder
	s.WriteString(kernels)
	for g := range graphs {
		w := &writer{Rand: r, queues: queues, devices: devices}
		w.graph(g, operations)
		s.WriteString(w.text.String())
		p.Want = append(p.Want, w.flat())
	}
	s.WriteString("  func.func @main(%in: memref<8xi32>")
	for g := range graphs {
		fmt.Fprintf(&s, ", %%o%d: memref<6x8xi32>", g)
	}
	s.WriteString(") {\n    %zero = arith.constant 0 : i32\n    %one = arith.constant 1 : i32\n")
	for g := range graphs {
		if devices > 1 {
			s.WriteString("    gpu.set_default_device %zero\n") // the graph before has named others
		}
		fmt.Fprintf(&s, "    call @g%d(%%in, %%o%d, %%one) : (memref<8xi32>, memref<6x8xi32>, i32) -> ()\n",
			g, g)
	}
	s.WriteString("    return\n  }\n}\n")
	p.Text = s.String()
	return p
}

const kernels = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @combine(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>, %k: i32) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
      %i = gpu.global_id x
      %three = arith.constant 3 : i32
      %x = memref.load %a[%i] : memref<8xi32>
      %y = memref.load %b[%i] : memref<8xi32>
      %z = arith.muli %x, %three : i32
      %s = arith.addi %z, %y : i32
      %t = arith.addi %s, %k : i32
      memref.store %t, %c[%i] : memref<8xi32>
      gpu.return
    }
  }
`

// writer writes one graph, and computes it on the way.
type writer struct {
	*rand.Rand
	text    strings.Builder
	queues  int
	devices int
	current int // the device that was named last
	tokens  int
	content [Buffers][Extent]int32
	wrote   [Buffers]string   // the token of what wrote a buffer last
	read    [Buffers][]string // the tokens of what has read it since
}

func (w *writer) graph(number, operations int) {
	fmt.Fprintf(&w.text,
		"  func.func private @g%d(%%in: memref<8xi32>, %%out: memref<6x8xi32>, %%one: i32) {\n    %%c1 = "+
			"arith.constant 1 : index\n"+
			"    %%c2 = arith.constant 2 : index\n    %%c4 = arith.constant 4 : index\n", number)
	for b := range Buffers {
		w.onDeviceOf(b)
		token := w.token()
		fmt.Fprintf(&w.text, "    %%b%d, %s = gpu.alloc async () %s : memref<8xi32>\n", b, token, w.queue())
		w.wrote[b] = token
		w.fill(b)
	}
	for range operations {
		switch w.IntN(6) {
		case 0:
			w.fill(w.IntN(Buffers))
		case 1:
			w.load(w.IntN(Buffers))
		case 2:
			w.move(w.IntN(Buffers), w.IntN(Buffers))
		default:
			c := w.IntN(Buffers)
			w.combine(w.near(c), w.near(c), c)
		}
		if w.IntN(24) == 0 {
			w.wait(w.IntN(Buffers))
		}
	}
	var last []string
	for b := range Buffers {
		fmt.Fprintf(&w.text,
			"    %%r%d = memref.subview %%out[%d, 0] [1, 8] [1, 1] : memref<6x8xi32> to memref<8xi32, "+
				"strided<[1], offset: %d>>\n", b, b, b*Extent)
		w.onDeviceOf(b)
		w.emit("gpu.memcpy", []int{b}, nil, fmt.Sprintf("%%r%d, %%b%d", b, b),
			fmt.Sprintf(": memref<8xi32, strided<[1], offset: %d>>, memref<8xi32>", b*Extent), false)
		w.emit("gpu.dealloc", nil, []int{b}, fmt.Sprintf("%%b%d", b), ": memref<8xi32>", true)
		last = append(last, w.wrote[b])
	}
	fmt.Fprintf(&w.text, "    gpu.wait [%s]\n    return\n  }\n", strings.Join(last, ", "))
}

// emit writes an operation that reads and writes buffers, behind what it conflicts with. Attributes may have
// to stand before the type.
func (w *writer) emit(name string, reads, writes []int, operands, types string, attributesFirst bool) {
	seen := map[string]bool{}
	var deps []string
	depend := func(tokens ...string) {
		for _, t := range tokens {
			if t != "" && !seen[t] {
				seen[t] = true
				deps = append(deps, t)
			}
		}
	}
	for _, b := range reads {
		depend(w.wrote[b])
	}
	for _, b := range writes {
		depend(w.wrote[b])
		depend(w.read[b]...)
	}
	token := w.token()
	list := ""
	if len(deps) > 0 {
		list = " [" + strings.Join(deps, ", ") + "]"
	}
	if attributesFirst {
		operands, types = operands+w.queue(), " "+types
	} else {
		types = " " + types + w.queue()
	}
	fmt.Fprintf(&w.text, "    %s = %s async%s %s%s\n", token, name, list, operands, types)
	for _, b := range reads {
		w.read[b] = append(w.read[b], token)
	}
	for _, b := range writes {
		w.wrote[b], w.read[b] = token, nil
	}
}

func (w *writer) fill(b int) {
	k := int32(w.IntN(100))
	w.onDeviceOf(b)
	fmt.Fprintf(&w.text, "    %%k%d = arith.constant %d : i32\n", w.tokens, k)
	w.emit("gpu.memset", nil, []int{b}, fmt.Sprintf("%%b%d, %%k%d", b, w.tokens), ": memref<8xi32>, i32",
		false)
	for i := range w.content[b] {
		w.content[b][i] = k
	}
}

func (w *writer) load(b int) {
	w.onDeviceOf(b)
	w.emit("gpu.memcpy", nil, []int{b}, fmt.Sprintf("%%b%d, %%in", b), ": memref<8xi32>, memref<8xi32>",
		false)
	w.content[b] = [Extent]int32(Input())
}

func (w *writer) move(to, from int) {
	if to == from {
		return
	}
	w.onDeviceOf([]int{to, from}[w.IntN(2)])
	w.emit("gpu.memcpy", []int{from}, []int{to}, fmt.Sprintf("%%b%d, %%b%d", to, from),
		": memref<8xi32>, memref<8xi32>", false)
	w.content[to] = w.content[from]
}

func (w *writer) combine(a, b, c int) {
	k := int32(w.IntN(100))
	w.onDeviceOf(c)
	fmt.Fprintf(&w.text, "    %%k%d = arith.constant %d : i32\n", w.tokens, k)
	reads := []int{a, b}
	if a == b {
		reads = reads[:1]
	}
	w.emit("gpu.launch_func", reads, []int{c},
		"@kernels::@combine blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1)",
		fmt.Sprintf("args(%%b%d : memref<8xi32>, %%b%d : memref<8xi32>, %%b%d : memref<8xi32>, %%k%d : i32)",
			a, b, c, w.tokens), false)
	for i := range w.content[c] {
		w.content[c][i] = 3*w.content[a][i] + w.content[b][i] + k
	}
}

// near returns a buffer on the device of another one.
func (w *writer) near(b int) int {
	if w.devices < 2 {
		return w.IntN(Buffers)
	}
	return b%w.devices + w.devices*w.IntN((Buffers-1-b%w.devices)/w.devices+1)
}

// onDeviceOf names the device of a buffer, if it is not the one that was named last.
func (w *writer) onDeviceOf(b int) {
	if w.devices < 2 || b%w.devices == w.current && w.IntN(4) > 0 {
		return
	}
	w.current = b % w.devices
	name := "%one"
	if form := w.IntN(4); w.current != 1 || form > 0 {
		name = fmt.Sprintf("%%n%d", w.tokens)
		w.tokens++
		if form < 3 {
			fmt.Fprintf(&w.text, "    %s = arith.constant %d : i32\n", name, w.current)
		} else {
			fmt.Fprintf(&w.text,
				"    %%m%[1]s = arith.constant %[2]d : i32\n    %[3]s = arith.addi %%one, %%m%[1]s : i32\n",
				name[2:], w.current-1, name)
		}
	}
	fmt.Fprintf(&w.text, "    gpu.set_default_device %s\n", name)
}

// wait lets the host wait for what wrote a buffer.
func (w *writer) wait(b int) { fmt.Fprintf(&w.text, "    gpu.wait [%s]\n", w.wrote[b]) }

func (w *writer) token() string {
	w.tokens++
	return fmt.Sprintf("%%t%d", w.tokens)
}

// queue returns the attribute that puts an operation on a random queue.
func (w *writer) queue() string {
	if w.queues == 0 {
		return ""
	}
	return fmt.Sprintf(" {pipeline.queue = %d}", w.IntN(w.queues))
}

func (w *writer) flat() []int32 {
	var all []int32
	for _, b := range w.content {
		all = append(all, b[:]...)
	}
	return all
}
