package machine

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the functions that a kernel calls and does not define: those of the device's runtime library.

// externals are the functions of the runtime library that are executed. A decoder gets the call with its
// arguments in registers, and the register of the result, -1 for none.
var externals = map[string]func(c *compiler, args []int32, result int32){
	"vprintf":      externalPrint,
	"__assertfail": externalAssert,
	"malloc":       externalMalloc,
	"free":         externalFree,
}

// launching are prefixes of functions that launch kernels from kernels, or wait for them.
var launching = []string{"cudaDeviceSynchronize", "cudaLaunchDevice", "cudaGetParameterBuffer",
	"cudaStreamSynchronize", "cudaEventRecord", "cudaStreamCreate", "cudaStreamWaitEvent", "cudaEventCreate",
	"cudaMemcpyAsync", "cudaMemsetAsync", "cudaGetDeviceRuntime", "__cudaCDP", "cudaCDP"}

// external emits a call of a function that the text does not define. Of one that is not known nothing can be
// said; the kernel stops where it is called.
func (c *compiler) external(x call, f *ptx.Function) {
	known := externals[f.Name]
	switch {
	case known == nil && isLaunching(f.Name):
		c.halting("'" + f.Name + "' launches a kernel or waits for one, which is not executed here")
		return
	case known == nil:
		c.halting("'" + f.Name + "' is called, which the text does not define")
		return
	}
	var args []int32
	for _, o := range x.args {
		args = append(args, c.argument(o))
	}
	if len(x.args) != len(f.Params) || len(x.results) != len(f.Returns) {
		c.errs.Add(ptx.BadOperand(x.in.Span, "'%s' has %d parameters and %d results, not %d and %d", f.Name,
			len(f.Params), len(f.Returns), len(x.args), len(x.results)))
		return
	}
	result := int32(-1)
	if len(x.results) == 1 {
		result = c.newRegister()
	}
	known(c, args, result)
	if result >= 0 {
		c.settle(x.results[0], result)
	}
}

func isLaunching(name string) bool {
	for _, prefix := range launching {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// argument returns a register with the value of an argument.
func (c *compiler) argument(o ptx.Operand) int32 {
	v := c.variableOf(o)
	if v == nil {
		return c.source(o, "b64")
	}
	d := c.newRegister()
	x := &transfer{where: c.placeIn(v), registers: []int32{d}, size: min(v.Type.Bits()/8, 8),
		masks: []uint64{maskOf(v.Type.Bits())}, site: c.site()}
	c.emitPlain(x.load)
	return d
}

// settle gives the result of a call to a variable or a register of the caller.
func (c *compiler) settle(o ptx.Operand, from int32) {
	if v := c.variableOf(o); v != nil {
		c.copyTo(v, from)
		return
	}
	c.move(c.result(o), from)
}

// halting emits an operation that ends the execution without a verdict on what comes behind.
func (c *compiler) halting(why string) {
	c.emitPlain(func(w *warp, _ uint32) { w.b.g.halt(why) })
}

// failing emits an operation that stops the launch.
func (c *compiler) failing(code diag.Code, format string, args ...any) {
	c.emitPlain(func(w *warp, mask uint32) {
		w.b.g.fail(code, "%s: "+format, append([]any{w.threads[firstLane(mask)].name()}, args...)...)
	})
}

// externalPrint prints nothing: what a kernel prints is not judged.
func externalPrint(c *compiler, _ []int32, result int32) {
	c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			if result >= 0 {
				w.lanes(result)[l] = 0
			}
		})
	})
}

// externalAssert stops the launch: an assertion does not hold. Its arguments are the texts of the condition
// and the file, a line, the text of the function and the size of a character.
func externalAssert(c *compiler, args []int32, _ int32) {
	c.emitPlain(func(w *warp, mask uint32) {
		l := firstLane(mask)
		d := w.b.g.fail(codeTrap, "%s finds that an assertion does not hold", w.threads[l].name())
		if len(args) < 3 {
			return
		}
		condition, file := w.text(l, w.lanes(args[0])[l]), w.text(l, w.lanes(args[1])[l])
		if condition != "" {
			d.Note(diag.Span{}, "the assertion is '%s' in line %d of %s", condition, w.lanes(args[2])[l],
				file)
		}
	})
}

// text returns the characters at a generic address up to the first zero, "" if none are there.
func (w *warp) text(lane int, addr uint64) string {
	m, at := w.find(lane, genericSpace, addr)
	if m == nil || at >= uint64(len(m.data)) {
		return ""
	}
	rest := string(m.data[at:min(at+1000, uint64(len(m.data)))])
	text, _, _ := strings.Cut(rest, "\x00")
	return text
}
