package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version returns the version of the module, the commit of the build and its date, as far as they are known,
// then Go's version and the platform.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = buildOf(info)
	}
	return fmt.Sprintf("%s, %s %s/%s", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildOf returns the version and the commit of a build. A module that go install has downloaded from a proxy
// has a version and no commit. A module that is built in a repository has the commit, and a version if the
// commit is tagged.
func buildOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	var parts []string
	if v := info.Main.Version; v != "" && v != "(devel)" {
		parts = append(parts, v)
	}
	if commit := settings["vcs.revision"]; commit != "" {
		const enough = 12 // digits that identify a commit
		text := "commit " + commit[:min(len(commit), enough)]
		if date, _, known := strings.Cut(settings["vcs.time"], "T"); known {
			text += " of " + date
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		parts = append(parts, "not from a repository")
	}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "modified")
	}
	return strings.Join(parts, ", ")
}
