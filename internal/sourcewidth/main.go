package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	write := flag.Bool("w", false, "write the files instead of listing them")
	flag.Parse()
	changed := 0
	for _, root := range flag.Args() {
		files, err := filesBelow(root)
		for _, file := range files {
			if err == nil {
				err = visit(file, *write, &changed)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "sourcewidth:", err)
			os.Exit(1)
		}
	}
	if changed > 0 && !*write {
		fmt.Fprintln(os.Stderr,
			"sourcewidth: these files are not formatted: go run ./internal/sourcewidth -w . does it")
		os.Exit(1)
	}
}

// filesBelow returns the Go files and the documents below a folder, without those of testdata and of hidden
// folders.
func filesBelow(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (name == "testdata" || strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case !entry.IsDir() && (filepath.Ext(name) == ".go" || filepath.Ext(name) == ".md"):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// visit formats a file, or prints its name if it is not formatted.
func visit(file string, write bool, changed *int) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var formatted []byte
	if filepath.Ext(file) == ".md" {
		formatted = FormatMarkdown(content)
	} else if formatted, err = Format(content); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if bytes.Equal(content, formatted) {
		return nil
	}
	*changed++
	if !write {
		fmt.Println(file)
		return nil
	}
	return os.WriteFile(file, formatted, 0o644)
}
