//go:build !linux

package main

// onHugePages does nothing: only Linux accepts advice on the size of pages.
func onHugePages(int) {}
