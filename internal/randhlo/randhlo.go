// Package randhlo makes random modules of HLO: scheduled computations with asynchronous operations.
package randhlo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Module writes a scheduled module of some size: work, gathers, copies to the host and updates in place,
// whose operands are drawn from the last width values. It returns costs as well, a name and microseconds per
// line.
func Module(r *rand.Rand, size, width int) (text, costs string) {
	var b, c strings.Builder
	b.WriteString("HloModule random, is_scheduled=true, num_partitions=8\nENTRY %main {\n" +
		"  %x = f32[8]{0} parameter(0)\n  %i = s32[] parameter(1)\n")
	values, open := []string{"x"}, []string{}
	pick := func() string { return values[len(values)-1-r.IntN(min(width, len(values)))] }
	for n := range size {
		name := fmt.Sprintf("v%d", n)
		fmt.Fprintf(&c, "%s,%d\n", name, 1+r.IntN(20))
		switch k := r.IntN(10); {
		case k < 2:
			fmt.Fprintf(&b, "  %%%s = (f32[8]{0}, f32[8]{0}) all-gather-start(%%%s), dimensions={0}\n", name,
				pick())
			open = append(open, name+" all-gather-done")
		case k == 2:
			fmt.Fprintf(&b, "  %%%s = (f32[8]{0:S(5)}, f32[8]{0}, u32[]) copy-start(%%%s)\n", name, pick())
			open = append(open, name+" copy-done")
		case k < 6 && len(open) > 0:
			i := r.IntN(len(open))
			of, op, _ := strings.Cut(open[i], " ")
			open = slices.Delete(open, i, i+1)
			fmt.Fprintf(&b, "  %%%s = f32[8]{0} %s(%%%s)\n", name, op, of)
			values = append(values, name)
		case k == 6:
			fmt.Fprintf(&b, "  %%%s = f32[8]{0} dynamic-update-slice(%%%s, %%%s, %%i)\n", name, pick(),
				pick())
			values = append(values, name)
		default:
			fmt.Fprintf(&b, "  %%%s = f32[8]{0} add(%%%s, %%%s)\n", name, pick(), pick())
			values = append(values, name)
		}
	}
	for i, o := range open {
		of, op, _ := strings.Cut(o, " ")
		fmt.Fprintf(&b, "  %%e%d = f32[8]{0} %s(%%%s)\n", i, op, of)
		values = append(values, fmt.Sprintf("e%d", i))
	}
	last := values[max(0, len(values)-width):]
	fmt.Fprintf(&b, "  ROOT %%r = (%s) tuple(%%%s)\n}\n",
		strings.TrimSuffix(strings.Repeat("f32[8]{0}, ", len(last)), ", "),
		strings.Join(last, ", %"))
	return b.String(), c.String()
}

// Owned writes a scheduled module like Module, in which an instruction that works in place gets a value that
// nothing reads behind it, as behind XLA's copy insertion. Operations in flight may still read or write that
// memory. With loop there is a loop that carries two values and an operation in flight.
func Owned(r *rand.Rand, size int, loop bool) string {
	o := &owned{r: r}
	head := "HloModule random, is_scheduled=true, num_partitions=8\n\n"
	o.b.WriteString("ENTRY %main {\n  %x = f32[8]{0} parameter(0)\n  %i = s32[] parameter(1)\n")
	o.line("%%c = f32[8]{0} copy(%%x)")
	o.values = []string{"c"}
	o.statements(size)
	if loop {
		o.line("%%tok = token[] after-all()")
		o.line("%%first = (f32[8]{0}, u32[], token[]) recv(%%tok), channel_id=1")
		o.line("%%keep = f32[8]{0} copy(%%x)")
		o.line("%%n = s32[] copy(%%i)")
		const shape = "(s32[], f32[8]{0}, (f32[8]{0}, u32[], token[]))"
		o.line("%%state = %s tuple(%%n, %%keep, %%first)", shape)
		o.line("%%loop = %s while(%%state), condition=%%more, body=%%body", shape)
		o.line("%%last = (f32[8]{0}, u32[], token[]) get-tuple-element(%%loop), index=2")
		o.line("%%end = (f32[8]{0}, token[]) recv-done(%%last), channel_id=1")
		o.line("%%got = f32[8]{0} get-tuple-element(%%end), index=0")
		o.values = append(o.values, "got")
		head += "%more {\n  %p = " + shape + " parameter(0)\n  %n = s32[] get-tuple-element(%p), index=0\n" +
			"  %ten = s32[] constant(10)\n  ROOT %less = pred[] compare(%n, %ten), direction=LT\n}\n\n"
		in := &owned{r: r}
		in.line("%%i = s32[] get-tuple-element(%%p), index=0")
		in.line("%%y = f32[8]{0} get-tuple-element(%%p), index=1")
		in.line("%%sent = (f32[8]{0}, u32[], token[]) get-tuple-element(%%p), index=2")
		in.line("%%b.done = (f32[8]{0}, token[]) recv-done(%%sent), channel_id=1")
		in.line("%%b.got = f32[8]{0} get-tuple-element(%%b.done), index=0")
		in.line("%%b.kept = f32[8]{0} copy(%%b.got)")
		in.line("%%b.tok = token[] after-all()")
		in.line("%%next = (f32[8]{0}, u32[], token[]) recv(%%b.tok), channel_id=1")
		in.values, in.prefix = []string{"b.kept"}, "b."
		in.statements(size / 2)
		in.end()
		in.line("%%new = f32[8]{0} add(%%y, %%%s)", in.pick())
		in.line("%%one = s32[] constant(1)")
		in.line("%%up = s32[] add(%%i, %%one)")
		in.line("ROOT %%out = %s tuple(%%up, %%new, %%next)", shape)
		head += "%body {\n  %p = " + shape + " parameter(0)\n" + in.b.String() + "}\n\n"
	}
	o.statements(size / 2)
	o.end()
	o.line("ROOT %%r = (f32[8]{0}, f32[8]{0}) tuple(%%%s, %%%s)", o.pick(), o.values[0])
	return head + o.b.String() + "}\n"
}

// owned writes the instructions of a computation.
type owned struct {
	r            *rand.Rand
	b            strings.Builder
	prefix       string
	n            int
	values, open []string
}

func (o *owned) line(format string, args ...any) { fmt.Fprintf(&o.b, "  "+format+"\n", args...) }

func (o *owned) pick() string { return o.values[o.r.IntN(len(o.values))] }

func (o *owned) statements(size int) {
	for range size {
		name := fmt.Sprintf("%sv%d", o.prefix, o.n)
		o.n++
		switch k := o.r.IntN(10); {
		case k < 2:
			o.line("%%%s = (f32[8]{0}, f32[8]{0}) all-gather-start(%%%s), dimensions={0}", name, o.pick())
			o.open = append(o.open, name+" all-gather-done")
		case k == 2:
			o.line("%%%s = (f32[8]{0:S(5)}, f32[8]{0}, u32[]) copy-start(%%%s)", name, o.pick())
			o.open = append(o.open, name+" copy-done")
		case k == 3 && len(o.values) > 1:
			i := o.r.IntN(len(o.values))
			into := o.values[i]
			o.values = slices.Delete(o.values, i, i+1)
			o.line("%%%s = f32[8]{0} custom-call(%%%s, %%%s), custom_call_target=\"add\", "+
				"output_to_operand_aliasing={{}: (0, {})}", name, into, o.pick())
			o.values = append(o.values, name)
		case k < 7 && len(o.open) > 0:
			o.done(name, o.r.IntN(len(o.open)))
		default:
			o.line("%%%s = f32[8]{0} add(%%%s, %%%s)", name, o.pick(), o.pick())
			o.values = append(o.values, name)
		}
	}
}

func (o *owned) done(name string, i int) {
	of, op, _ := strings.Cut(o.open[i], " ")
	o.open = slices.Delete(o.open, i, i+1)
	o.line("%%%s = f32[8]{0} %s(%%%s)", name, op, of)
	o.values = append(o.values, name)
}

// end writes the dones that are missing.
func (o *owned) end() {
	for len(o.open) > 0 {
		o.n++
		o.done(fmt.Sprintf("%se%d", o.prefix, o.n), 0)
	}
}
