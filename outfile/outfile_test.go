package outfile_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/inflight-compiler/inflight/outfile"
)

func write(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	f, err := outfile.Create(name, mode)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	content, err := os.ReadFile(name)
	info, statError := os.Stat(name)
	if err != nil || statError != nil || string(content) != "new" || info.Mode() != mode {
		t.Errorf("%s: %q, %v, %v, %v", name, content, info.Mode(), err, statError)
	}
}

// New files have what the umask leaves; files that are replaced keep their mode; links stay, and lead to the
// new content.
func TestModesAndLinks(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	t.Chdir(t.TempDir())
	write(t, "data", outfile.Data)
	check(t, "data", 0o640)
	write(t, "program", outfile.Executable)
	check(t, "program", 0o750)
	for _, mode := range []os.FileMode{0o600, 0o666, 0o755} {
		if err := os.Chmod("data", mode); err != nil {
			t.Fatal(err)
		}
		write(t, "data", outfile.Executable)
		check(t, "data", mode)
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "folder/there", "dangling": "folder/new",
		"again": "link"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"link", "dangling", "again"} {
		write(t, link, outfile.Data)
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", link, err)
		}
	}
	check(t, "folder/there", 0o640)
	check(t, "folder/new", 0o640)
	left, _ := filepath.Glob("*/*")
	if more, _ := filepath.Glob("*.tmp"); len(left) != 2 || len(more) != 0 {
		t.Errorf("left: %v %v", left, more)
	}
}

// What is given up, or goes wrong, leaves the file as it was, and nothing beside it.
func TestNothingHalfDone(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "data", outfile.Data)
	f, err := outfile.Create("data", outfile.Data)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString("half")
	f.Discard()
	check(t, "data", 0o644)
	if err := os.Symlink("circle", "circle"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nowhere/data", "circle"} {
		if _, err := outfile.Create(name, outfile.Data); err == nil {
			t.Errorf("%s was made", name)
		}
	}
	if all, _ := filepath.Glob("*"); len(all) != 1 && len(all) != 2 {
		t.Errorf("left: %v", all)
	}
}

// When the last step, the rename, fails, the temporary file goes away.
func TestCommitCleansUp(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := outfile.Create("data", outfile.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("data/in the way", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a folder was replaced")
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// Pipes and devices are written to.
func TestPipesAndDevices(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan string)
	go func() {
		f, err := os.Open(name)
		if err != nil {
			got <- err.Error()
			return
		}
		content, _ := io.ReadAll(f)
		got <- string(content)
	}()
	write(t, name, outfile.Data)
	if text := <-got; text != "new" {
		t.Errorf("got %q", text)
	}
	write(t, "/dev/null", outfile.Data)
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/null: %v, %v", info, err)
	}
}
