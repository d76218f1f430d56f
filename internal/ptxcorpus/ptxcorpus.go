// Package ptxcorpus reads the CUDA kernels of ptx/judge/testdata/corpus: each with what clang makes of it as
// it is and with its three mistakes, and where findings about a mistake may stand. Only tests and
// measurements import it.
package ptxcorpus

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Folder is where the kernels lie, from the root of the repository.
const Folder = "ptx/judge/testdata/corpus"

// Mistakes is how many mistakes a kernel has.
const Mistakes = 3

// Variant is a kernel with one mistake or none.
type Variant struct {
	// Name is that of the file without its ending.
	Name string
	// Mistake is the number of the mistake, 0 for the kernel as it should be.
	Mistake int
	// Kinds are the kinds of findings that are right answers, What says what is wrong.
	Kinds []string
	What  string
	// Lines are those of the .cu in which a finding may stand.
	Lines []int
}

// Right reports whether nothing is wrong with the variant.
func (v *Variant) Right() bool { return v.Mistake == 0 }

// File returns the name of the file with PTX, in the folder of the kernels.
func (v *Variant) File() string { return fmt.Sprintf("ptx/%s.%d.ptx", v.Name, v.Mistake) }

// Read returns the variants of all kernels of a folder, in the order of names and mistakes.
func Read(folder string) ([]*Variant, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.cu"))
	if err != nil {
		return nil, err
	}
	var all []*Variant
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		variants, err := parse(strings.TrimSuffix(filepath.Base(file), ".cu"), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, variants...)
	}
	return all, nil
}

var (
	headLine = regexp.MustCompile(`(?m)^// Bug (\d) \(([a-z, ]+)\): (.*)$`)
	mark     = regexp.MustCompile(`@(\d)`)
)

// parse reads the head and the marks of a file.
func parse(name, text string) ([]*Variant, error) {
	variants := []*Variant{{Name: name}}
	for _, m := range headLine.FindAllStringSubmatch(text, -1) {
		variants = append(variants, &Variant{Name: name, Mistake: len(variants),
			Kinds: strings.Split(m[2], ", "), What: m[3]})
		if m[1] != strconv.Itoa(len(variants)-1) {
			return nil, fmt.Errorf("%s.cu: mistake %s is not in its place", name, m[1])
		}
	}
	if len(variants) != 1+Mistakes {
		return nil, fmt.Errorf("%s.cu has %d mistakes, want %d", name, len(variants)-1, Mistakes)
	}
	for i, line := range strings.Split(text, "\n") {
		_, comment, _ := strings.Cut(line, "//@")
		for _, m := range mark.FindAllStringSubmatch("@"+comment, -1) {
			n, _ := strconv.Atoi(m[1])
			variants[n].Lines = append(variants[n].Lines, i+1)
		}
	}
	for _, v := range variants[1:] {
		if len(v.Lines) == 0 {
			return nil, fmt.Errorf("%s.cu marks no line for mistake %d", name, v.Mistake)
		}
	}
	return variants, nil
}

// Compile returns what clang makes of a variant at a level of optimization, -O2 as a rule.
func Compile(ctx context.Context, clang, folder, level string, v *Variant) ([]byte, error) {
	c := exec.CommandContext(ctx, clang, "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib",
		"--cuda-gpu-arch=sm_80", "--cuda-feature=+ptx80", level, "-gline-directives-only",
		"-fdebug-compilation-dir=.", fmt.Sprintf("-DBUG=%d", v.Mistake), "-S", v.Name+".cu", "-o", "-")
	c.Dir = folder
	var said bytes.Buffer
	c.Stderr = &said
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s.cu with mistake %d: %w: %s", v.Name, v.Mistake, err, &said)
	}
	return text, nil
}

var (
	location = regexp.MustCompile(`^\s*\.loc\s+(\d+)\s+(\d+)`)
	fileName = regexp.MustCompile(`(?m)^\s*\.file\s+(\d+)\s+"(?:[^"]*/)?([^"/]+)"`)
)

// SourceLines returns for each line of a text in PTX, from line 1 at index 1, the line of the .cu that it
// comes from, 0 if the text does not say.
func SourceLines(v *Variant, text string) []int {
	own := ""
	for _, m := range fileName.FindAllStringSubmatch(text, -1) {
		if m[2] == v.Name+".cu" {
			own = m[1]
		}
	}
	lines, now := []int{0}, 0
	for _, line := range strings.Split(text, "\n") {
		if m := location.FindStringSubmatch(line); m != nil {
			now = 0
			if m[1] == own {
				now, _ = strconv.Atoi(m[2])
			}
		}
		lines = append(lines, now)
	}
	return lines
}

// Marks reports whether a finding about the variant's mistake may stand in a line of the .cu.
func (v *Variant) Marks(line int) bool { return slices.Contains(v.Lines, line) }
