package native

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/diag"
)

var codeDistrusted = diag.Register("native-cache-distrusted", "the cache of compiled programs is not used",
	"Whoever can write to the cache decides what the engine native runs. Its folder, native below "+
		"INFLIGHT_CACHE or below inflight in "+
		"the user's cache folder, must belong to the user, and neither it nor the folder around it may be "+
		"writable by others; folders "+
		"further above may be where they are sticky, as /tmp is. Until then every program is compiled anew.")

// cacheRoot returns the user's folder for the cache.
func cacheRoot() (string, error) {
	if dir := os.Getenv("INFLIGHT_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "inflight"), nil
}

// cacheFolder makes the folder of the cache, to which only the user has access, and returns it. If other
// users may have written its contents, distrusted is the reason, and the folder must not be used.
func cacheFolder() (folder, distrusted string, err error) {
	root, err := cacheRoot()
	if err != nil {
		return "", "", err
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return "", "", err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return "", "", err
	}
	folder = filepath.Join(root, "native")
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", "", err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return "", "", err
	}
	if reason := whyDistrusted(folder, info); reason != "" {
		return "", reason, nil
	}
	if info.Mode().Perm() != 0o700 {
		err = os.Chmod(folder, 0o700)
	}
	return folder, "", err
}

// whyDistrusted returns the reason why other users may have written the contents of a folder, "" if they
// cannot have.
func whyDistrusted(folder string, info fs.FileInfo) string {
	switch {
	case !info.IsDir():
		return "'" + folder + "' is no folder"
	case !isOwn(info):
		return "'" + folder + "' belongs to another user"
	case info.Mode().Perm()&0o022 != 0:
		return "'" + folder + "' is writable by others"
	}
	// The group of a folder further above often has only one user.
	for mask := fs.FileMode(0o022); ; mask = 0o002 {
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
		if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&mask != 0 &&
			info.Mode()&fs.ModeSticky == 0 {
			return "'" + folder + "' is writable by others"
		}
	}
}

// CacheRemark returns a remark with the reason why the cache of compiled programs is not used. The list is
// empty if it is used.
func CacheRemark() diag.List {
	folder, reason, err := cacheFolder()
	if err == nil && reason == "" {
		var made string
		if made, err = os.MkdirTemp(folder, unfinished+"*"); err == nil {
			_ = os.Remove(made)
			return nil
		}
	}
	if err != nil {
		return diag.List{diag.Warningf(codeCache, diag.Span{},
			"the cache of compiled programs cannot be used: %v", err).
			Suggest("set INFLIGHT_CACHE to a folder that can be written")}
	}
	return diag.List{diag.Remarkf(codeDistrusted, diag.Span{},
		"the cache of compiled programs is not used: %s", reason).
		Suggest("set INFLIGHT_CACHE to a folder that only you can write to")}
}
