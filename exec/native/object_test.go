package native

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// A C program is linked from two object files, or from two static libraries, and calls both. Each has a
// runtime of its own and a private function of the same name. One has tasks, and one returns memory.
func TestObjectsInOneProgram(t *testing.T) {
	clang := tools.Require(t, "clang")
	tools.Cache(t)
	for _, ending := range []string{".o", ".a"} {
		folder := t.TempDir()
		for name, text := range map[string]string{"first": tasksOf("first", "1.5"),
			"second": tasksOf("second", "2.5")} {
			if err := BuildObject(t.Context(), parse(t, text), filepath.Join(folder, name+ending),
				config.Code{}); err != nil {
				t.Fatal(err)
			}
		}
		main := `#include "first.h"
#include "second.h"
#include <stdio.h>
int main(void) {
  float data[4] = {1, 2, 3, 4};
  inflight_f32_1 m = {data, data, 0, {4}, {1}};
  _mlir_ciface_first(&m);
  _mlir_ciface_second(&m);
  printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
}
`
		if err := write(folder, map[string]string{"main.c": main}); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(folder, "main")
		runProgram(t, nil, clang, "-Wall", "-Werror", filepath.Join(folder, "main.c"),
			filepath.Join(folder, "first"+ending),
			filepath.Join(folder, "second"+ending), "-lm", "-pthread", "-o", program)
		if got := strings.TrimSpace(runProgram(t, nil, program)); got != "5 6 7 8" {
			t.Errorf("%s: got %q", ending, got)
		}
	}
}

// tasksOf returns a program whose public function adds a number to four elements, in a task that calls a
// private function.
func tasksOf(name, number string) string {
	return strings.NewReplacer("NAME", name, "NUMBER", number).Replace(`
func.func private @add(%m: memref<?xf32>, %i: index) {
  %c = arith.constant NUMBER : f32
  %x = memref.load %m[%i] : memref<?xf32>
  %y = arith.addf %x, %c : f32
  memref.store %y, %m[%i] : memref<?xf32>
  return
}
func.func @NAME(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      func.call @add(%m, %i) : (memref<?xf32>, index) -> ()
    }
    async.yield
  }
  async.await %t : !async.token
  return
}
`)
}
