package inflight_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// registration matches the flag of a pass where the pass is registered.
var registration = regexp.MustCompile(`pass\.Register\(&pass\.Pass\{\s+Name:\s+"([a-z0-9-]+)"`)

// flagsOf returns the flags of the passes that a package registers.
func flagsOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range registration.FindAllSubmatch(content, -1) {
			flags = append(flags, string(m[1]))
		}
	}
	return flags
}

// A pass stands in a wing of transform, in a folder with the name of its flag without dashes. If a folder has
// several passes, ARCHITECTURE.md explains it and lists their flags.
func TestPassesStandUnderTheirFlags(t *testing.T) {
	architecture, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	passes := 0
	for dir := range packages(t) {
		inWing, _ := path.Match("transform/*/*", dir)
		flags := flagsOf(t, dir)
		passes += len(flags)
		switch {
		case len(flags) == 0:
		case !inWing:
			t.Errorf("%s has the pass %s outside of the wings of transform", dir, flags[0])
		case len(flags) == 1:
			if want := strings.ReplaceAll(flags[0], "-", ""); path.Base(dir) != want {
				t.Errorf("the pass %s is in %s, not in a folder %s", flags[0], dir, want)
			}
		default:
			short := strings.TrimPrefix(dir, "transform/")
			for _, name := range append(flags, short) {
				isFolder := strings.ReplaceAll(name, "-", "") == path.Base(dir)
				if !isFolder && !strings.Contains(string(architecture), "`"+name+"`") {
					t.Errorf("ARCHITECTURE.md does not name %s, of the passes in %s", name, dir)
				}
			}
		}
	}
	if passes < 80 {
		t.Errorf("found %d passes, fewer than there are", passes)
	}
}
