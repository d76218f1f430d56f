package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A description of a launch is given in the place of the kernel, beside it, or by a flag.
func TestDescribedLaunch(t *testing.T) {
	folder := t.TempDir()
	kernels, err := os.ReadFile(filepath.Join(root(t), "ptx/recorder/testdata/kernels.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"module.ptx": string(kernels),
		"launch.json": `{"name": "scale", "module": "module.ptx", "grid": [3], "block": [16],
			"params": [{"pointer": true, "size": 256}, {"pointer": true, "size": 256}, {"bytes": 4, "value": 40}]}`,
		"larger.json": `{"name": "scale", "module": "module.ptx", "grid": [8], "block": [16],
			"params": [{"pointer": true, "size": 256}, {"pointer": true, "size": 256}, {"bytes": 4, "value": 80}]}`,
		"nowhere.json":  `{"name": "scale", "module": "other.ptx"}`,
		"unnamed.json":  `{"name": "scale"}`,
		"negative.json": `{"name": "scale", "module": "module.ptx", "grid": [-3]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	for _, c := range []struct {
		line   string
		status int
		want   string
	}{
		{"check launch.json", exitOK, "scale: 3 blocks of 16 threads"},
		{"run launch.json", exitOK, "scale: 3 blocks of 16 threads"},
		{"check module.ptx --entry scale --launch launch.json", exitOK, "scale: 3 blocks of 16 threads"},
		{"check launch.json --grid 2", exitOK, "scale: 2 blocks of 16 threads"},
		{"check larger.json", exitError, "of 'from', which has 256"},
		{"check nowhere.json", exitUsage, "other.ptx"},
		{"check unnamed.json", exitUsage, "give the file with PTX, and --launch unnamed.json"},
		{"check negative.json", exitUsage, "'scale' has a grid of [-3]"},
		{"check module.ptx --launch absent.json", exitUsage, "absent.json"},
	} {
		var out, errs bytes.Buffer
		status := run(strings.Fields(c.line), strings.NewReader(""), &out, &errs)
		if text := out.String() + errs.String(); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit status %d, want %d\n%s", c.line, status, c.status, text)
		}
	}
}

// An execution that ends at something that is not executed decides nothing; one that goes on does.
func TestPartialVerdict(t *testing.T) {
	const head = ".version 7.8\n.target sm_80\n.address_size 64\n.extern .func elsewhere();\n" +
		".global .texref image;\n.visible .entry k() { .reg .b32 %r<4>; .reg .f32 %f<5>; "
	for body, want := range map[string]int{
		"ret; }":                      exitOK,
		"call elsewhere; ret; }":      exitUndecided,
		"mov.u32 %r1, %clock; ret; }": exitOK,
		"tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4}]; ret; }": exitOK,
	} {
		name := filepath.Join(t.TempDir(), "k.ptx")
		if err := os.WriteFile(name, []byte(head+body), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if got := run([]string{"check", name}, strings.NewReader(""), &out, &errs); got != want {
			t.Errorf("%s: exit status %d, want %d\n%s%s", body, got, want, &out, &errs)
		}
	}
}

// Repair by a description rewrites the kernel that it names, and leaves the description.
func TestRepairOfDescribedKernel(t *testing.T) {
	folder := t.TempDir()
	const kernel = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 .ptr " +
		".global to) {\n" +
		"\t.shared .b32 s[64]; .reg .b32 %r<5>; .reg .b64 %a<3>;\n\tld.param.u64 %a0, [to];\n" +
		"\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r2, %r0, 4, %r1;\n" +
		"\tst.shared.u32 [%r2], %r0;\n\txor.b32 %r3, %r0, 63;\n\tmad.lo.u32 %r2, %r3, 4, %r1;\n" +
		"\tld.shared.u32 %r4, [%r2];\n\tmad.wide.u32 %a1, %r0, 4, %a0;\n\tst.global.u32 [%a1], " +
		"%r4;\n\tret;\n}\n"
	const description = `{"name": "k", "module": "k.ptx", "grid": [1], "block": [64],
		"params": [{"pointer": true, "size": 256}]}`
	for name, content := range map[string]string{"k.ptx": kernel, "launch.json": description} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	var out, errs bytes.Buffer
	if status := run([]string{"check", "--fix", "launch.json"}, strings.NewReader(""), &out,
		&errs); status != exitOK {
		t.Fatalf("exit status %d: %s%s", status, &out, &errs)
	}
	if got, err := os.ReadFile("launch.json"); err != nil || string(got) != description {
		t.Errorf("the description was rewritten: %s, %v", got, err)
	}
	if got, err := os.ReadFile("k.ptx"); err != nil || !strings.Contains(string(got), "bar.sync") {
		t.Errorf("the kernel was not repaired: %s, %v", got, err)
	}
}
