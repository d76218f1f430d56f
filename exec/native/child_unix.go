//go:build unix

package native

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ending is how long runWithChildren waits for processes that it has ended.
const ending = time.Second

// runWithChildren runs a command. The end of its context also ends the processes that the command has
// started: clang starts compilers and linkers. When runWithChildren returns, they have ended as well, so that
// they write no more files.
//
// Each of these processes inherits the writing end of a pipe, which the system closes when the process ends.
// That a process group still exists says less: it has members until somebody waits for the last of them, and
// nobody may do so for children of a process that has ended.
func runWithChildren(cmd *exec.Cmd) error {
	alive, inherited, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = alive.Close() }()
	cmd.ExtraFiles = append(cmd.ExtraFiles, inherited)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ended := false
	cmd.Cancel = func() error {
		ended = true
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	err = cmd.Start()
	_ = inherited.Close()
	if err != nil {
		return err
	}
	err = cmd.Wait()
	if ended && alive.SetReadDeadline(time.Now().Add(ending)) == nil {
		_, _ = io.Copy(io.Discard, alive)
	}
	return err
}
