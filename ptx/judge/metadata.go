package judge

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var codeMetadata = diag.Register("ptx-metadata", "the metadata of a kernel cannot be used",
	"The file beside the PTX is JSON: an object, a list of objects, or an object with a list 'kernels'. "+
		"Each has a 'name', and may have "+
		"'params', 'dynamicSharedBytes', 'block' and 'grid'.")

// Metadata says how a kernel is launched, as far as somebody knows.
type Metadata struct {
	Name               string      `json:"name"`
	Params             []Parameter `json:"params"`
	SharedBytes        int64       `json:"sharedBytes"`
	DynamicSharedBytes int64       `json:"dynamicSharedBytes"`
	// MoreDynamicShared says that the launch decides how much more there is.
	MoreDynamicShared bool  `json:"moreDynamicShared"`
	Block             []int `json:"block"`
	Grid              []int `json:"grid"`
}

// Parameter is what the metadata say of a parameter.
type Parameter struct {
	Bytes   int64 `json:"bytes"`
	Pointer bool  `json:"pointer"`
	// Value is what an integer parameter is in a typical launch, and Size the bytes that a pointer points to;
	// nil and 0 if unknown.
	Value *int64 `json:"value"`
	Size  int64  `json:"size"`
}

// ReadMetadata reads the metadata beside a PTX file, kernel.json for kernel.ptx. Without such a file it
// returns nil.
func ReadMetadata(ptxFile string) ([]Metadata, error) {
	name := strings.TrimSuffix(ptxFile, ".ptx") + ".json"
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return ParseMetadata(diag.NewFile(name, content))
}

// ParseMetadata reads metadata of one kernel or of several.
func ParseMetadata(file *diag.File) ([]Metadata, error) {
	var list []Metadata
	if json.Unmarshal(file.Content, &list) == nil {
		return list, checkMetadata(file, list)
	}
	var wrapped struct {
		Metadata
		Kernels []Metadata `json:"kernels"`
	}
	if err := json.Unmarshal(file.Content, &wrapped); err != nil {
		return nil, badMetadata(file, err)
	}
	if wrapped.Kernels == nil {
		wrapped.Kernels = []Metadata{wrapped.Metadata}
	}
	return wrapped.Kernels, checkMetadata(file, wrapped.Kernels)
}

// badMetadata turns an error of the decoder into a diagnostic at its place.
func badMetadata(file *diag.File, err error) error {
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

// checkMetadata refuses sizes that cannot be.
func checkMetadata(file *diag.File, list []Metadata) error {
	for _, m := range list {
		for _, e := range [][]int{m.Block, m.Grid} {
			if len(e) > 3 || slices.ContainsFunc(e, func(n int) bool { return n < 1 }) {
				return diag.Errorf(codeMetadata, file.Span(0, 0), "'%s' has a block or grid of %v", m.Name, e)
			}
		}
		if m.DynamicSharedBytes < 0 {
			return diag.Errorf(codeMetadata, file.Span(0, 0), "'%s' has %d bytes of dynamic shared memory",
				m.Name, m.DynamicSharedBytes)
		}
	}
	return nil
}
