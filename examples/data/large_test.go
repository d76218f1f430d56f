package main

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/npy"
)

const streamFile = "../async/stream.mlir"

// buildStream compiles the example, asynchronous as written or, with sync, with both statements in one
// synchronous stage.
func buildStream(t testing.TB, sync bool) string {
	tools.Require(t, "clang")
	tools.Cache(t)
	source, err := os.ReadFile(streamFile)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	if sync {
		text = strings.NewReplacer("stage = [0, 1]", "stage = [0, 0]", "async_stages = [0]",
			"async_stages = []").Replace(text)
	}
	m, err := inflight.Parse(diag.NewFile(streamFile, []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Pipeline(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "stream")
	if err := m.BuildExecutable(t.Context(), inflight.BuildConfig{}, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// recording writes one of that many blocks and returns the names of the two files.
func recording(t testing.TB, blocks int) (samples, loudness string) {
	folder := t.TempDir()
	if err := writeLarge(folder, blocks); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "samples.npy"), filepath.Join(folder, "loudness.npy")
}

// loudnessOf does in Go what the example does.
func loudnessOf(block []byte) float32 {
	var y, envelope, sum float32
	for at := 0; at < len(block); at += 2 {
		x := float32(int16(binary.LittleEndian.Uint16(block[at:]))) * 3.05175781e-05
		y = float32(y*0.9375) + x
		envelope = max(float32(math.Abs(float64(y))), envelope*0.99609375)
		sum += envelope
	}
	return sum
}

// The executable streams a file that is larger than the memory it may have, and computes what Go computes.
func TestStreamsMoreThanItsMemory(t *testing.T) {
	const blocks = 96 // 48 MiB
	samples, loudness := recording(t, blocks)
	input, err := npy.ReadFile(samples)
	if err != nil {
		t.Fatal(err)
	}
	for _, sync := range []bool{false, true} {
		program := buildStream(t, sync)
		if out, err := tools.Command(t, program, "--memory-limit", "32MiB", samples,
			loudness).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		got, err := npy.ReadFile(loudness)
		if err != nil {
			t.Fatal(err)
		}
		for i := range blocks {
			want := loudnessOf(input.Data[i*2*blockWidth : (i+1)*2*blockWidth])
			if is := math.Float32frombits(binary.LittleEndian.Uint32(got.Data[4*i:])); is != want {
				t.Fatalf("block %d has loudness %v, want %v", i, is, want)
			}
		}
	}
	out, err := tools.Command(t, buildStream(t, false), "--memory-limit", "4MiB", samples,
		loudness).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "llocate") {
		t.Errorf("with less memory than stacks and blocks take: %v\n%s", err, out)
	}
}

// A file that is not what its header says is an error before anything runs.
func TestStreamOfBadFile(t *testing.T) {
	samples, loudness := recording(t, 2)
	program := buildStream(t, false)
	if err := os.Truncate(samples, 1000); err != nil {
		t.Fatal(err)
	}
	out, err := tools.Command(t, program, samples, loudness).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "error: "+samples+": is cut off") {
		t.Errorf("%v\n%s", err, out)
	}
}

// BenchmarkStream compares the asynchronous stage with the synchronous form: ratio-min of the shortest times
// of interleaved runs. Two cores that have nothing else to do are needed to see the stages overlap.
func BenchmarkStream(b *testing.B) {
	samples, loudness := recording(b, 256)
	programs := [2]string{buildStream(b, false), buildStream(b, true)}
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for i, program := range programs {
			start := time.Now()
			if out, err := tools.Command(b, program, samples, loudness).CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
			least[i] = min(least[i], time.Since(start))
		}
	}
	b.ReportMetric(least[1].Seconds()/least[0].Seconds(), "ratio-min")
}
