//go:build unix

package native

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The end of the context ends what a command has started, and runWithChildren returns when all of it has
// ended, although nobody waits for the processes whose parent has ended. So it need not give up waiting.
func TestChildrenEndWithTheirParent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// A shell starts another one in the background and passes on that one's number.
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "sleep 60 & echo $!; wait")
	cmd.Stdout = write
	done := make(chan error)
	go func() { done <- runWithChildren(cmd) }()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	cancel()
	if err := <-done; err == nil {
		t.Error("the command did not end early")
	}
	t.Logf("after %v", time.Since(began))
	// A process that ends closes its files a moment before its state says that it has ended.
	for deadline := time.Now().Add(30 * time.Second); isRunning(child); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the child is still running")
		}
	}
}

// isRunning reports whether a process exists and has not ended. Where the system does not tell the state of
// processes in files, a process that has ended and was not waited for counts as running; the test then
// depends on the first process of the system.
func isRunning(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !os.IsNotExist(err)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}
