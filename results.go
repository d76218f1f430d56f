package inflight

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/npy"
)

// Memory is the contents of an argument or a result of a function after a run, for arguments and results that
// are memory.
type Memory struct {
	// Name is the name of the argument, or "result" for the only result; of several results it is "result"
	// and the number, from 0 on.
	Name string
	Type string
	// Changed says that the contents differ from those before the run. It is always true for results.
	Changed bool
	// Array holds the contents.
	Array *npy.Array
}

// Memory returns the memory of a run: that of the arguments and of the results. It omits memory whose
// elements an array of NumPy cannot have.
func (r *RunReport) Memory() []Memory {
	var list []Memory
	for i, a := range r.Arguments {
		if a.Value.Buffer == nil {
			continue
		}
		if array, err := a.Array(); err == nil {
			changed := i >= len(r.before) || !bytes.Equal(a.Value.Buffer.Data, r.before[i].Value.Buffer.Data)
			list = append(list, Memory{Name: a.Name, Type: a.Value.Type.String(), Changed: changed,
				Array: array})
		}
	}
	for i, v := range r.Returns {
		if array, ok := exec.ResultArray(v); ok {
			list = append(list, Memory{Name: resultName(i, len(r.Returns)), Type: v.Type.String(),
				Changed: true, Array: array})
		}
	}
	return list
}

// MemoryNames returns the names of the arguments and results of a function that are memrefs or tensors, as
// Memory.Name has them.
func MemoryNames(fn *ir.Op) []string {
	var names []string
	for _, v := range fn.Body().Args() {
		if isMemory(v.Type()) {
			names = append(names, exec.ArgumentName(v))
		}
	}
	if t, ok := fn.Attr("function_type").(*ir.TypeAttr); ok {
		if f, ok := t.Type.(*ir.FunctionType); ok {
			for i, result := range f.Results {
				if isMemory(result) {
					names = append(names, resultName(i, len(f.Results)))
				}
			}
		}
	}
	return names
}

func isMemory(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.TensorType:
		return true
	}
	return false
}

// resultName returns the name of result number i of a function that has the given number of results.
func resultName(i, of int) string {
	if of == 1 {
		return "result"
	}
	return fmt.Sprintf("result%d", i)
}

// firstColumns is the width of the column with the first elements in a report.
const firstColumns = 40

// WriteMemory writes, for people, the memory that a run has changed or returned: shapes, first elements and
// sums.
func WriteMemory(w io.Writer, memory []Memory) error {
	var b strings.Builder
	memoryTable(&b, memory)
	_, err := io.WriteString(w, b.String())
	return err
}

func memoryTable(b *strings.Builder, memory []Memory) {
	var t *diag.Table
	for _, m := range memory {
		if !m.Changed {
			continue
		}
		if t == nil {
			b.WriteByte('\n')
			t = diag.NewTable(b, "after the run", "shape", "first values", "sum")
		}
		shape := make([]int64, len(m.Array.Shape))
		for d, n := range m.Array.Shape {
			shape[d] = int64(n)
		}
		e := exec.NumbersOf(m.Array)
		t.Row(m.Name, shapeText(shape), e.FirstText(firstColumns), e.SumText())
	}
	if t != nil {
		t.Flush()
	}
}
