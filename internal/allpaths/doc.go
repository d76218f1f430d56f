// Package allpaths executes programs on all paths at once, and tells at each wait what can be true there: the
// brute force that the analysis of groups in flight is held against.
//
// It keeps the set of all states that control can be in: for each queue how many of its youngest groups are
// not known to be complete, and for each token its queue and how many groups are younger. Both are cut off at
// a limit that no wait reaches, so that the sets are finite; loops run until no new state appears, loops of
// constant extent as often as they say. Nothing here is joined, so that what it says is exact.
package allpaths
