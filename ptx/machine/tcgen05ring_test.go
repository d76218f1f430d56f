package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// ringText multiplies tiles that lie one behind the other: warp 1 copies them to a ring of two slots, warp 0
// multiplies and lets each commit release a slot, and all warps store the sum. Tile i is 128 rows of A of 32
// bytes, and 32 columns of B, without a pattern.
const ringText = `.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in, .param .u32 n)
{
	.reg .pred %p<6>; .reg .b32 %t, %w, %s, %i, %slot, %phase, %n, %ta, %tm, %at, %r<32>; .reg .b64 %out, %in, %y, %da, %db, %base;
	.shared .align 1024 .b8 mem[10240]; .shared .align 8 .b64 full[2]; .shared .align 8 .b64 empty[2];
	.shared .align 8 .b64 done; .shared .align 4 .b32 place;
	ld.param.u64 %out, [out]; ld.param.u64 %in, [in]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x; shr.u32 %w, %t, 5;
	setp.ne.u32 %p0, %t, 0; @%p0 bra ALLOC;
	mbarrier.init.shared.b64 [full], 1; mbarrier.init.shared.b64 [full+8], 1;
	mbarrier.init.shared.b64 [empty], 1; mbarrier.init.shared.b64 [empty+8], 1; mbarrier.init.shared.b64 [done], 1;
	fence.mbarrier_init.release.cluster;
ALLOC:
	setp.ne.u32 %p1, %w, 0; @%p1 bra READY;
	tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 32;
READY:
	bar.sync 0;
	ld.shared.u32 %ta, [place]; mov.u32 %i, 0; mov.u32 %slot, 0; mov.u32 %phase, 0;
	setp.eq.u32 %p2, %t, 32; @!%p2 bra MULTIPLY;
COPY:
	mov.u32 %at, empty; mad.lo.u32 %at, %slot, 8, %at; xor.b32 %s, %phase, 1;
FREE:
	mbarrier.try_wait.parity.shared::cta.b64 %p3, [%at], %s; // wait empty
	@!%p3 bra FREE;
	mov.u32 %at, full; mad.lo.u32 %at, %slot, 8, %at;
	mbarrier.arrive.expect_tx.shared::cta.b64 _, [%at], 5120;
	mov.u32 %s, mem; mad.lo.u32 %s, %slot, 5120, %s; mul.wide.u32 %y, %i, 5120; add.u64 %y, %in, %y;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s], [%y], 5120, [%at];
	xor.b32 %slot, %slot, 1; setp.eq.u32 %p3, %slot, 0; @%p3 xor.b32 %phase, %phase, 1;
	add.u32 %i, %i, 1; setp.lt.u32 %p3, %i, %n; @%p3 bra COPY;
	bra STORE;
MULTIPLY:
	@%p0 bra STORE;
	mov.u32 %s, mem; shr.u32 %s, %s, 4; 
	mov.u64 %da, 16; shl.b64 %da, %da, 32; mov.u64 %db, 8; shl.b64 %db, %db, 16; or.b64 %da, %da, %db;
	mov.u64 %db, 1; shl.b64 %db, %db, 46; or.b64 %base, %da, %db; cvt.u64.u32 %y, %s; or.b64 %base, %base, %y;
	setp.ne.u32 %p4, 0, 0;
NEXT:
	mov.u32 %at, full; mad.lo.u32 %at, %slot, 8, %at;
FILLED:
	mbarrier.try_wait.parity.shared::cta.b64 %p3, [%at], %phase; // wait full
	@!%p3 bra FILLED;
	mul.wide.u32 %y, %slot, 320; add.u64 %da, %base, %y; add.u64 %db, %da, 256;
	tcgen05.mma.cta_group::1.kind::f16 [%ta], %da, %db, 0x8080010, %p4;
	setp.eq.u32 %p4, 0, 0;
	mov.u32 %at, empty; mad.lo.u32 %at, %slot, 8, %at;
	tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%at]; // commit empty
	xor.b32 %slot, %slot, 1; setp.eq.u32 %p3, %slot, 0; @%p3 xor.b32 %phase, %phase, 1;
	add.u32 %i, %i, 1; setp.lt.u32 %p3, %i, %n; @%p3 bra NEXT;
	tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done]; // commit done
STORE:
	mbarrier.try_wait.parity.shared::cta.b64 %p3, [done], 0; // wait done
	@!%p3 bra STORE;
	tcgen05.fence::after_thread_sync;
	bar.warp.sync -1;
	shl.b32 %tm, %w, 21; add.u32 %tm, %ta, %tm;
	tcgen05.ld.sync.aligned.32x32b.x32.b32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}, [%tm];
	tcgen05.wait::ld.sync.aligned;
	mul.wide.u32 %y, %t, 128; add.u64 %out, %out, %y;
	STORES
	bar.sync 0;
	@%p1 bra END;
	tcgen05.dealloc.cta_group::1.sync.aligned.b32 %ta, 32;
END:
	ret;
}
`

// ringKernel is ringText with its stores.
func ringKernel() string {
	var b strings.Builder
	for i := range 32 {
		fmt.Fprintf(&b, "st.global.b32 [%%out+%d], %%r%d;\n\t", 4*i, i)
	}
	return strings.Replace(ringText, "\tSTORES\n", "\t"+b.String()+"\n", 1)
}

// A ring of copies and products is right whatever the number of tiles, and computes what the sum says.
func TestTensorRing(t *testing.T) {
	x := &tensorCase{bits: 16}
	r := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{1, 2, 3, 5} {
		for mode := range machine.Mode(3) {
			in, out := make([]byte, 5120*n), make([]byte, 128*32*4)
			var want [128][32]float64
			for tile := range n {
				x.k = 16
				a, b := x.values(r, 128), x.values(r, 32)
				memory := in[5120*tile:]
				for row := range a {
					for k, v := range a[row] {
						x.put(memory, row, k, ir.EncodeFloat(ir.F16, v))
						for column := range b {
							want[row][column] += v * b[column][k]
						}
					}
				}
				for row := range b {
					for k, v := range b[row] {
						x.put(memory[4096:], row, k, ir.EncodeFloat(ir.F16, v))
					}
				}
			}
			if text := x.launchRing(t, ringKernel(), in, out, n, mode); text != "" {
				t.Fatalf("%d tiles, mode %d: %s", n, mode, text)
			}
			for row := range 128 {
				for column := range 32 {
					got := math.Float32frombits(binary.LittleEndian.Uint32(out[4*(32*row+column):]))
					if float64(got) != want[row][column] {
						t.Fatalf("%d tiles, row %d, column %d: %g, expected %g", n, row, column, got,
							want[row][column])
					}
				}
			}
		}
	}
}

// Each instruction that orders, taken out of the ring, is missed.
func TestTensorRingMutations(t *testing.T) {
	x := &tensorCase{bits: 16}
	for _, lost := range []string{
		"@!%p3 bra FREE;", "@!%p3 bra FILLED;", "@!%p3 bra STORE;",
		"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%at]; // commit empty",
		"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done]; // commit done",
		"tcgen05.fence::after_thread_sync;", "tcgen05.wait::ld.sync.aligned;",
		"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%at], 5120;",
		"bar.sync 0;\n\t@%p1 bra END;", "bar.sync 0;\n\tld.shared",
		"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %ta, 32;",
	} {
		keep := ""
		switch {
		case strings.HasSuffix(lost, "END;"):
			keep = "@%p1 bra END;"
		case strings.HasSuffix(lost, "ld.shared"):
			keep = "ld.shared"
		}
		text := strings.Replace(ringKernel(), lost, keep, 1)
		if text == ringKernel() {
			t.Errorf("%q does not stand in the kernel", lost)
			continue
		}
		if got := x.launchRing(t, text, make([]byte, 5*5120), make([]byte, 128*32*4), 5,
			machine.Late); got == "" {
			t.Errorf("nothing is said of the ring without %q", lost)
		}
	}
}
