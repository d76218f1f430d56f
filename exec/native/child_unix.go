//go:build unix

package native

import (
	"os/exec"
	"syscall"
	"time"
)

// runWithChildren runs a command. The end of its context also ends the processes that the command has
// started: clang starts compilers and linkers. When the command has ended, they have ended as well, so that
// they write no more files.
func runWithChildren(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ended := false
	cmd.Cancel = func() error {
		ended = true
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	err := cmd.Run()
	for wait := time.Millisecond; ended && wait < time.Second &&
		syscall.Kill(-cmd.Process.Pid, 0) == nil; wait *= 2 {
		time.Sleep(wait)
	}
	return err
}
