package farming

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// The program that runs the queue's server, and its package.
const (
	queueProgram = "ply-queue"
	queuePackage = "github.com/plywood-go/plywood/cmd/" + queueProgram
)

// serve starts the server of the queue.
func (f *upFlags) serve(ctx context.Context, env *cli.Env, dir string) (*process.Server, error) {
	host, port, err := net.SplitHostPort(f.Listen)
	if err != nil {
		return nil, exit.Usage(reason.Errorf("--listen: %w", err))
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, exit.Usage(reason.Errorf("--listen: %w", err))
	}
	if number == 0 {
		number = -1
	}
	if f.Credentials != "" {
		if _, err := keys.Users(f.Credentials); err != nil {
			return nil, exit.Invalid(err)
		}
		if _, _, err := keys.ServerTLS(f.Credentials); err != nil {
			return nil, exit.Invalid(err)
		}
	}
	program, err := findQueue(ctx, env)
	if err != nil {
		return nil, exit.Failure(err)
	}
	s, err := process.Start(program, process.Config{Dir: dir, Host: host, Port: number, Credentials: f.Credentials}, env.Err)
	if err != nil {
		return nil, exit.Failure(err)
	}
	return s, nil
}

// findQueue returns the path of the program that runs the queue's server. It looks beside
// this program, then on the PATH, and then builds the program with the go tool.
func findQueue(ctx context.Context, env *cli.Env) (string, error) {
	name := queueProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if beside := filepath.Join(filepath.Dir(self), name); isFile(beside) {
			return beside, nil
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return filepath.Abs(path)
	}
	path, err := buildQueue(ctx, env, name)
	if err != nil {
		return "", reason.Errorf("%s is neither beside ply nor on the PATH, and cannot be built: %w; install it: go install %s@latest", queueProgram, err, queuePackage)
	}
	return path, nil
}

// isFile reports whether path is a regular file.
func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// profileOf returns the path of the profile that the program was built with, or "".
func profileOf(info *debug.BuildInfo) string {
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == "-pgo" {
				return s.Value
			}
		}
	}
	return ""
}

// buildQueue builds the program in the user's cache: from the sources of this program, if
// they are on this machine, or the released version of it.
func buildQueue(ctx context.Context, env *cli.Env, name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "plywood", "bin", cli.Version())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	out := filepath.Join(dir, name)
	info, ok := debug.ReadBuildInfo()
	released := ok && info.Main.Version != "" && info.Main.Version != "(devel)" && !strings.HasSuffix(info.Main.Version, "+dirty")
	if released && isFile(out) {
		return out, nil
	}
	fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.building", "program", queueProgram))
	_, file, _, _ := runtime.Caller(0)
	args := []string{"build", "-o", out, queuePackage}
	if profile := profileOf(info); isFile(profile) {
		args = slices.Insert(args, 1, "-pgo="+profile) // shares the packages that are compiled
	}
	c := exec.CommandContext(ctx, "go", args...)
	if sources := filepath.Dir(file); filepath.IsAbs(sources) && isFile(file) {
		c.Dir = sources
	} else if released {
		c = exec.CommandContext(ctx, "go", "install", queuePackage+"@"+info.Main.Version)
		c.Env = append(os.Environ(), "GOBIN="+dir)
	}
	if text, err := c.CombinedOutput(); err != nil {
		return "", reason.Errorf("%w: %s", err, text)
	}
	return out, nil
}
