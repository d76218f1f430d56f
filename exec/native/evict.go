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
	// defaultCacheLimit is how many bytes the cache holds unless INFLIGHT_CACHE_LIMIT says something else.
	defaultCacheLimit = 1 << 30
	// abandoned is how long a file is in the making at most: older ones are those of processes that were
	// killed.
	abandoned = 24 * time.Hour
	// unfinished begins the names of folders with files in the making.
	unfinished = ".new-"
)

// cacheLimit returns how many bytes the cache may hold; false if the environment says something else than a
// size.
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

// evict removes the files that were not used for the longest time, until the cache holds no more than the
// limit, and what killed processes have left. Other processes may do the same: a file that is gone already
// counts as removed. Who has a file open keeps it.
func evict(folder string, limit int64) {
	var entries []entryOfCache
	total := int64(0)
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // somebody else has removed it
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
