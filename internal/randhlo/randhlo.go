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
