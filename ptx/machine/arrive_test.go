package machine_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A warp that arrives twice at a barrier before the others have left it is wrong, and does not hide what else
// is. One that waits for them is right.
func TestArrivalsBeforeOthersHaveLeft(t *testing.T) {
	const again, race, stuck = "[ptx-arrives-again]", "[ptx-race]", "[ptx-divergent-barrier]"
	// The first warp fills a place for the second one twice.
	pair := func(between, behind string) string {
		const fill = `st.shared.u32 [%s], %t; bar.arrive 1, 64; `
		const empty = `bar.sync 1, 64; ld.shared.u32 %r1, [%s+-128]; `
		return `setp.ge.u32 %p0, %t, 32; @%p0 bra L; ` + fill + between + fill + `bra E; L: ` + empty +
			behind +
			empty + `E:`
	}
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"waits for the others", pair("bar.sync 2, 64;", "bar.arrive 2, 64;"), nil},
		{"does not", pair("", ""), []string{again, race}},
		{"fills another place", pair("add.u32 %s, %s, 256;", "add.u32 %s, %s, 256;"), []string{again}},
		{"the others wait once",
			`setp.ge.u32 %p0, %t, 32; @%p0 bra L; bar.arrive 1, 64; bar.arrive 1, 64; bra E;
L: bar.sync 1, 64; E:`, []string{again}},
		{"makes up for a warp that never comes",
			`setp.ge.u32 %p0, %t, 32; @%p0 bra L; bar.arrive 1, 96; bar.arrive 1, 96; bra E; L: bar.sync 1, 96; E:`,
			[]string{again}},
		{"one arrival for two waits", `setp.ge.u32 %p0, %t, 32; @%p0 bra L; bar.arrive 1, 64; bra E;
L: bar.sync 1, 64; bar.sync 1, 64; E:`, []string{stuck}},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Early} {
			got := findings(t, syncCase{name: c.name, body: c.body}, machine.Extents{1, 1, 1}, mode)
			if len(c.want) == 0 && got != "" {
				t.Errorf("%s, mode %d: got\n%s", c.name, mode, got)
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s, mode %d: got\n%s, want %q", c.name, mode, got, want)
				}
			}
			if strings.Contains(got, race) && c.name != "does not" {
				t.Errorf("%s, mode %d: got a race\n%s", c.name, mode, got)
			}
		}
	}
}
