package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/pass"
)

// The kinds of kernels, by what they compute.
const (
	kindProduct = "product" // C = A B, of square matrices
	kindTriad   = "triad"   // C = 2 A + B
)

// testCase is a kernel with its launch, and what it computes.
type testCase struct {
	Name   string    `json:"name"`
	Kind   string    `json:"kind"`
	Source string    `json:"source"`  // how the kernel came about
	Type   string    `json:"type"`    // of the elements of A and B
	Size   int       `json:"size"`    // the extent of matrices, or the length of vectors
	Stages int       `json:"stages"`  // of the pipeline; 1 for none
	Async  bool      `json:"async"`   // copies are asynchronous
	Kernel string    `json:"kernel"`  // its name in the PTX
	Text   string    `json:"-"`       // the PTX
	PTX    string    `json:"ptx"`     // its version
	Target string    `json:"target"`  // the least device
	Shared uint32    `json:"dynamic"` // bytes of dynamic shared memory
	Grid   [3]uint32 `json:"grid"`
	Block  [3]uint32 `json:"block"`
	// Args are the arguments of the kernel, each one of A, B and C, with its extents.
	Args []argument `json:"args"`
	// Without is what was taken from the kernel, Verdict what our judge says of it, and Sanitizer what
	// compute-sanitizer says. Only of kernels that are looked for races.
	Without   string `json:"without,omitempty"`
	Verdict   string `json:"verdict,omitempty"`
	Sanitizer string `json:"sanitizer,omitempty"`
}

type argument struct {
	Name  string  `json:"name"`
	Shape []int64 `json:"shape"`
	Bytes int64   `json:"bytes"`
	// Map is set for a tensor map of the argument with this name: how the driver encodes it.
	Map *protocol.TensorMap `json:"map,omitempty"`
}

// program is the text of a program that launches one kernel, and the passes that make that of it.
type program struct {
	testCase
	text   string
	passes string
}

// sizes are the extents of matrices, types those of their elements.
var (
	sizes = []int{1024, 2048, 4096, 8192}
	types = []string{"f16", "bf16"}
)

// vectorLength is that of the streaming kernels: 256 MiB of floats, more than any cache has.
const vectorLength = 64 << 20

// programs returns all programs, those with matrices of up to some extent.
func programs(largest int) ([]program, error) {
	all := []program{plainTriad(vectorLength)}
	for stages := 2; stages <= 5; stages++ {
		all = append(all, pipelinedTriad(vectorLength, stages))
	}
	hand, err := os.ReadFile(handFile)
	if err != nil {
		return nil, fmt.Errorf("%w: kernels are built in the root of the repository", err)
	}
	for _, size := range sizes {
		if size > largest {
			continue
		}
		for _, elem := range types {
			if pass.Lookup(tilePass) != nil {
				all = append(all, warpgroupProduct(size, elem, "128,128,64", 4, 0),
					warpgroupProduct(size, elem, "128,256,64", 4, processors))
			}
			for stages := 1; stages <= 5; stages++ {
				for _, async := range []bool{false, true} {
					if async && stages == 1 {
						continue // nothing is left to overlap with
					}
					all = append(all, handProduct(string(hand), size, elem, stages, async))
					if pass.Lookup(tilePass) != nil {
						all = append(all, tiledProduct(size, elem, stages, async))
					}
				}
			}
		}
	}
	return all, nil
}

// buildCases builds the kernels whose names contain a word.
func buildCases(only string, largest int) ([]*testCase, error) {
	all, err := programs(largest)
	if err != nil {
		return nil, err
	}
	var built []*testCase
	for _, p := range all {
		if !strings.Contains(p.Name, only) {
			continue
		}
		c, err := p.build()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		built = append(built, c)
	}
	if len(built) == 0 {
		return nil, fmt.Errorf("no kernel has a name that contains '%s'", only)
	}
	return built, nil
}

// caseFile lists the kernels of a folder, each in a file of its own.
const caseFile = "kernels.json"

// writeCases writes kernels to a folder.
func writeCases(folder string, cases []*testCase) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, c := range cases {
		if err := os.WriteFile(filepath.Join(folder, c.Name+".ptx"), []byte(c.Text), 0o666); err != nil {
			return err
		}
	}
	list, err := json.MarshalIndent(cases, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, caseFile), append(list, '\n'), 0o666)
}

// readCases reads what writeCases wrote.
func readCases(folder string) (cases []*testCase, err error) {
	list, err := os.ReadFile(filepath.Join(folder, caseFile))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(list, &cases); err != nil {
		return nil, err
	}
	for _, c := range cases {
		text, err := os.ReadFile(filepath.Join(folder, c.Name+".ptx"))
		if err != nil {
			return nil, err
		}
		c.Text = string(text)
	}
	return cases, nil
}

// code returns the PTX of a kernel.
func (c *testCase) code() device.Code {
	return device.Code{Text: c.Text, Version: c.PTX, Target: c.Target}
}
