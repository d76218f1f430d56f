package lazytoeager_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

func TestToEager(t *testing.T) { passtest.GoldenIn(t, "testdata/eager", "lazy-to-eager") }

func TestToLazy(t *testing.T) { passtest.GoldenIn(t, "testdata/lazy", "eager-to-lazy") }
