package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/npy"
)

// The recording for examples/async/stream.mlir.
const (
	largeBlocks = 2048
	blockWidth  = 1 << 18 // samples of two bytes
)

// writeLarge writes a recording of that many blocks, block by block, and the array that is to be filled with
// their loudness.
func writeLarge(folder string, blocks int) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, "samples.npy"))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = npy.WriteHeader(w, npy.Int16, blocks, blockWidth)
	noise := uint64(1)
	block := make([]byte, 2*blockWidth)
	for i := 0; i < blocks && err == nil; i++ {
		noise = fillBlock(block, noise)
		_, err = w.Write(block)
	}
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		return err
	}
	loudness, err := npy.New(npy.Float32, blocks)
	if err != nil {
		return err
	}
	return npy.WriteFile(filepath.Join(folder, "loudness.npy"), loudness)
}

// fillBlock fills a block with quiet noise by xorshift, and returns the generator's next state.
func fillBlock(block []byte, noise uint64) uint64 {
	for at := 0; at < len(block); at += 2 {
		noise ^= noise << 13
		noise ^= noise >> 7
		noise ^= noise << 17
		binary.LittleEndian.PutUint16(block[at:], uint16(int16(noise>>48)/16))
	}
	return noise
}

// largeCommand obeys --large FOLDER.
func largeCommand(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: data --large FOLDER, which gets %d MiB", largeBlocks*blockWidth*2>>20)
	}
	return writeLarge(args[0], largeBlocks)
}
