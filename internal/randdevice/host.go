package randdevice

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// hostKernels is what hosts call.
const hostKernels = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xi32>
      %y = memref.load %b[%i] : memref<8xi32>
      %z = arith.addi %x, %y : i32
      memref.store %z, %c[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @helper(%a: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%c0] : memref<8xi32>
    return
  }
`

// Host returns a program whose function @main copies, launches, loads and stores, without a token, in
// asynchronous regions as well: of three memrefs of eight i32, a number and a condition. With shared, kernels
// and fills are of the host's memory, too.
func Host(r *rand.Rand, shared bool) string {
	h := &host{r: r, shared: shared, memory: []string{"%h0", "%h1", "%h2"}}
	h.line(
		"%s  func.func @main(%%h0: memref<8xi32>, %%h1: memref<8xi32>, %%h2: memref<8xi32>, %%x: i32, %%p: "+
			"i1) {", hostKernels)
	h.line(
		"    %%c1 = arith.constant 1 : index\n    %%c3 = arith.constant 3 : index\n    %%c8 = " +
			"arith.constant 8 : index\n    %%c2 = arith.constant 2 : index")
	for i := range 1 + r.IntN(3) {
		d := fmt.Sprintf("%%d%d", i)
		h.line("    %s = gpu.alloc () : memref<8xi32>\n    gpu.memset %s, %%x : memref<8xi32>, i32", d, d)
		h.memory = append(h.memory, d)
	}
	h.statements(4+r.IntN(10), 0)
	h.tasks()
	h.statements(r.IntN(5), 90)
	for _, d := range h.memory[3:] {
		h.line("    gpu.dealloc %s : memref<8xi32>", d)
	}
	h.line("    return\n  }\n}")
	return h.text.String()
}

// host is a program in the making.
type host struct {
	r      *rand.Rand
	text   strings.Builder
	shared bool
	memory []string // the host's first
}

func (h *host) line(format string, args ...any) { fmt.Fprintf(&h.text, format+"\n", args...) }

func (h *host) pick(of []string) string { return of[h.r.IntN(len(of))] }

// ofDevice returns memory that the device accesses.
func (h *host) ofDevice() string {
	if h.shared {
		return h.pick(h.memory)
	}
	return h.pick(h.memory[3:])
}

// tasks writes a chain of regions, of which the last is awaited, or each; the host may await the first ones
// in between.
func (h *host) tasks() {
	n := h.r.IntN(4)
	for i := range n {
		after := ""
		if i > 0 {
			after = fmt.Sprintf(" [%%t%d]", i-1)
		}
		h.line("    %%t%d = async.execute%s {", i, after)
		h.statements(1+h.r.IntN(4), 10000+100*i)
		h.line("      async.yield\n    }")
		if i == n-1 || h.r.IntN(3) == 0 {
			h.line("    async.await %%t%d : !async.token", i)
		}
	}
}

// statements writes n statements. No two of one depth and number are in a program.
func (h *host) statements(n, depth int) {
	const m = "memref<8xi32>"
	of := h.memory[:3]
	for i := range n {
		switch h.r.IntN(12) {
		case 0:
			h.line("    %%v%d_%d = memref.load %s[%%c3] : %s\n    memref.store %%v%d_%d, %s[%%c1] : %s",
				depth, i, h.pick(of), m, depth, i, h.pick(of), m)
		case 1:
			h.line("    memref.store %%x, %s[%%c3] : %s", h.pick(of), m)
		case 2:
			h.line("    func.call @helper(%s) : (%s) -> ()", h.pick(of), m)
		case 3, 4, 5:
			h.line(
				"    gpu.launch_func @kernels::@add blocks in (%%c1, %%c1, %%c1) threads in (%%c8, %%c1, "+
					"%%c1) args(%s : %s, %s : %s, %s : %s)",
				h.ofDevice(), m, h.ofDevice(), m, h.ofDevice(), m)
		case 6:
			if depth < 100 {
				h.line("    scf.if %%p {")
				h.statements(1+h.r.IntN(4), 100*(depth+1)+i)
				h.line("    }")
			}
		case 7:
			if depth < 100 {
				h.line("    scf.for %%i%d_%d = %%c1 to %%c3 step %%c1 {", depth, i)
				h.statements(1+h.r.IntN(4), 100*(depth+1)+i)
				h.line("    }")
			}
		case 8:
			h.line(
				"    %%s%d_%d = memref.subview %s[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], "+
					"offset: 4>>", depth, i, h.ofDevice())
			h.line("    gpu.memset %%s%d_%d, %%x : memref<4xi32, strided<[1], offset: 4>>, i32", depth, i)
		default:
			to, from := h.pick(h.memory), h.pick(h.memory)
			if to != from {
				h.line("    gpu.memcpy %s, %s : %s, %s", to, from, m, m)
			}
		}
	}
}
