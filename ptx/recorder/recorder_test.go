package recorder_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/recorder"
)

// build compiles a program, linked with a library if one is given, and the library of the recorder.
func build(t *testing.T) (program, linked, library, driver string) {
	t.Helper()
	cc := tools.RequireAny(t, "clang", "gcc")[0]
	folder := t.TempDir()
	driver = filepath.Join(folder, "libcuda.so.1")
	if err := os.Symlink(fakecuda.Library(t), driver); err != nil {
		t.Fatal(err)
	}
	program, linked = filepath.Join(folder, "program"), filepath.Join(folder, "linked")
	for file, libraries := range map[string][]string{program: nil, linked: {"-Wl,--no-as-needed", driver}} {
		args := append([]string{"-O1", "-Wall", "-o", file, "testdata/program.c"}, libraries...)
		if out, err := tools.Command(t, cc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	library = filepath.Join(folder, "librecorder.so")
	t.Setenv("CC", cc)
	if err := recorder.Build(t.Context(), library); err != nil {
		t.Fatal(err)
	}
	return program, linked, library, driver
}

// A process is recorded in whatever way it comes to the driver, and computes as without the library.
func TestRecord(t *testing.T) {
	program, linked, library, driver := build(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for way, file := range map[string]string{"dlsym": program, "address": program, "linked": linked} {
		t.Run(way, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "launches")
			cmd := tools.Command(t, file, way, "testdata/kernels.ptx")
			cmd.Env = append(recorder.Environment(os.Environ(), library, folder),
				"LD_LIBRARY_PATH="+filepath.Dir(driver), "FAKECUDA_INTERPRETER="+self,
				recorder.DataVariable+"=1000000")
			if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "fine" {
				t.Fatalf("%v\n%s", err, out)
			}
			checkLaunches(t, folder)
		})
	}
}

// checkLaunches compares the descriptions with what the program launched.
func checkLaunches(t *testing.T, folder string) {
	t.Helper()
	launches := map[string]launchfile.Description{}
	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := launchfile.Parse(diag.NewFile(file, content))
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		d := list[0]
		checkModule(t, folder, d.Module)
		key := d.Name
		if len(d.Params) == 3 {
			key += " " + string('0'+rune(binary.LittleEndian.Uint32(d.Params[2].Hex)/10)) +
				contents(t, folder, d)
		}
		launches[key] = d
	}
	if len(launches) != 4 || len(files) != 4 {
		t.Fatalf("%d launches in %v", len(launches), files)
	}
	first, second := launches["scale 2 first"], launches["scale 2 later"]
	for _, d := range []launchfile.Description{first, second} {
		if !reflect.DeepEqual(d.Grid, []int{2, 1, 1}) || !reflect.DeepEqual(d.Block, []int{16, 1, 1}) ||
			d.Cluster != nil || d.DynamicSharedBytes != 0 {
			t.Errorf("%+v", d)
		}
		to, from := d.Params[0], d.Params[1]
		if !to.IsPointer || to.Size != 256 || to.Offset != 0 || from.Offset != 128 ||
			*to.Buffer != *from.Buffer {
			t.Errorf("two pointers into one allocation: %+v, %+v", to, from)
		}
	}
	if d := launches["scale 0 later"]; d.DynamicSharedBytes != 1024 || !d.ProgrammaticDependent ||
		!reflect.DeepEqual(d.Cluster, []int{2, 1, 1}) {
		t.Errorf("a launch with attributes: %+v", d)
	}
	checkMap(t, launches["mapped"])
}

// contents says which of the two states the recorded buffer is in.
func contents(t *testing.T, folder string, d launchfile.Description) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, d.Params[0].Data))
	if err != nil || len(data) != 256 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if math.Float32frombits(binary.LittleEndian.Uint32(data[4:])) == 1 {
		return " first"
	}
	return " later"
}

func checkModule(t *testing.T, folder, module string) {
	t.Helper()
	want, err := os.ReadFile("testdata/kernels.ptx")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, module)); err != nil || string(got) != string(want) {
		t.Errorf("'%s' is not the text that was loaded: %v", module, err)
	}
}

func checkMap(t *testing.T, d launchfile.Description) {
	t.Helper()
	if len(d.Params) != 2 || len(d.Params[0].Fields) != 1 || d.Params[0].Fields[0].TensorMap == nil {
		t.Fatalf("no tensor map: %+v", d)
	}
	m := d.Params[0].Fields[0].TensorMap
	if m.Type != "f32" || !reflect.DeepEqual(m.Dims, []uint64{8, 4}) ||
		!reflect.DeepEqual(m.Strides, []uint64{32}) ||
		!reflect.DeepEqual(m.Box, []uint32{8, 2}) || m.Swizzle != "32B" || m.OutOfBounds != "zero" ||
		*m.Global.Buffer != *d.Params[1].Buffer {
		t.Errorf("%+v", m)
	}
}

// Without a folder the library does nothing; the number of launches and their kernels can be chosen.
func TestChoice(t *testing.T) {
	program, _, library, driver := build(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for setting, want := range map[string]int{
		recorder.FolderVariable + "=":           0,
		recorder.KernelVariable + "=map":        1,
		recorder.LaunchesVariable + "=2":        2,
		recorder.KernelVariable + "=elsewhere":  0,
		recorder.FolderVariable + "=/dev/null/": -1, // says so, and the process goes on
	} {
		folder := filepath.Join(t.TempDir(), "launches")
		cmd := tools.Command(t, program, "dlsym", "testdata/kernels.ptx")
		cmd.Env = append(recorder.Environment(os.Environ(), library, folder), setting,
			"LD_LIBRARY_PATH="+filepath.Dir(driver), "FAKECUDA_INTERPRETER="+self)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "fine") ||
			(want < 0) != strings.Contains(string(out), "cannot be written") {
			t.Errorf("%s: %v\n%s", setting, err, out)
		}
		if files, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(files) != max(want, 0) {
			t.Errorf("%s: %d files, want %d", setting, len(files), want)
		}
	}
}
