//go:build unix

package native

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file is that of the user who runs this process.
func isOwn(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
