package main

import (
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/diag"
)

// maxSource is the most bytes of a source file that findings in PTX quote.
const maxSource = 16 << 20

// sourceOf returns a function that opens the files that PTX names as its source: by their names, else beside
// the PTX. It returns nil for what is not there, no regular file, or too large.
func sourceOf(ptxFile string) func(name string) *diag.File {
	return func(name string) *diag.File {
		for _, path := range []string{name, filepath.Join(filepath.Dir(ptxFile), name),
			filepath.Join(filepath.Dir(ptxFile), filepath.Base(name))} {
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
				continue
			}
			if content, err := os.ReadFile(path); err == nil {
				return diag.NewFile(name, content)
			}
		}
		return nil
	}
}
