package native

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// put puts a script of some size into the cache, which prints the name of its contents. made tells whether
// the script was made by this call.
func put(t *testing.T, name string, size int) (k *kept, made bool) {
	t.Helper()
	k, err := cached(key(name), func(_, file string) error {
		made = true
		script := "#!/bin/sh\necho " + name + "\nexit\n"
		return os.WriteFile(file, []byte(script+strings.Repeat("#", size-len(script))), 0o777)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k, made
}

// aged moves the last use of a file into the past.
func aged(t *testing.T, k *kept, by time.Duration) {
	t.Helper()
	then := time.Now().Add(-by)
	if err := os.Chtimes(k.place, then, then); err != nil {
		t.Fatal(err)
	}
}

// The least recently used file is evicted when the cache is full; a use counts. A process that has an evicted
// file open can still run it.
func TestCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	t.Setenv("INFLIGHT_CACHE_LIMIT", "3kB")
	a, _ := put(t, "a", 1000)
	b, _ := put(t, "b", 1000)
	c, _ := put(t, "c", 1000)
	aged(t, a, 3*time.Hour)
	aged(t, b, 2*time.Hour)
	aged(t, c, time.Hour)
	if _, made := put(t, "a", 1000); made {
		t.Error("a was made again")
	}
	put(t, "d", 1000)
	for _, k := range []*kept{a, b, c} {
		if _, err := os.Stat(k.place); (err == nil) != (k != b) {
			t.Errorf("%s: %v", k.place, err)
		}
	}
	if _, err := os.Stat("/proc/self/fd"); err == nil {
		if out, err := exec.Command(b.reach()).CombinedOutput(); err != nil || string(out) != "b\n" {
			t.Errorf("what is no longer in the cache: %v: %s", err, out)
		}
	}
	if _, made := put(t, "b", 1000); !made {
		t.Error("b was not made again")
	}
}

// Processes that evict at the same time, from a cache that holds one file, do not disturb each other.
func TestCacheEvictsConcurrently(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	t.Setenv("INFLIGHT_CACHE_LIMIT", "1kB")
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		wg.Go(func() {
			for range 25 {
				k, err := cached(key(name), func(_, file string) error {
					return os.WriteFile(file, []byte(name), 0o666)
				})
				if err != nil {
					t.Error(err)
					return
				}
				if content, err := os.ReadFile(k.reach()); err != nil || string(content) != name {
					t.Errorf("%v: %s", err, content)
				}
				_ = k.Close()
				evict(filepath.Join(os.Getenv("INFLIGHT_CACHE"), "native"), 0)
			}
		})
	}
	wg.Wait()
}

// The unfinished files of a killed process are removed; those of a running process stay.
func TestCacheForgetsUnfinished(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	k, _ := put(t, "a", 100)
	old, fresh := filepath.Join(filepath.Dir(k.place), unfinished+"1"),
		filepath.Join(filepath.Dir(k.place), unfinished+"2")
	for _, folder := range []string{old, fresh} {
		if err := os.MkdirAll(filepath.Join(folder, "inner"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, then, then); err != nil {
		t.Fatal(err)
	}
	put(t, "b", 100)
	if _, err := os.Stat(old); err == nil {
		t.Error("the old one is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error(err)
	}
}

func TestCacheLimitIsASize(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	for _, limit := range []string{"much", "-1", "1e9", "9999999999GiB"} {
		t.Setenv("INFLIGHT_CACHE_LIMIT", limit)
		_, err := cached("key", func(string, string) error { return nil })
		if d := diag.FromError(err); len(d) != 1 || d[0].Code != codeCache ||
			!strings.Contains(d[0].Message, limit) {
			t.Errorf("%s: %v", limit, err)
		}
	}
}

// Only the user has access to the folder and its contents, even if an older folder was readable by others.
func TestCacheIsPrivate(t *testing.T) {
	root := filepath.Join(t.TempDir(), "cache")
	t.Setenv("INFLIGHT_CACHE", root)
	if err := os.MkdirAll(filepath.Join(root, "native"), 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, "a", 100)
	if rest := CacheRemark(); len(rest) != 0 {
		t.Error(rest)
	}
	err := filepath.WalkDir(filepath.Join(root, "native"), func(path string, d fs.DirEntry, err error) error {
		if info, err := d.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, err, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A cache that other users might have written to is neither read nor written. A file that is made without a
// cache leaves nothing behind.
func TestCacheOfOthersIsNotUsed(t *testing.T) {
	for name, open := range map[string]func(t *testing.T, root string) string{
		"writable folder": func(t *testing.T, root string) string { return filepath.Join(root, "native") },
		"writable around": func(t *testing.T, root string) string { return root },
		"writable above":  func(t *testing.T, root string) string { return filepath.Dir(root) },
		"another user's": func(t *testing.T, root string) string {
			if os.Geteuid() != 0 {
				t.Skip("only root can give a folder away")
			}
			if err := os.Chown(filepath.Join(root, "native"), 65534, -1); err != nil {
				t.Skip(err)
			}
			return ""
		},
		"link": func(t *testing.T, root string) string {
			native := filepath.Join(root, "native")
			if err := os.Rename(native, native+"-moved"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(native+"-moved", native); err != nil {
				t.Fatal(err)
			}
			return ""
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "above", "cache")
			t.Setenv("INFLIGHT_CACHE", root)
			planted, _ := put(t, "a", 100)
			if opened := open(t, root); opened != "" {
				if err := os.Chmod(opened, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("TMPDIR", t.TempDir())
			k, made := put(t, "a", 100)
			if !made || k.place == planted.place {
				t.Error("what others might have written is used")
			}
			if l := CacheRemark(); len(l) != 1 || l[0].Code != codeDistrusted {
				t.Errorf("remarks: %v", l)
			}
			if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) != 0 {
				t.Errorf("left: %v, %v", left, err)
			}
		})
	}
}

// If the cache cannot be written, files are made without it, with a warning. They leave nothing behind.
func TestCacheThatCannotBeWritten(t *testing.T) {
	for name, occupied := range map[string]string{"no folder": "cache", "no folder in it": "cache/native",
		"an entry's folder": "cache/native/" + key("a")[:2]} {
		t.Run(name, func(t *testing.T) {
			root, temporary := t.TempDir(), t.TempDir()
			t.Setenv("INFLIGHT_CACHE", filepath.Join(root, "cache"))
			t.Setenv("TMPDIR", temporary)
			file := filepath.Join(root, filepath.FromSlash(occupied))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			k, made := put(t, "a", 100)
			if out, err := exec.Command(k.reach()).CombinedOutput(); !made || k.place != "" || err != nil ||
				string(out) != "a\n" {
				t.Errorf("made: %v, in %q: %v, %s", made, k.place, err, out)
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
				t.Errorf("left: %v, %v", left, err)
			}
			if name == "an entry's folder" {
				return // an error of one file is no error of the cache
			}
			if l := CacheRemark(); name == "no folder" &&
				(len(l) != 1 || l[0].Code != codeCache || l[0].Severity != diag.Warning) {
				t.Errorf("%v", l)
			} else if len(l) != 1 {
				t.Errorf("%v", l)
			}
		})
	}
}

// A file that every program needs and that has no path in the cache is made once in a process. Each caller
// gets a file of its own.
func TestRuntimeIsMadeOnceWithoutCache(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("files without a name cannot be opened again here")
	}
	t.Setenv("INFLIGHT_CACHE", filepath.Join(t.TempDir(), "no", "folder"))
	if err := os.WriteFile(filepath.Dir(os.Getenv("INFLIGHT_CACHE")), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h, made := held{files: map[string]*os.File{}}, 0
	for range 3 {
		k, err := h.cached(key("runtime"), func(_, file string) error {
			made++
			return os.WriteFile(file, []byte("object"), 0o600)
		})
		if err != nil {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(k.reach()); err != nil || string(content) != "object" ||
			k.key != key("runtime") {
			t.Errorf("%s: %s, %v", k.key, content, err)
		}
		_ = k.Close()
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
	_ = h.files[key("runtime")].Close()
}

// Programs run with a cache of any size.
func TestRunWithoutCache(t *testing.T) {
	tools.Require(t, "clang")
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	t.Setenv("INFLIGHT_CACHE_LIMIT", "0")
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(
		"func.func @f(%x: i32) -> i32 { return %x : i32 }")), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, err := Compile(context.Background(), m, "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	values, err := p.Run(tools.Context(t), []value.Value{value.Int(m.Context().I32, 21)}, config.Run{})
	if err != nil || values[0].Bits != 21 {
		t.Errorf("%v, %v", values, err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("INFLIGHT_CACHE"), "native", "*", "*")); len(
		left) != 0 {
		t.Errorf("in the cache: %v", left)
	}
}
