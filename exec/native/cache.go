package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/inflight-compiler/inflight/diag"
)

var codeCache = diag.Register("native-cache", "the cache of compiled programs cannot be used",
	"Compiled programs are kept in the folder inflight below the user's cache folder. INFLIGHT_CACHE names "+
		"another one. Where "+
		"it cannot be written, every program is compiled anew, below the folder for temporary files, in "+
		"which programs must be allowed to run. The cache holds 1 GiB, or what INFLIGHT_CACHE_LIMIT says, "+
		"such as 512MiB; "+
		"what was not used for the longest time makes room.")

// key returns the key of a file that is made from some parts. Equal parts give equal keys; the boundaries
// between the parts count.
func key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// kept is a file of the cache. It is open, so that it can be used even after it was removed.
type kept struct {
	*os.File
	key   string
	place string // its path in the cache, "" if it is not in the cache
}

// reach returns a path by which a child process can read or execute the file, even if the file was removed.
// The path is valid while the file is open. Systems without /proc only have the path in the cache.
func (k *kept) reach() string {
	name := fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), k.Fd())
	info, err := k.Stat()
	if err != nil {
		return k.place
	}
	if there, err := os.Stat(name); err == nil && os.SameFile(info, there) {
		return name
	}
	return k.place
}

// cached opens the file with a key in the cache. If there is none, make writes the file into an empty folder,
// under the name that it is given. Several processes may call cached at the same time: each gets a whole
// file, made by one of them. A cache that other users may have written to is not used. Without a cache, or if
// it cannot be written, the file has no path.
func cached(key string, make func(folder, file string) error) (*kept, error) {
	limit, ok := cacheLimit()
	if !ok {
		return nil, diag.Errorf(codeCache, diag.Span{}, "INFLIGHT_CACHE_LIMIT is '%s', which is no size",
			os.Getenv("INFLIGHT_CACHE_LIMIT")).
			Suggest("set it to a size such as 512MiB")
	}
	folder, distrusted, err := cacheFolder()
	if err != nil || distrusted != "" {
		return makeFile(key, "", make)
	}
	file := filepath.Join(folder, key[:2], key)
	if f, err := os.Open(file); err == nil {
		now := time.Now()
		_ = os.Chtimes(file, now, now) // an error only changes the order in which files are evicted
		return &kept{f, key, file}, nil
	}
	f, err := makeFile(key, file, make)
	if err == nil && f.place != "" {
		evict(folder, limit)
	}
	return f, err
}

// makeFile makes a file in a new folder, opens it, and moves it to its path in the cache. If the path is
// empty, or the move fails, the returned file has no name, and its contents are lost when it is closed.
func makeFile(key, place string, make func(folder, file string) error) (*kept, error) {
	folder, err := newFolder(place)
	if err != nil {
		place = ""
		if folder, err = newFolder(place); err != nil {
			return nil, cacheError(err)
		}
	}
	defer func() { _ = os.RemoveAll(folder) }()
	made := filepath.Join(folder, key)
	if err := make(folder, made); err != nil {
		return nil, err
	}
	f, err := os.Open(made)
	if err != nil {
		return nil, cacheError(err)
	}
	if err = private(f); err != nil {
		_ = f.Close()
		return nil, cacheError(err)
	}
	if place != "" && os.Rename(made, place) != nil {
		place = ""
	}
	return &kept{f, key, place}, nil
}

// newFolder makes a folder from which a file can be moved to a path in the cache. If the path is empty, it is
// a folder for temporary files.
func newFolder(place string) (string, error) {
	if place == "" {
		return os.MkdirTemp("", unfinished+"*")
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(filepath.Dir(place), unfinished+"*")
}

// held has the files that are not in the cache and that a process needs repeatedly.
type held struct {
	sync.Mutex
	files map[string]*os.File
}

// runtimes has the object files of the runtime.
var runtimes = held{files: map[string]*os.File{}}

// cached is the function cached, except for a file without a path in the cache: the process makes it once, if
// it can be opened again.
func (h *held) cached(key string, make func(folder, file string) error) (*kept, error) {
	h.Lock()
	f := h.files[key]
	h.Unlock()
	if f != nil {
		if again, err := os.Open((&kept{File: f}).reach()); err == nil {
			return &kept{again, key, ""}, nil
		}
	}
	k, err := cached(key, make)
	if err != nil || k.place != "" {
		return k, err
	}
	if again, err := os.Open(k.reach()); err == nil {
		h.Lock()
		defer h.Unlock()
		if h.files[key] != nil {
			_ = again.Close()
		} else {
			h.files[key] = again
		}
	}
	return k, nil
}

// private gives only the user rights to a file.
func private(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return f.Chmod(info.Mode().Perm() & 0o700)
}

func cacheError(err error) error {
	reason := err
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		reason = p
	}
	return diag.Errorf(codeCache, diag.Span{}, "the cache of compiled programs cannot be used: %v", reason).
		Because(err).Suggest("set INFLIGHT_CACHE, or TMPDIR, to a folder that can be written")
}
