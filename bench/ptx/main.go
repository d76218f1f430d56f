// Command ptx measures how long inflight check takes for kernels in PTX, as whole processes: the median of
// the time from start to end, of what all threads of the process compute, and of its memory. It prints a
// table of Markdown, and fails if a kernel is not found right.
//
//	go run ./bench/ptx [-runs 5] [-only NAME]
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// kernel is a file of the folder kernels with a launch of it.
type kernel struct {
	file, what string
	args       []string
	goal       time.Duration // for the time from start to end
}

var kernels = []kernel{
	{"gemm", "a GEMM tile of 128 x 128 by shared memory, K = 1,024",
		[]string{"--grid", "1", "--block", "256", "--arg", "gemm_param_3=128", "--arg", "gemm_param_4=1024"},
		time.Second},
	{"ring", "a ring of 4 stages, 8 warps, 1,024 trips", []string{"--grid", "1", "--arg", "n=1024"},
		2 * time.Second},
	{"tile", "a wgmma tile of 128 x 256, K = 1,024",
		[]string{"--grid", "1", "--shared", "98304", "--arg", "k=1024"},
		3 * time.Second},
	{"copies", "1,024 copies of each thread in flight, 2,048 in all",
		[]string{"--grid", "1", "--shared", "131072", "--arg", "n=1024"}, time.Second / 2},
	{"bulk", "1,024 bulk copies in flight", []string{"--grid", "1", "--shared", "65552", "--arg", "n=1024"},
		time.Second / 2},
	{"spin", "a spin on a block that goes round 1,000,000 times",
		[]string{"--grid", "2", "--block", "32", "--arg", "spin_param_3=1000000"}, time.Second / 2},
}

func main() {
	runs := flag.Int("runs", 5, "how often each kernel is judged")
	only := flag.String("only", "", "the kernel to judge; all if empty")
	flag.Parse()
	folder, err := os.MkdirTemp("", "inflight-ptx-")
	if err != nil {
		log.Fatal(err)
	}
	err = measure(filepath.Join(folder, "inflight"), *runs, *only)
	_ = os.RemoveAll(folder)
	if err != nil {
		log.Fatal(err)
	}
}

// measure builds the command and prints a row for each kernel.
func measure(command string, runs int, only string) error {
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/inflight").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	fmt.Print("| kernel | | time | goal | CPU | memory |\n|---|---|---|---|---|---|\n")
	for _, k := range kernels {
		if only != "" && k.file != only {
			continue
		}
		var all []usage
		for range runs {
			u, err := k.check(command)
			if err != nil {
				return fmt.Errorf("%s: %w", k.file, err)
			}
			all = append(all, u)
		}
		fmt.Printf("| `%s.ptx` | %s | %.2f s | %g s | %.2f s | %d MB |\n", k.file, k.what,
			median(all, func(u usage) time.Duration { return u.wall }).Seconds(), k.goal.Seconds(),
			median(all, func(u usage) time.Duration { return u.cpu }).Seconds(),
			median(all, func(u usage) int64 { return u.memory })>>20)
	}
	return nil
}

// usage is what one process took.
type usage struct {
	wall, cpu time.Duration
	memory    int64 // bytes at most
}

// check judges the kernel once.
func (k *kernel) check(command string) (usage, error) {
	args := append([]string{"check", "bench/ptx/kernels/" + k.file + ".ptx"}, k.args...)
	c := exec.Command(command, args...)
	start := time.Now()
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "no hazard") {
		return usage{}, fmt.Errorf("%v: %v\n%s", args, err, out)
	}
	u := usage{wall: time.Since(start), cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = r.Maxrss << 10
	}
	return u, nil
}

func median[T time.Duration | int64](all []usage, of func(u usage) T) T {
	var values []T
	for _, u := range all {
		values = append(values, of(u))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
