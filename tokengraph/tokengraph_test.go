package tokengraph_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/tokengraph"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Programs with their graphs: on any number of queues, and on two.
func TestGolden(t *testing.T) {
	programs, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range programs {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		module := passtest.Parse(t, string(source))
		for _, queues := range []string{"0", "2"} {
			assigned := passtest.Transform(t, module, "builtin.module(assign-queues{queues="+queues+"})")
			graphs := tokengraph.Of(assigned, "gpu")
			if !tokengraph.OnQueues(assigned, "gpu") || tokengraph.OnQueues(module, "gpu") {
				t.Error("operations have queues after assign-queues, and none before")
			}
			var out bytes.Buffer
			if err := tokengraph.WriteText(&out, tokengraph.Program{Graphs: graphs}); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, strings.TrimSuffix(file, ".mlir")+".queues"+queues+".txt", out.Bytes())
			drawn(t, graphs)
		}
	}
}

// drawn checks that the picture is well formed and has all boxes and arrows.
func drawn(t *testing.T, graphs []*tokengraph.Graph) {
	t.Helper()
	var out strings.Builder
	if err := tokengraph.WriteSVG(&out, tokengraph.Program{Graphs: graphs}); err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "class" {
					found[a.Value]++
				}
			}
		}
	}
	want := map[string]int{"wait": 1, "elided": 1} // the legend's
	for _, g := range graphs {
		want["box"] += len(g.Boxes)
		want["lane"] += len(g.Lanes)
		for _, a := range g.Arrows {
			if a.Elided {
				want["elided"]++
			} else {
				want["wait"]++
			}
		}
	}
	for class, n := range want {
		if found[class] != n {
			t.Errorf("%d of class %s are drawn, not %d", found[class], class, n)
		}
	}
}

// Tasks of the host, on their own queues and on others.
func TestTasks(t *testing.T) {
	source, err := os.ReadFile("testdata/tasks/turns.mlir")
	if err != nil {
		t.Fatal(err)
	}
	assigned := passtest.Transform(t, passtest.Parse(t, string(source)),
		"builtin.module(assign-queues{dialect=async queues=2})")
	tokengraph.PlaceTasks(assigned)
	graphs := tokengraph.Of(assigned, "async")
	var out bytes.Buffer
	if err := tokengraph.WriteText(&out, tokengraph.Program{Graphs: graphs}); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/tasks/turns.txt", out.Bytes())
	drawn(t, graphs)
}
