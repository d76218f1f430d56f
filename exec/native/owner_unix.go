//go:build unix

package native

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file belongs to the user of this process.
func isOwn(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
