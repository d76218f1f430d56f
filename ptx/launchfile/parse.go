package launchfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var codeMetadata = diag.Register("ptx-metadata", "the metadata of a kernel cannot be used",
	"The description of a launch is JSON: an object, a list of objects, or an object with a list "+
		"'kernels'. Each has a 'name', and may have 'grid', 'block', 'cluster', 'dynamicSharedBytes' and "+
		"'params'.")

// Beside reads the descriptions beside a file with PTX, kernel.json for kernel.ptx. Without such a file it
// returns nil.
func Beside(ptxFile string) ([]Description, error) {
	name := strings.TrimSuffix(ptxFile, ".ptx") + ".json"
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return Parse(diag.NewFile(name, content))
}

// Parse reads descriptions.
func Parse(file *diag.File) ([]Description, error) {
	var list []Description
	if json.Unmarshal(file.Content, &list) == nil {
		return finish(file, list)
	}
	var wrapped struct {
		Description
		Kernels []Description `json:"kernels"`
	}
	if err := json.Unmarshal(file.Content, &wrapped); err != nil {
		return nil, unreadable(file, err)
	}
	if wrapped.Kernels == nil {
		wrapped.Kernels = []Description{wrapped.Description}
	}
	return finish(file, wrapped.Kernels)
}

// unreadable turns an error of the decoder into a diagnostic at its place.
func unreadable(file *diag.File, err error) error {
	at := 0
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	return diag.Errorf(codeMetadata, file.Span(max(at-1, 0), at), "the metadata are not as expected: %v", err)
}

// finish translates what Triton wrote, and refuses numbers that cannot be.
func finish(file *diag.File, list []Description) ([]Description, error) {
	for i := range list {
		d := &list[i]
		d.triton.describe(d)
		if err := d.check(file); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (d *Description) check(file *diag.File) error {
	bad := func(format string, args ...any) error {
		return diag.Errorf(codeMetadata, file.Span(0, 0), "'%s' "+format, append([]any{d.Name}, args...)...)
	}
	for _, e := range []struct {
		name    string
		numbers []int
	}{{"grid", d.Grid}, {"block", d.Block}, {"cluster", d.Cluster}} {
		if len(e.numbers) > 3 || slices.ContainsFunc(e.numbers, func(n int) bool { return n < 1 }) {
			return bad("has a %s of %v; it has one to three numbers from 1", e.name, e.numbers)
		}
	}
	if d.DynamicSharedBytes < 0 {
		return bad("has %d bytes of dynamic shared memory", d.DynamicSharedBytes)
	}
	for _, bytes := range d.Scratch {
		if bytes < 0 {
			return bad("has %d bytes of scratch memory for each block", bytes)
		}
	}
	for _, align := range []int64{d.GlobalAlign, d.ProfileAlign} {
		if align < 0 || align&(align-1) != 0 {
			return bad("has scratch memory aligned to %d bytes, which is no power of two", align)
		}
	}
	for i, p := range d.Params {
		if err := p.check(); err != "" {
			return bad("has parameter %d with %s", i, err)
		}
	}
	return nil
}

// check says what cannot be, "" if all can.
func (p *Parameter) check() string {
	switch {
	case p.Bytes < 0:
		return fmt.Sprintf("%d bytes", p.Bytes)
	case p.Bytes > 0 && int64(len(p.Hex)) > p.Bytes:
		return fmt.Sprintf("%d bytes of hexadecimal digits; it has %d", len(p.Hex), p.Bytes)
	}
	pointers := []Pointer{p.Pointer}
	for _, f := range p.Fields {
		if f.At < 0 || p.Bytes > 0 && f.At+8 > p.Bytes {
			return fmt.Sprintf("a field at byte %d; it has %d bytes", f.At, p.Bytes)
		}
		pointers = append(pointers, f.Pointer)
	}
	for _, q := range pointers {
		if q.Size < 0 || q.Offset < 0 || q.Size > 0 && q.Offset > q.Size {
			return fmt.Sprintf("a pointer to byte %d of %d", q.Offset, q.Size)
		}
	}
	return ""
}
