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
	"ptx/flags.1.ptx":        contents,
	"ptx/gather.3.ptx":       size,
	"ptx/lock.1.ptx":         contents,
	"ptx/lock.2.ptx":         contents,
	"ptx/lock.3.ptx":         contents,
	"ptx/named.1.ptx":        "stopped at another fault of the kernel",
	"ptx/ring.2.ptx":         "a counter that is just large enough in another order is not tried",
	"ptx/saxpy.1.ptx":        size,
	"ptx/spmv.1.ptx":         "the rows of the matrix are empty",
	"ptx/spmv.3.ptx":         size,
	"ptx/strided_copy.1.ptx": "widths and heights are not tried together",
	"ptx/strided_copy.2.ptx": size,
	"ptx/transpose.2.ptx":    "looks like another block, whose shared array is too small",
}

const (
	contents = "other contents of the buffers are not tried together with several blocks"
	size     = "the buffer is as large as the kernel reaches"
)

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
