package launchfile_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

func TestBeside(t *testing.T) {
	dir := t.TempDir()
	if list, err := launchfile.Beside(filepath.Join(dir, "k.ptx")); list != nil || err != nil {
		t.Errorf("without a file: %v, %v", list, err)
	}
	for content, want := range map[string]string{
		`{"name": "a"}`:                           "",
		`{"kernels": [{"name": "a"}]}`:            "",
		`[{"name": "a"}]`:                         "",
		`{"name": 3}`:                             "k.json:1:10: error: the metadata are not as expected",
		`{`:                                       "the metadata are not as expected",
		`{"name": "a", "block": [0]}`:             "'a' has a block of [0]",
		`{"name": "a", "grid": [1, 2, 3, 4]}`:     "'a' has a grid of [1 2 3 4]",
		`{"name": "a", "cluster": [-1]}`:          "'a' has a cluster of [-1]",
		`{"name": "a", "dynamicSharedBytes": -1}`: "-1 bytes of dynamic shared memory",
		`{"name": "a", "params": [{"bytes": 2, "hex": "010203"}]}`: "3 bytes of hexadecimal digits; it has 2",
		`{"name": "a", "params": [{"hex": "0"}]}`:                  "the metadata are not as expected",
		`{"name": "a", "params": [{"bytes": 8, "fields": [{"at": 4, "pointer": true}]}]}`: "a field at byte 4; " +
			"it has 8 bytes",
		`{"name": "a", "params": [{"pointer": true, "size": 4, "offset": 8}]}`: "a pointer to byte 8 of 4",
	} {
		if err := os.WriteFile(filepath.Join(dir, "k.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := launchfile.Beside(filepath.Join(dir, "k.ptx"))
		switch {
		case want == "" && (err != nil || len(list) != 1 || list[0].Name != "a"):
			t.Errorf("%s: %v, %v", content, list, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want %s", content, err, want)
		}
	}
}

// parse reads the description of one kernel.
func parse(t *testing.T, text string) launchfile.Description {
	t.Helper()
	list, err := launchfile.Parse(diag.NewFile("k.json", []byte(text)))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0]
}

// What Triton writes is a launch of so many warps; all of its shared memory is dynamic.
func TestTriton(t *testing.T) {
	d := parse(t, `{"hash": "abc", "target": {"backend": "cuda", "arch": 90, "warp_size": 32}, "num_warps": 8,
		"num_ctas": 1, "num_stages": 3, "cluster_dims": [2, 1, 1], "shared": 98304, "launch_pdl": true,
		"name": "matmul", "global_scratch_size": 0}`)
	if d.Name != "matmul" || !reflect.DeepEqual(d.Block, []int{256}) || d.DynamicSharedBytes != 98304 ||
		!reflect.DeepEqual(d.Cluster, []int{2, 1, 1}) || !d.ProgrammaticDependent || d.Cooperative ||
		d.Grid != nil {
		t.Errorf("%+v", d)
	}
}

// Parameters are found by their place; one with a name is that of the name wherever it stands.
func TestParam(t *testing.T) {
	d := parse(t, `{"name": "a", "params": [{"name": "n", "value": 7}, {"bytes": 4, "hex": "05000000"},
		{"pointer": true, "buffer": 1, "offset": 16, "size": 64, "data": "b.bin"}]}`)
	if p := d.Param("n", 5); p.Value == nil || *p.Value != 7 {
		t.Errorf("n: %+v", p)
	}
	if p := d.Param("x", 0); p.Value != nil {
		t.Errorf("a parameter with another name: %+v", p)
	}
	if p := d.Param("x", 1); len(p.Hex) != 4 || p.Hex[0] != 5 {
		t.Errorf("bytes: %+v", p)
	}
	if p := d.Param("p", 2); !p.IsPointer || *p.Buffer != 1 || p.Offset != 16 || p.Size != 64 ||
		p.Data != "b.bin" {
		t.Errorf("a pointer: %+v", p)
	}
	if p := d.Param("q", 3); p.IsPointer || p.Bytes != 0 {
		t.Errorf("behind the last: %+v", p)
	}
}
