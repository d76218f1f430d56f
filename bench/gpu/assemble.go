package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
)

// toolkit finds a program of the CUDA toolkit.
func toolkit(name string) (string, error) {
	if file, err := exec.LookPath(name); err == nil {
		return file, nil
	}
	if file, err := exec.LookPath(filepath.Join("/usr/local/cuda/bin", name)); err == nil {
		return file, nil
	}
	return "", &missingTool{name}
}

// missingTool says that there is no program of the toolkit, which a session does without.
type missingTool struct{ name string }

func (e *missingTool) Error() string {
	return fmt.Sprintf(
		"there is no %s on PATH, nor in /usr/local/cuda/bin: it comes with NVIDIA's CUDA toolkit", e.name)
}

// assembled is what ptxas says of a file.
type assembled struct {
	File string `json:"file"`
	// Remark is an error, registers that did not fit, or products that wait for each other; empty for most.
	Remark string `json:"remark,omitempty"`
	Failed bool   `json:"failed,omitempty"`
}

// assemble has every kernel compiled by ptxas, for this device.
func (s *session) assemble(ctx context.Context) error {
	ptxas, err := toolkit("ptxas")
	if err != nil {
		return err
	}
	var files []string
	for _, pattern := range []string{kernelFolder + "/*.ptx", raceFolder + "/*.ptx", emittedFolder + "/*.ptx",
		testFolder + "/examples/ptx/*.ptx"} {
		found, _ := filepath.Glob(filepath.Join(s.folder, pattern))
		files = append(files, found...)
	}
	s.report.Assembled = make([]*assembled, len(files))
	var group sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for i, file := range files {
		group.Go(func() {
			slots <- true
			s.report.Assembled[i] = assembleOne(ctx, ptxas, file, s.report.Target)
			<-slots
		})
	}
	group.Wait()
	for _, a := range s.report.Assembled {
		if a.Remark != "" {
			fmt.Fprintf(s.log, "==== ptxas %s\n%s\n", a.File, a.Remark)
		}
	}
	return nil
}

var (
	targetOf  = regexp.MustCompile(`(?m)^\.target\s+(\w+)`)
	notable   = regexp.MustCompile(`(?m)^.*(error|fatal|[Ss]erializ|[1-9]\d* bytes spill (stores|loads)).*$`)
	ownTarget = regexp.MustCompile(`[af]$`) // runs on devices of exactly this capability, or family
)

func assembleOne(ctx context.Context, ptxas, file, target string) *assembled {
	a := &assembled{File: filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))}
	text, err := os.ReadFile(file)
	if err != nil {
		return &assembled{a.File, err.Error(), true}
	}
	if t := targetOf.FindSubmatch(text); t != nil && ownTarget.Match(t[1]) {
		target = string(t[1])
	}
	out, err := exec.CommandContext(ctx, ptxas, "-v", "-arch="+target, "-o", os.DevNull,
		file).CombinedOutput()
	a.Remark, a.Failed = string(bytes.TrimSpace(bytes.Join(notable.FindAll(out, -1), []byte("\n")))),
		err != nil
	if err != nil && a.Remark == "" {
		a.Remark = err.Error()
	}
	return a
}
