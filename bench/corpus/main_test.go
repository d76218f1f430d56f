package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/ptxcorpus"
)

// unfound are the mistakes that are not found, as name and number, with the reason.
var unfound = map[string]string{
	"ptx/ring.2.ptx": "a counter that is just large enough in another order is not tried",
}

// Without any flag no right kernel is called wrong, and, where INFLIGHT_NIGHTLY is set, every mistake is
// found but for those that are known not to be.
func TestCorpus(t *testing.T) {
	root := filepath.Join("..", "..")
	b := &bench{command: filepath.Join(t.TempDir(), "inflight"), texts: filepath.Join(root, ptxcorpus.Folder),
		limit: 5 * time.Minute}
	build := exec.Command("go", "build", "-o", b.command, "./cmd/inflight")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	variants, err := ptxcorpus.Read(b.texts)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range variants {
		if !v.Right() && os.Getenv("INFLIGHT_NIGHTLY") == "" {
			continue
		}
		t.Run(v.File(), func(t *testing.T) {
			t.Parallel()
			s, err := b.judge(v)
			if err != nil {
				t.Fatal(err)
			}
			reason := unfound[v.File()]
			switch a := s.answer(v); {
			case a == clean || a == asks || a == found || a == foundAsks:
			case reason != "":
				t.Skip(reason)
			default:
				t.Errorf("%s: %s, %s", a, s.outcome, s.classes())
			}
		})
	}
}
