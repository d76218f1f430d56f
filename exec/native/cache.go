package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/diag"
)

var codeCache = diag.Register("native-cache", "the cache of compiled programs cannot be used",
	"Compiled programs are kept in the folder inflight below the user's cache folder. INFLIGHT_CACHE names another one; it must "+
		"be writable, and programs in it must be allowed to run.")

// cacheFolder returns the folder of the cache.
func cacheFolder() (string, error) {
	if dir := os.Getenv("INFLIGHT_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "inflight"), nil
}

// key names what something is made of: equal parts have equal keys, whatever the boundaries between them.
func key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// cached returns the file of that key in the cache. If there is none, make writes one into an empty folder, under the name
// that it is given. Any number of processes may ask at once: each sees a whole file, made by one of them.
func cached(key string, make func(folder, file string) error) (string, error) {
	root, err := cacheFolder()
	if err != nil {
		return "", cacheError(err)
	}
	file := filepath.Join(root, "native", key[:2], key)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", cacheError(err)
	}
	folder, err := os.MkdirTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return "", cacheError(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	made := filepath.Join(folder, key)
	if err := make(folder, made); err != nil {
		return "", err
	}
	if err := os.Rename(made, file); err != nil {
		return "", cacheError(err)
	}
	return file, nil
}

func cacheError(err error) error {
	reason := err
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		reason = p
	}
	return diag.Errorf(codeCache, diag.Span{}, "the cache of compiled programs cannot be used: %v", reason).
		Because(err).Suggest("set INFLIGHT_CACHE to a folder that can be written")
}
