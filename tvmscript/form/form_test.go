package form_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// Every data type comes back from the type of the IR, but for the sign.
func TestDtypes(t *testing.T) {
	c := all.NewContext()
	for _, name := range []string{
		"int8", "int16", "int32", "int64", "float16", "float32", "float64", "bfloat16", "bool", "float16x8",
		"int8x4",
		"boolx4", "float8_e4m3fn", "float8_e5m2x4",
	} {
		d, ok := form.ParseDtype(name)
		if !ok || d.String() != name {
			t.Errorf("%s is read as %v, %v", name, d, ok)
		}
		if back, ok := form.DtypeOf(d.Type(c)); !ok || back != d {
			t.Errorf("%s comes back as %v, %v", name, back, ok)
		}
	}
	for _, name := range []string{"int", "float8", "float33", "int32x", "int32x0", "handlex2", "x4",
		"string"} {
		if d, ok := form.ParseDtype(name); ok {
			t.Errorf("%q is read as %v", name, d)
		}
	}
}

func TestScopesAndThreads(t *testing.T) {
	c := all.NewContext()
	for _, scope := range []string{"global", "shared", "shared.dyn", "local", "warp", "wmma.matrix_a"} {
		if back, ok := form.Scope(form.SpaceAttr(c, scope)); !ok || back != scope {
			t.Errorf("%s comes back as %q, %v", scope, back, ok)
		}
	}
	for _, tag := range []string{"threadIdx.x", "threadIdx.z", "blockIdx.y", "vthread.x", "vthread"} {
		a, ok := form.Mapping(c, tag)
		if !ok {
			t.Fatalf("%s is no thread tag", tag)
		}
		if back, ok := form.ThreadTag(a); !ok || back != tag {
			t.Errorf("%s comes back as %q, %v", tag, back, ok)
		}
	}
	if _, ok := form.Mapping(c, "threadIdx.w"); ok {
		t.Error("threadIdx.w is taken for a thread tag")
	}
}

// Every annotation that has a meaning elsewhere has a sentence that says what becomes of it, whatever it is
// called.
func TestAnnotations(t *testing.T) {
	for key, a := range form.Annotations {
		if !strings.HasSuffix(a.Why, ".") || a.Use > form.Inert {
			t.Errorf("%s: %d, %q", key, a.Use, a.Why)
		}
	}
	for key, want := range map[string]form.Use{
		"num_stages": form.Unused, "tirx.script_parsing_detect_access": form.Inert,
		"tir.layout_transforms":   form.Inert,
		"software_pipeline_stage": form.Used, "double_buffer_scope": form.Used,
	} {
		if a, ok := form.AnnotationOf(key); !ok || a.Use != want {
			t.Errorf("%s is %v, %v", key, a, ok)
		}
	}
	if a, ok := form.AnnotationOf("my_own"); ok {
		t.Errorf("my_own is %v", a)
	}
}
