package machine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// deviceMap makes a map in shared memory, publishes it in global memory, and stores two boxes by it: between
// the two the map changes.
const deviceMap = `.version 8.7
.target sm_90a
.address_size 64
.shared .align 128 .b8 box[1024];
.shared .align 128 .b8 made[128];
.visible .entry k(.param .u64 maps, .param .u64 data)
.reqntid 32, 1, 1
{
	.reg .pred %p;
	.reg .b32 %t, %a, %b;
	.reg .b64 %m, %d;
	ld.param.u64 %m, [maps];
	ld.param.u64 %d, [data];
	mov.u32 %t, %tid.x;
	shl.b32 %b, %t, 2;
	mov.u32 %a, made;
	add.u32 %a, %a, %b;
	st.shared.u32 [%a], 0;
	mov.u32 %a, box;
	add.u32 %a, %a, %b;
	st.shared.u32 [%a], %t;
	fence.proxy.async.shared::cta;
	bar.sync 0;
	setp.ne.u32 %p, %t, 0;
	@%p bra M;
	mov.u32 %a, made;
	tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%a], %d;
	tensormap.replace.tile.rank.shared::cta.b1024.b32 [%a], 1;
	tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%a], 0, 8;
	tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%a], 1, 4;
	tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%a], 0, 8;
	tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%a], 1, 4;
	tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%a], 0, 64;
	tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%a], 0, 1;
	tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%a], 1, 1;
	tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%a], 2;
	tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%a], 0;
	tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%a], 0;
	tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%a], 0;
M:	bar.sync 0;
	tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%m], [made], 128;
	fence.proxy.tensormap::generic.acquire.gpu [%m], 128;
	bar.sync 0;
	@%p bra N;
	cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%m, {0, 0}], [box];
	cp.async.bulk.commit_group;
	cp.async.bulk.wait_group 0; // first
	tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [made], 0, 4;
N:	bar.sync 0;
	tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%m], [made], 128;
	fence.proxy.tensormap::generic.acquire.gpu [%m], 128; // second
	bar.sync 0;
	@%p bra E;
	cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%m, {0, 0}], [box];
	cp.async.bulk.commit_group;
	cp.async.bulk.wait_group 0;
E:	ret;
}
`

// Maps that a kernel makes are those of its text; one that changes while a copy by it is in flight, or is
// used without a fence of its proxy, is found with both places.
func TestDeviceMaps(t *testing.T) {
	for what, c := range map[string]struct{ old, changed, want string }{
		"right":     {},
		"too early": {"cp.async.bulk.wait_group 0; // first", "", "may still read it"},
		"no fence": {"fence.proxy.tensormap::generic.acquire.gpu [%m], 128; // second", "",
			"an acquire by fence.proxy.tensormap::generic is missing"},
		"no zeros": {"st.shared.u32 [%a], 0;", "st.shared.u32 [%a], 7;", "where other bytes are"},
		"rank 6": {"rank.shared::cta.b1024.b32 [%a], 1;", "rank.shared::cta.b1024.b32 [%a], 5;",
			"has 6 dimensions"},
		"no extent": {"global_dim.shared::cta.b1024.b32 [%a], 1, 4;",
			"global_dim.shared::cta.b1024.b32 [%a], 1, 0;",
			"has the size 0"},
	} {
		k, err := tryCompile("maps.ptx", strings.Replace(deviceMap, c.old, c.changed, 1))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		data := make([]byte, 256)
		r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{32, 1, 1}, Args: []machine.Arg{
				{Buffer: &machine.Buffer{Name: "maps", Data: make([]byte, 128)}},
				{Buffer: &machine.Buffer{Name: "data", Data: data}}}})
		got := fmt.Sprint(err, r.Findings)
		if c.want != "" {
			if !strings.Contains(got, c.want) || !strings.Contains(got, "maps.ptx:") {
				t.Errorf("%s: %s", what, got)
			}
			continue
		}
		if err != nil || len(r.Findings) > 0 {
			t.Fatalf("%s: %s", what, got)
		}
		for row := range 4 {
			want := make([]byte, 64)
			for col := range 8 {
				want[4*col] = byte(8*row + col)
			}
			if !bytes.Equal(data[64*row:64*row+64], want) {
				t.Errorf("row %d is %x", row, data[64*row:64*row+64])
			}
		}
	}
}

// A bulk copy that reduces updates each element.
func TestBulkReduction(t *testing.T) {
	text := storeTile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d], [box], 128;", 128)
	data := make([]byte, 128)
	for i := range 32 {
		data[4*i] = byte(i + 1)
	}
	m := machine.TensorMap{Type: "u32", Dims: []uint64{32}, Box: []uint32{32}}
	if err := launchTile(t, text, m, make([]byte, 128), data); err != nil {
		t.Fatal(err)
	}
	for i := range 32 {
		if data[4*i] != byte(2*i+2) {
			t.Errorf("element %d is %d", i, data[4*i])
		}
	}
	tensor := bytes.Clone(data)
	if err := launchTile(t,
		storeTile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.max.tile.bulk_group "+
			"[%m, {8}], [box];", 128), m, tensor, data); err != nil {
		t.Fatal(err)
	}
	for i := range 32 {
		if want := max(data[4*i], data[4*max(i-8, 0)]); i >= 8 && tensor[4*i] != want {
			t.Errorf("element %d is %d, not %d", i, tensor[4*i], want)
		}
	}
}
