package native

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// defaultCacheLimit is the number of bytes that the cache may hold if INFLIGHT_CACHE_LIMIT is not set.
	defaultCacheLimit = 1 << 30
	// abandoned is the age from which an unfinished file counts as left by a killed process.
	abandoned = 24 * time.Hour
	// unfinished is the prefix of folders with unfinished files.
	unfinished = ".new-"
)

// cacheLimit returns the number of bytes that the cache may hold. It returns false if INFLIGHT_CACHE_LIMIT is
// set to something that is no size.
func cacheLimit() (limit int64, ok bool) {
	text := os.Getenv("INFLIGHT_CACHE_LIMIT")
	if text == "" {
		return defaultCacheLimit, true
	}
	return ParseSize(text)
}

// entryOfCache is a file in the cache.
type entryOfCache struct {
	name string
	size int64
	used time.Time
}

// evict removes the least recently used files until the cache is within the limit, and the unfinished files
// of killed processes. Other processes may do the same at the same time: a file that is gone already counts
// as removed. A process that has a removed file open can still use it.
func evict(folder string, limit int64) {
	var entries []entryOfCache
	total := int64(0)
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // another process has removed it
		}
		info, err := d.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(d.Name(), unfinished):
			if time.Since(info.ModTime()) > abandoned {
				_ = os.RemoveAll(path)
			}
			return fs.SkipDir
		case !d.IsDir():
			entries = append(entries, entryOfCache{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(entries, func(a, b entryOfCache) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.name, b.name))
	})
	for _, e := range entries {
		if total <= limit {
			return
		}
		_ = os.Remove(e.name)
		total -= e.size
	}
}
