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
		{"check nowhere.json", exitError, "other.ptx"},
		{"check unnamed.json", exitUsage, "give the file with PTX, and --launch unnamed.json"},
		{"check negative.json", exitError, "'scale' has a grid of [-3]"},
		{"check module.ptx --launch absent.json", exitError, "absent.json"},
	} {
		var out, errs bytes.Buffer
		status := run(strings.Fields(c.line), strings.NewReader(""), &out, &errs)
		if text := out.String() + errs.String(); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit status %d, want %d\n%s", c.line, status, c.status, text)
		}
	}
}
