package all_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func TestScratchHang(t *testing.T) {
	var seeds []string
	files, _ := filepath.Glob("testdata/*/*.txtar")
	for _, file := range files {
		content, _ := os.ReadFile(file)
		for _, src := range strings.Split(string(txtar.Parse(content).Files[0].Data), separator) {
			for _, fn := range strings.Split(src, "func.func") {
				seeds = append(seeds, "func.func"+fn)
			}
		}
	}
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	valid := 0
	for start := time.Now(); time.Since(start) < 15*time.Second; {
		s := []byte(seeds[r.Intn(len(seeds))])
		words := strings.FieldsFunc(string(s), func(r rune) bool { return r == ' ' || r == '\n' || r == ',' })
		for range 1 + r.Intn(3) {
			i := r.Intn(len(s))
			switch r.Intn(3) {
			case 0:
				s[i] = " %^@{}()0123abc\n:,"[r.Intn(18)]
			case 1:
				w := words[r.Intn(len(words))]
				v := words[r.Intn(len(words))]
				s = []byte(strings.Replace(string(s), w, v, 1))
			case 2:
				s = append(s[:i], s[min(len(s), i+r.Intn(4)):]...)
			}
			if len(s) == 0 {
				s = []byte(" ")
			}
		}
		stage := "parse"
		done := make(chan bool)
		go func() {
			defer func() {
				if e := recover(); e != nil {
					os.WriteFile("/tmp/inv/hang.mlir", s, 0o644)
					panic(e)
				}
			}()
			defer close(done)
			c := all.NewContext()
			c.AllowUnregistered = true
			m, _ := text.Parse(c, diag.NewFile("fuzz.mlir", s), text.Options{})
			if m == nil {
				return
			}
			stage = "verify"
			if len(ir.Verify(m)) > 0 {
				return
			}
			valid++
			stage = "canon"
			ir.ApplyPatternsGreedily(m, ir.GreedyConfig{})
			stage = "verify2"
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Errorf("%v\n%s", errs, s)
			}
		}()
		select {
		case <-done:
		case <-time.After(4 * time.Second):
			t.Fatalf("hangs in %s:\n%s", stage, s)
		}
	}
	t.Log("valid", valid)
}
