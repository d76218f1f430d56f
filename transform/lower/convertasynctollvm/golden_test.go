package convertasynctollvm_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertasynctollvm"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "convert-async-to-llvm") }
