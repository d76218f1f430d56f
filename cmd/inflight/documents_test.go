package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// The commands in documents work at the root of the repository. Every line of a block of commands that runs
// inflight is executed, in the order of the document, and so is every command in the text that names an
// example. A line that runs another program names a package or a script that exists.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: the examples of the help run the same commands")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(binary, filepath.Join(folder, "inflight")); err != nil {
		t.Fatal(err)
	}
	executed := 0
	for _, file := range markdown(t) {
		content, err := os.ReadFile(filepath.Join(root(t), file))
		if err != nil {
			t.Fatal(err)
		}
		commands := commandsIn(string(content))
		if len(commands) == 0 {
			continue
		}
		t.Run(file, func(t *testing.T) {
			temp := t.TempDir()
			for _, line := range commands {
				if !strings.Contains(line, "inflight ") || isInstall(line) {
					wantExisting(t, line)
					continue
				}
				executed++
				t.Run(line, func(t *testing.T) {
					prepareFor(t, line)
					runExample(t, folder, temp, asInstalled(line))
				})
			}
		})
	}
	if executed < 25 && !t.Failed() {
		t.Errorf("only %d commands were found in documents", executed)
	}
}

// markdown returns the documents of the repository.
func markdown(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root(t), func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case filepath.Ext(name) == ".md":
			relative, err := filepath.Rel(root(t), name)
			files = append(files, relative)
			return err
		}
		return nil
	})
	if err != nil || !slices.Contains(files, "README.md") {
		t.Fatal(files, err)
	}
	return files
}

// quotedCommand matches a command in the text.
var quotedCommand = regexp.MustCompile("`((?:go run \\./cmd/)?inflight [^`]*examples/[^`]*)`")

// commandsIn returns the lines of the blocks without a language, and the commands in the text, in order.
func commandsIn(document string) []string {
	var commands []string
	for i, part := range strings.Split(document, "\n```") {
		language, body, _ := strings.Cut(part, "\n")
		switch {
		case i%2 == 0:
			for _, m := range quotedCommand.FindAllStringSubmatch(body, -1) {
				commands = append(commands, strings.Join(strings.Fields(m[1]), " "))
			}
		case language == "":
			for line := range strings.Lines(body) {
				if line = strings.TrimSpace(line); isCommand.MatchString(line) {
					commands = append(commands, line)
				}
			}
		}
	}
	return commands
}

// isCommand matches the first line of a block of commands. Other blocks show output.
var isCommand = regexp.MustCompile(`^(go|inflight|\./inflight|inflight-cuda|node|scripts/\S+) ?`)

// isInstall reports whether a line installs, tests or builds programs.
func isInstall(line string) bool {
	return regexp.MustCompile(`^go (install|test|build) `).MatchString(line)
}

// asInstalled returns a command in which the program under test replaces one that the document builds or
// unpacks.
func asInstalled(line string) string {
	line = strings.ReplaceAll(line, "go run ./cmd/inflight ", "inflight ")
	return strings.ReplaceAll(line, "./inflight ", "inflight ")
}

// wantExisting reports names of packages and scripts in a command that do not exist.
func wantExisting(t *testing.T, line string) {
	for _, word := range strings.Fields(line) {
		word = strings.TrimSuffix(word, "/...")
		if !strings.HasPrefix(word, "./") && !strings.HasPrefix(word, "scripts/") || word == "./..." ||
			word == "." {
			continue
		}
		if _, err := os.Stat(filepath.Join(root(t), word)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// prepareFor prepares the tools that a command needs.
func prepareFor(t *testing.T, line string) {
	if strings.Contains(line, "inflight build") || strings.Contains(line, "native") {
		tools.Require(t, "clang")
		tools.Cache(t)
	}
	if strings.HasPrefix(line, "node ") {
		tools.Require(t, "node")
	}
	if strings.Contains(line, "cuda") || strings.Contains(line, "examples/gpu") {
		fakecuda.Install(t)
		t.Setenv("FAKECUDA_MICROSECONDS", "300000")
	}
}

// README.md and the guide have narrow lines, because people read them in terminals and in small windows.
func TestReadmeIsNarrow(t *testing.T) {
	for _, file := range []string{"README.md", "docs/guide.md"} {
		content, err := os.ReadFile(filepath.Join(root(t), file))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(content)) {
			if n++; utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 110 {
				t.Errorf("%s:%d is wider than 110 columns", file, n)
			}
		}
	}
}
