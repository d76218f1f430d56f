package main

import (
	"runtime/debug"
	"testing"
)

// The output of --version for builds in a repository, tagged or not, and for modules that go install has
// downloaded from a proxy.
func TestVersion(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-11-27T03:21:33Z"}}
	modified := append([]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, commit...)
	for want, info := range map[string]debug.BuildInfo{
		"v0.2.0": {Main: debug.Module{Version: "v0.2.0"}},
		"v0.2.0, commit 0123456789ab of 2026-11-27": {Main: debug.Module{Version: "v0.2.0"},
			Settings: commit},
		"commit 0123456789ab of 2026-11-27": {Main: debug.Module{Version: "(devel)"},
			Settings: commit},
		"commit 0123456789ab of 2026-11-27, modified": {Settings: modified},
		"commit 0123456789ab":                         {Settings: commit[:1]},
		"not from a repository":                       {Main: debug.Module{Version: "(devel)"}},
	} {
		if got := buildOf(&info); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
