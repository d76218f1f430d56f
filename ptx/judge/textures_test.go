package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

// blur reads an image by a texture and writes another by a surface, both by their handles, for each place
// within bounds; STEP stands for what the first coordinate of the surface is multiplied by.
const blur = `.version 8.0
.target sm_80
.address_size 64
.visible .entry blur(.param .u64 image, .param .u64 result, .param .u32 width, .param .u32 height)
{
	.reg .b32 %x, %y, %n, %m, %b; .reg .f32 %f<9>; .reg .b64 %image, %result; .reg .pred %p;
	ld.param.u64 %image, [image]; ld.param.u64 %result, [result];
	ld.param.u32 %n, [width]; ld.param.u32 %m, [height];
	mov.u32 %x, %ctaid.x; mov.u32 %b, %tid.x; mad.lo.u32 %x, %x, 32, %b;
	mov.u32 %y, %ctaid.y; mov.u32 %b, %tid.y; mad.lo.u32 %y, %y, 8, %b;
	setp.ge.u32 %p, %x, %n; @%p ret; setp.ge.u32 %p, %y, %m; @%p ret;
	tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%image, {%x, %y}];
	add.u32 %b, %x, 1;
	tex.2d.v4.f32.s32 {%f4, %f1, %f2, %f3}, [%image, {%b, %y}];
	add.f32 %f0, %f0, %f4;
	mul.lo.u32 %b, %x, STEP;
	sust.b.2d.b32.trap [SURFACE, {%b, %y}], %f0;
	ret;
}`

// described is a description of the launch of blur for an image of 40 x 10 texels.
const described = `{"name": "blur", "grid": [2, 2], "block": [32, 8], "params": [
	{"texture": {"width": 40, "height": 10, "channels": 1, "format": "f32", "address": ["border"]}},
	{"texture": {"width": 40, "height": 10, "channels": 1, "format": "f32"}}, {"value": 40}, {"value": 10}]}`

// Kernels with textures and surfaces are judged wholly, with and without a description of the arrays.
func TestTextures(t *testing.T) {
	for _, c := range []struct{ step, surface, description, want string }{
		{"4", "%result", "", ""},
		{"4", "%result", described, ""},
		{"0", "%result", "", "ptx-race"}, // where not all texels are the same
		{"1", "%result", "", "ptx-misaligned"},
		{"16", "%result", described, "outside of the surface 'result'"},
		{"0", "%result", described, "ptx-race"},
		{"4", "%image", "", "ptx-race"},
	} {
		o := judge.Options{DynamicShared: -1}
		if c.description != "" {
			list, err := launchfile.Parse(diag.NewFile("blur.json", []byte(c.description)))
			if err != nil {
				t.Fatal(err)
			}
			o.Metadata = list
		}
		text := strings.NewReplacer("STEP", c.step, "SURFACE", c.surface).Replace(blur)
		m, err := judge.Load(diag.NewFile("blur.ptx", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := judge.NewPlan(m, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := judge.Sweep(context.Background(), plan, judge.SweepOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range s.Report.AllDiagnostics() {
			got = append(got, string(d.Code), d.Message)
		}
		if all := strings.Join(got, " "); (c.want == "") != (all == "") || !strings.Contains(all, c.want) {
			t.Errorf("%+v: found %s", c, all)
		}
	}
}

// A description of a texture that no device has is refused with what is wrong.
func TestBadTextures(t *testing.T) {
	for texture, want := range map[string]string{
		`"width": 4, "channels": 3, "format": "f32"`: "has 3 channels; there are 1, " +
			"2 or 4",
		`"width": 4, "channels": 1, "format": "f64"`:  "has channels of 'f64'",
		`"width": -4, "channels": 1, "format": "f32"`: "extents that no device takes",
		`"width": 4, "channels": 1, "format": "f32", "pitch": 8`: "has rows of 16 bytes, and 8 " +
			"from row to row",
		`"width": 4, "channels": 1, "format": "f32", "filter": "cubic"`: "has the filter 'cubic'; it is " +
			"nearest or linear",
		`"width": 4, "channels": 1, "format": "f32", "address": ["round"]`: "has the mode of address 'round'",
		`"width": 4, "channels": 1, "format": "f32", "size": 8`: "needs 16 bytes of its buffer, " +
			"which has 8",
		`"width": 9, "channels": 4, "format": "f32", "height": 268435456`: "bytes; the limit is",
		`"width": 4, "channels": 1, "format": "f32", "address": [1]`: "the metadata are not as " +
			"expected",
		`"channels": 1, "address": ["clamp", "wrap", "wrap", "wrap"]`: "has modes of address for 4 " +
			"dimensions",
	} {
		list, err := launchfile.Parse(diag.NewFile("blur.json", []byte(
			`{"name": "blur", "params": [{"texture": {`+texture+`}}]}`)))
		if err == nil {
			m, loaded := judge.Load(
				diag.NewFile("blur.ptx", []byte(strings.NewReplacer("STEP", "4", "SURFACE",
					"%result").Replace(blur))))
			if loaded != nil {
				t.Fatal(loaded)
			}
			_, err = judge.NewPlan(m, judge.Options{DynamicShared: -1, Metadata: list})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", texture, err, want)
		}
	}
}
