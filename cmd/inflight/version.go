package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version says which build this is: the version of the module or the commit that it was built from, Go's version, and the platform.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = buildOf(info)
	}
	return fmt.Sprintf("%s, %s %s/%s", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func buildOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	built := info.Main.Version
	if built == "" || built == "(devel)" {
		built = "commit " + settings["vcs.revision"]
		if settings["vcs.revision"] == "" {
			built = "not from a repository"
		}
	}
	if settings["vcs.modified"] == "true" {
		built += ", modified"
	}
	return built
}
