// Package reconcileunrealizedcasts has the pass reconcile-unrealized-casts: casts that lowerings left between
// two types, and that cancel once everything is lowered, are removed.
package reconcileunrealizedcasts
