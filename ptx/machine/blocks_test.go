package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// waitText is a kernel whose body gets %t, the thread, %b, the block, %n, the number of blocks, and %out and
// %flag, 4096 bytes of global memory each, all 0; 64 bytes of shared memory, mem, are free.
const waitText = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 flag)
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%b, %%n, %%r<12>; .reg .b64 %%out, %%flag, %%y<4>;
	.shared .align 16 .b8 mem[64];
	ld.param.u64 %%out, [out]; ld.param.u64 %%flag, [flag];
	mov.u32 %%t, %%tid.x; mov.u32 %%b, %%ctaid.x; mov.u32 %%n, %%nctaid.x;
	setp.eq.u32 %%p0, %%t, 0; setp.eq.u32 %%p1, %%b, 0;
	%s
	ret;
}
`

// The parts of the bodies.
const (
	// gridBarrier lets thread 0 of each block count itself and wait for the others, by atomics.
	gridBarrier = `bar.sync 0; @!%p0 bra DONE; membar.gl; atom.global.add.u32 %r0, [%flag], 1;
SPIN: atom.global.add.u32 %r0, [%flag], 0; setp.lt.u32 %p2, %r0, %n; @%p2 bra SPIN; membar.gl; DONE: bar.sync 0; `
	// neighbour reads what the next block has written, in its own words of 128 bytes.
	neighbour = `mul.lo.u32 %r1, %b, 32; add.u32 %r1, %r1, %t; mul.wide.u32 %y0, %r1, 4; add.u64 %y0, %out, %y0;
st.global.u32 [%y0], %r1; ` + gridBarrier +
		`add.u32 %r2, %r1, 32; mul.lo.u32 %r3, %n, 32; rem.u32 %r2, %r2, %r3;
mul.wide.u32 %y1, %r2, 4; add.u64 %y1, %out, %y1; ld.global.u32 %r4, [%y1]; st.global.u32 [%y0+2048], %r4;`
	// lock takes the word at flag, adds 1 to the one at out, and gives it back.
	lock = `LOCK: atom.acquire.gpu.global.cas.b32 %r0, [%flag], 0, 1; setp.ne.u32 %p2, %r0, 0; @%p2 bra LOCK;
ld.global.u32 %r1, [%out]; add.u32 %r1, %r1, 1; st.global.u32 [%out], %r1; atom.release.gpu.global.exch.b32 %r0, [%flag], 0; `
	produce = `st.global.u32 [%out], 7; st.release.gpu.global.u32 [%flag], 1; `
	consume = `WAIT: ld.acquire.gpu.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra WAIT;
ld.global.u32 %r1, [%out]; st.global.u32 [%out+4], %r1; `
)

// only lets thread 0 of the blocks for which p1 is as it says execute a body.
func only(first bool, name, body string) string {
	other := "@%p1"
	if first {
		other = "@!%p1"
	}
	return other + " bra " + name + "; @!%p0 bra " + name + "; " + body + name + ": "
}

// A waitCase is a kernel whose threads wait for each other, in blocks of a warp or more.
type waitCase struct {
	name, body     string
	blocks, thread int
	// words are words of out that it must leave, by number.
	words map[int]uint32
	// want is part of what goes wrong, "" if nothing does.
	want string
}

var waitCases = []waitCase{
	{"a barrier of two blocks", neighbour, 2, 32, map[int]uint32{512: 32, 512 + 63: 31}, ""},
	{"a barrier of nine blocks", neighbour, 9, 32, map[int]uint32{512: 32, 512 + 287: 31}, ""},
	{"producer and consumer", only(true, "A", produce) + only(false, "B", consume), 2, 32,
		map[int]uint32{1: 7}, ""},
	{"consumer and producer", only(true, "A", consume) + only(false, "B", produce), 2, 32,
		map[int]uint32{1: 7}, ""},
	{"a spin that sleeps",
		only(true, "A", strings.Replace(consume, "WAIT: ", "WAIT: nanosleep.u32 100; ", 1)) +
			only(false, "B", produce), 2, 32, map[int]uint32{1: 7}, ""},
	{"a spin of a block with a barrier in each lap", `@!%p1 bra B;
WAIT: @%p0 ld.volatile.global.u32 %r0, [%flag]; @%p0 st.shared.u32 [mem], %r0; bar.sync 0; ld.shared.u32 %r0, [mem]; bar.sync 0;
setp.eq.u32 %p2, %r0, 0; @%p2 bra WAIT; @%p0 st.global.u32 [%out], %r0; bra C; B: @%p0 st.volatile.global.u32 [%flag], 9; C:`,
		2, 96, map[int]uint32{0: 9}, ""},
	{"an elected lane that reads for the others", `@!%p1 bra B;
WAIT: @!%p0 bra SKIP; ld.volatile.global.u32 %r0, [%flag]; SKIP: shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;
setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT; @%p0 st.global.u32 [%out], %r1; bra C; B: @%p0 st.volatile.global.u32 [%flag], 9; C:`,
		2, 32, map[int]uint32{0: 9}, ""},
	{"tries that are counted", only(true, "A", `mov.u32 %r2, 0;
TRY: add.u32 %r2, %r2, 1; setp.gt.u32 %p3, %r2, 100000; @%p3 trap; ld.volatile.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra TRY;
st.global.u32 [%out], %r0; `) + only(false, "B", produce), 2, 32, map[int]uint32{0: 1}, ""},
	{"tries that are counted in local memory",
		only(true, "A", `.local .align 8 .b32 tries; mov.u32 %r2, 0; st.local.u32 [tries], %r2;
TRY: ld.local.u32 %r2, [tries]; add.u32 %r2, %r2, 1; st.local.u32 [tries], %r2; ld.volatile.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra TRY;
st.global.u32 [%out], %r0; `) + only(false, "B", produce), 2, 32, map[int]uint32{0: 1}, ""},
	{"tries that give up", only(true, "A", `mov.u32 %r2, 0;
TRY: add.u32 %r2, %r2, 1; setp.gt.u32 %p3, %r2, 30000; @%p3 bra A; ld.volatile.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra TRY; `),
		2, 32, nil, ""},
	{"a wait for a time", only(true, "A", `mov.u64 %y0, %globaltimer;
TRY: mov.u64 %y1, %globaltimer; sub.u64 %y1, %y1, %y0; setp.lt.u64 %p2, %y1, 1000000000000; @%p2 bra TRY; st.global.u32 [%out], 1; `),
		2, 32, map[int]uint32{0: 1}, ""},
	{"a lock that lanes of a warp take", lock, 1, 32, map[int]uint32{0: 32}, ""},
	{"a lock that lanes of warps and blocks take", lock + "bar.sync 0;", 3, 64, map[int]uint32{0: 192}, ""},
	{"a lock in the manner of one branch",
		`mov.u32 %r3, 0; AGAIN: atom.acquire.gpu.global.cas.b32 %r0, [%flag], 0, 1;
setp.ne.u32 %p2, %r0, 0; @%p2 bra NOT; ld.global.u32 %r1, [%out]; add.u32 %r1, %r1, 1; st.global.u32 [%out], %r1;
atom.release.gpu.global.exch.b32 %r0, [%flag], 0; mov.u32 %r3, 1; NOT: setp.eq.u32 %p3, %r3, 0; @%p3 bra AGAIN;`,
		2, 64, map[int]uint32{0: 128}, ""},
	{"a lock with counted tries",
		`mov.u32 %r3, 0; ` + strings.Replace(lock, "LOCK: ", "LOCK: add.u32 %r3, %r3, 1; ", 1),
		1, 32, map[int]uint32{0: 32}, ""},
	{"a lane that waits for another one",
		`setp.gt.u32 %p1, %t, 0; @%p1 bra B; ` + produce + `bra C; B: ` + consume + `C:`,
		1, 2, map[int]uint32{1: 7}, ""},
	{"a lane that waits for one that goes on",
		`@%p0 bra B; ` + produce + `bra C; B: ` + consume +
			`C: bar.warp.sync -1; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; @!%p0 st.global.u32 [%out+8], %r2;`,
		1, 2, map[int]uint32{1: 7, 2: 7}, ""},
	{"a lane that waits for the phase of another one",
		`mbarrier.init.shared.b64 [mem], 1; bar.warp.sync -1; @!%p0 bra B;
W: mbarrier.try_wait.parity.shared.b64 %p2, [mem], 0; @!%p2 bra W; st.global.u32 [%out], 5; bra C; B: mbarrier.arrive.shared.b64 %y1, [mem]; C:`,
		1, 2, map[int]uint32{0: 5}, ""},
	{"lanes that meet at a barrier behind a lock",
		lock + `bar.sync 0; @%p0 ld.global.u32 %r1, [%out]; @%p0 st.global.u32 [%out+4], %r1;`,
		1, 96, map[int]uint32{1: 96}, ""},

	{"two blocks that wait for each other",
		`@!%p0 bra C; add.u32 %r1, %b, 1; and.b32 %r1, %r1, 1; mul.wide.u32 %y0, %b, 4; add.u64 %y0, %flag, %y0;
mul.wide.u32 %y1, %r1, 4; add.u64 %y1, %flag, %y1; WAIT: ld.acquire.gpu.global.u32 %r0, [%y1]; setp.eq.u32 %p2, %r0, 0; @%p2 bra WAIT;
st.release.gpu.global.u32 [%y0], 1; C: bar.sync 0;`, 2, 64, nil,
		"thread (0, 0, 0) of block (0, 0, 0) waits here until bytes 4 to 7 of 'flag' change, and nobody " +
			"changes them: " +
			"all that have not ended wait [ptx-deadlock]"},
	{"a barrier of more blocks than there are", `add.u32 %n, %n, 1; ` + neighbour, 2, 32, nil,
		"until bytes 0 to 3 of 'flag' change, and nobody changes them"},
	{"a spin with barriers that nobody ends",
		`WAIT: ld.volatile.global.u32 %r0, [%flag]; bar.sync 0; setp.eq.u32 %p2, %r0, 0; @%p2 bra WAIT;`,
		2, 96, nil, "bytes 0 to 3 of 'flag' change, and nobody changes them"},
	{"a spin with sleep that nobody ends",
		`WAIT: nanosleep.u32 20; ld.volatile.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra WAIT;`,
		2, 64, nil, "[ptx-deadlock]"},
	{"a lock taken twice",
		`@!%p0 bra C; ` + lock +
			strings.ReplaceAll(strings.Replace(lock, "exch.b32 %r0, [%flag], 0", "exch.b32 %r0, [%flag], 1",
				1), "LOCK", "L1") +
			strings.ReplaceAll(lock, "LOCK", "L2") + `C:`, 1, 32, nil, "[ptx-deadlock]"},
	{"a barrier in one path and a lane that spins in the other", `@%p0 bra B; bar.sync 0; bra C;
B: ld.volatile.global.u32 %r0, [%flag]; setp.eq.u32 %p2, %r0, 0; @%p2 bra B; C:`, 1, 32, nil,
		"[ptx-deadlock]"},
	{"counting what it did in vain", `L: atom.global.add.u32 %r0, [%flag], 1; bra L;`, 1, 1, nil,
		"[ptx-step-limit]"},
}

// launchWait launches a case and returns what went wrong, with the words of out and how much was executed.
func launchWait(t *testing.T, c waitCase, mode machine.Mode, seed uint64) (string, []byte, int64) {
	t.Helper()
	k := compile(t, c.name, fmt.Sprintf(waitText, c.body))
	out := make([]byte, 4096)
	r, err := machine.Launch(context.Background(), k, machine.Config{
		Grid: machine.Extents{c.blocks, 1, 1}, Block: machine.Extents{c.thread, 1, 1}, Mode: mode, Seed: seed,
		Steps: 1e6, NoHazards: true, Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}},
			{Buffer: &machine.Buffer{Name: "flag", Data: make([]byte, 4096)}}},
	})
	var all strings.Builder
	if err := (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	return all.String(), out, r.Steps
}

// Threads that wait for each other in loops get their turn, whether they are of one warp, of one block or of
// several, and a standstill is found as such, in every mode.
func TestWaits(t *testing.T) {
	for _, c := range waitCases {
		for _, m := range modes {
			got, out, _ := launchWait(t, c, m.mode, m.seed)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) &&
				(m.mode != machine.Random || got == "") {
				t.Errorf("%s, mode %d: got\n%s, want %q", c.name, m.mode, got, c.want)
			}
			for n, want := range c.words {
				if word := binary.LittleEndian.Uint32(out[4*n:]); got == "" && word != want {
					t.Errorf("%s, mode %d: word %d is %d, want %d", c.name, m.mode, n, word, want)
				}
			}
		}
	}
}

// What one block writes before a barrier of the grid, and another one reads behind it, is ordered.
func TestGridBarrierOrders(t *testing.T) {
	k := compile(t, "grid barrier", fmt.Sprintf(waitText, neighbour))
	for _, m := range modes {
		launch(t, k, machine.Config{Grid: machine.Extents{5, 1, 1}, Block: machine.Extents{32, 1, 1},
			Mode: m.mode,
			Seed: m.seed, Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 4096)}},
				{Buffer: &machine.Buffer{Data: make([]byte, 4096)}}}})
	}
}

// A spin on another block is not executed: how long it lasts costs nothing.
func TestSpinIsNotExecuted(t *testing.T) {
	late := only(true, "A", consume) + only(false, "B", `mov.u32 %r2, 0;
LONG: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 100000; @%p3 bra LONG; `+produce)
	got, _, steps := launchWait(t, waitCase{name: "late", body: late, blocks: 2, thread: 32}, machine.Late, 0)
	if got != "" || steps > 301000 {
		t.Errorf("%s%d instructions, of which the producer has 300000", got, steps)
	}
}

// matrixSpin waits until a word of shared memory is set, by LOAD.
const matrixSpin = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
	.reg .b32 %t, %a, %r<8>; .reg .pred %p; .shared .align 128 .b8 mem[2048];
	mov.u32 %t, %tid.x; mov.u32 %a, mem; shl.b32 %r0, %t, 2; add.u32 %r0, %r0, %a; st.shared.u32 [%r0], 0;
	st.shared.u32 [%r0+256], 0; bar.sync 0;
	setp.ge.u32 %p, %t, 32; @%p bra W;
L:	LOAD
	setp.eq.u32 %p, %r1, 0; @%p bra L; ret;
W:	SET ret;
}`

// A spin on what ldmatrix or wmma.load reads is recognized: it goes on when the memory changes, and is a
// deadlock if it never does.
func TestSpinOnMatrices(t *testing.T) {
	for _, load := range []string{"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [mem];",
		"wmma.load.a.sync.aligned.row.m8n32k16.shared.s8 {%r1}, [mem];"} {
		for set, want := range map[string]string{"st.shared.u32 [%r0-128], 0x01010101;": "",
			"": "ptx-deadlock"} {
			k := compile(t, "spin", strings.NewReplacer("LOAD", load, "SET", set).Replace(matrixSpin))
			r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
				Block: machine.Extents{64, 1, 1}, NoHazards: true, Steps: 3000})
			if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: %v after %d steps", load, set, err, r.Steps)
			}
		}
	}
}
