//go:build !unix

package native

import "os/exec"

// runWithChildren runs a command. The end of its context ends only the command itself.
func runWithChildren(cmd *exec.Cmd) error { return cmd.Run() }
