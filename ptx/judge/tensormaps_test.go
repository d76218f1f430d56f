package judge_test

import (
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

const ringMaps = `{"name": "ring", "block": [160], "grid": [1], "dynamicSharedBytes": 32768,
	"params": [{}, {}, {}, {"value": 7}], "tensormaps": {
	"mapA": {"dtype": "f32", "dims": [256, 32], "strides": [1024], "box": [32, 32], "swizzle": "128B", "base": "A"},
	"param_1": {"dtype": "f32", "dims": [200, 70], "strides": [1024], "box": [32, 64], "base": "B"},
	"mapC": {"dtype": "u32", "dims": [32, 4], "strides": [128], "box": [32, 4], "base": "C"}}}`

// checkRing judges the ring with a change, where its maps are described or not.
func checkRing(t *testing.T, described bool, old, changed string) *judge.Report {
	t.Helper()
	text, err := os.ReadFile("testdata/tensor_ring.ptx")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("no %s", old)
	}
	m, err := judge.Load(diag.NewFile("ring.ptx", []byte(strings.Replace(string(text), old, changed, 1))))
	if err != nil {
		t.Fatal(err)
	}
	o := judge.Options{DynamicShared: -1}
	if described {
		if o.Metadata, err = launchfile.Parse(diag.NewFile("ring.json", []byte(ringMaps))); err != nil {
			t.Fatal(err)
		}
	} else {
		o.DynamicShared = 32768
		o.Given = []judge.Given{{Key: "n", Number: "7"}}
	}
	plan, err := judge.NewPlan(m, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A ring of copies of tiles is without a hazard, and each of its faults is found, with maps that are
// described and with maps of which nothing is known.
func TestTensorRing(t *testing.T) {
	for _, described := range []bool{true, false} {
		r := checkRing(t, described, "", "")
		if !r.OK() || len(r.NotJudged) > 0 {
			t.Errorf("described is %v: %v %v %v", described, r.Findings, r.NotJudged, r.Assumed)
		}
		assumed := strings.Join(r.Assumed, "; ")
		for _, want := range []string{"'mapA': 2 dimensions, boxes of 4096 bytes",
			"'mapB': 2 dimensions, boxes of 8192 bytes", "'mapC': 2 dimensions"} {
			if strings.Contains(assumed, want) == described {
				t.Errorf("assumed: %s", assumed)
			}
		}
		for what, c := range map[string][2]string{
			"the bytes of one box":   {"12288", "4096"},
			"no fence before store":  {"fence.proxy.async.shared::cta; // of the store", ""},
			"no wait for reads":      {"cp.async.bulk.wait_group.read 0;", ""},
			"no barrier behind wait": {"DONE:\n\tbar.sync 1, 128;", "DONE:"},
			"no wait for full":       {"@!%p5 bra WF;", ""},
			"no wait for empty":      {"@!%p5 bra WE;", ""},
			"arrivals too few":       {"[%r5], 128", "[%r5], 127"},
		} {
			if what == "the bytes of one box" && !described {
				continue // nothing says how large boxes are but these bytes
			}
			if r := checkRing(t, described, c[0], c[1]); r.OK() {
				t.Errorf("described is %v: %s is not found", described, what)
			}
		}
	}
}

// Maps that no driver makes are refused in front of the launch.
func TestHostileMaps(t *testing.T) {
	text, err := os.ReadFile("testdata/tensor_ring.ptx")
	if err != nil {
		t.Fatal(err)
	}
	m, err := judge.Load(diag.NewFile("ring.ptx", text))
	if err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{
		`"dtype": "f32", "dims": [], "box": []`:                                                    "has 0 dimensions",
		`"dtype": "f32", "dims": [1,1,1,1,1,1], "strides": [16,16,16,16,16], "box": [4,1,1,1,1,1]`: "has 6 dimensions",
		`"dtype": "f32", "dims": [4, 0], "strides": [16], "box": [4, 1]`:                           "has the size 0",
		`"dtype": "f32", "dims": [4, 4], "strides": [20], "box": [4, 1]`:                           "stride of 20 bytes",
		`"dtype": "f32", "dims": [4, 4], "strides": [16], "box": [4, 257]`:                         "boxes of 257 elements",
		`"dtype": "f32", "dims": [4, 4], "strides": [16], "box": [64, 1], "swizzle": "128B"`:       "a swizzle of 128",
		`"dtype": "f32", "dims": [4, 4], "strides": [16], "box": [3, 1]`:                           "rows of 12 bytes",
		`"dtype": "f128", "dims": [4], "strides": [], "box": [4]`:                                  "elements of 'f128'",
		`"dtype": "u8", "dims": [16], "strides": [], "box": [16], "oob": "nan"`:                    "fills with NaN",
		`"dtype": "u8", "dims": [16, 2], "strides": [16], "box": [16, 1], "interleave": "16B"`:     "it needs 3",
		`"dtype": "u8", "dims": [16], "strides": [], "box": [16], "swizzle": "12B"`:                "the swizzle '12B'",
	} {
		list, err := launchfile.Parse(diag.NewFile("ring.json",
			[]byte(`{"name": "ring", "tensormaps": {"mapA": {`+content+`}}}`)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = judge.NewPlan(m, judge.Options{DynamicShared: -1, Metadata: list})
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "ring.ptx:7:") {
			t.Errorf("%s: %v", content, err)
		}
	}
}

// A ring of copies of tiles is right for all n, with maps that are described and with maps of which nothing
// is known; nothing is claimed where the copies read a tensor that the launch writes, or where a fault shows
// with many trips alone.
func TestTensorRingForAll(t *testing.T) {
	content, err := os.ReadFile("testdata/tensor_ring.ptx")
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	described := strings.Replace(ringMaps, `{"value": 7}`, `{}`, 1)
	for _, c := range []struct {
		name, maps, text string
		want             bool
	}{
		{"maps that are described", described, text, true},
		{"maps of which nothing is known", "", text, true},
		{"the tensor that is read is written", strings.Replace(described, `"base": "C"`, `"base": "A"`, 1),
			text,
			false},
		{"the coordinates are those of the store", described,
			strings.Replace(text, "[%rd3, {0, 0}]", "[%rd3, {0, %r10}]", 1), false},
		{"the thirtieth slot is not waited for", "", strings.Replace(text, "@!%p5 bra WF;",
			"setp.eq.u32 %p6, %r10, 30;\n\t@%p6 bra PAST;\n\t@!%p5 bra WF;\nPAST:", 1), false},
	} {
		o := judge.Options{DynamicShared: 32768}
		if c.maps != "" {
			if o.Metadata, err = launchfile.Parse(diag.NewFile("ring.json", []byte(c.maps))); err != nil {
				t.Fatal(err)
			}
		}
		s := study(t, c.text, o)
		if got := strings.Contains(verdictOf(t, s), "right for all n"); got != c.want {
			t.Errorf("%s: right for all n is %v: %s", c.name, got, verdictOf(t, s))
		}
	}
}
