//go:build !unix

package native

import "os/exec"

// runWithChildren runs a command. The end of its context ends the command alone.
func runWithChildren(cmd *exec.Cmd) error { return cmd.Run() }
