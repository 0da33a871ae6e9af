package farming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// The program that runs the queue's server, and its package.
const (
	queueProgram = "ply-queue"
	queuePackage = "github.com/plywood-go/plywood/cmd/" + queueProgram
)

// serve starts the server of the queue at the address of --listen, which check has accepted.
func (f *upFlags) serve(ctx context.Context, env *cli.Env, dir string) (*process.Server, error) {
	host, port, _ := net.SplitHostPort(f.Listen)
	number, _ := strconv.Atoi(port)
	if f.Credentials != "" {
		if _, err := keys.Config(f.Credentials); err != nil {
			return nil, cli.Invalid(err)
		}
	}
	program, err := findQueue(ctx, env)
	if err != nil {
		return nil, cli.Failure(err)
	}
	s, err := process.Start(program, process.Config{Dir: dir, Host: host, Port: cmp.Or(number, -1), Credentials: f.Credentials}, env.Err)
	return s, cli.Failure(err)
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

func credentialsCommand(env *cli.Env) *cobra.Command {
	var hosts []string
	var config bool
	c := &cobra.Command{
		Use:   "credentials FOLDER [ROLE NAME|revoke NAME]",
		Short: "Create or revoke the credentials of a farm and its users",
		Long: `Create the credentials that a farm needs if other machines can reach it.

With a folder alone, create the folder: a certificate authority, the certificate of
a server with the names and addresses of --host, and a coordinator. With a role,
worker or operator, and a name, add a user. The file FOLDER/NAME.creds is all that
the user needs; anyone who has it can act in that role. revoke NAME revokes the
credentials: a running farm closes the connection of NAME within seconds. --config
prints the configuration that your own nats-server must include for these users.`,
		Example: `  ply farm credentials ~/farm-keys --host farm.example --host 192.0.2.7
  ply farm credentials ~/farm-keys worker cellar-1
  ply farm credentials ~/farm-keys revoke cellar-1`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 3 {
				return cli.Usage(reason.New("want a folder, or a folder, a role and a name"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch named := c.Flags().Changed("host"); {
			case config && (len(args) == 3 || named):
				return cli.Usage(reason.New("--config: want a folder and nothing else"))
			case len(args) == 3 && named:
				return cli.Usage(reason.New("--host is for the server: want a folder alone"))
			case !config:
				return runCredentials(env, args[0], hosts, args[1:])
			}
			text, err := keys.Config(args[0])
			if err != nil {
				return cli.Invalid(err)
			}
			_, err = env.Out.Write(text)
			return err
		},
	}
	c.Flags().BoolVar(&config, "config", false, "print the configuration for a nats-server")
	c.Flags().StringArrayVar(&hosts, "host", nil, "`name` or address of the server; repeatable")
	return c
}

// credentialsJSON is the document "ply.credentials/1".
type credentialsJSON struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Role   string `json:"role"`
	File   string `json:"file"`
}

// runCredentials creates a folder of credentials, or changes those of args: a role and a name.
func runCredentials(env *cli.Env, dir string, hosts, args []string) error {
	doc := credentialsJSON{"ply.credentials/1", keys.CreatedName, string(keys.Coordinator), filepath.Join(dir, keys.CreatedName+".creds")}
	text := ""
	var err error
	switch {
	case len(args) == 0:
		err = keys.Create(dir, hosts)
	case args[0] == "revoke":
		doc.Name, doc.Role, doc.File = args[1], "revoked", ""
		err, text = keys.Revoke(dir, doc.Name), env.Lang.Text("farm.revoked", "name", doc.Name)
	default:
		role, err2 := keys.ParseRole(args[0])
		if err2 != nil {
			return cli.Usage(err2)
		}
		doc.Name, doc.Role = args[1], args[0]
		doc.File, err = keys.Add(dir, role, doc.Name)
	}
	switch {
	case err == nil:
		return env.Say(doc, cmp.Or(text, fmt.Sprintf("%s %s\n%s", doc.Role, doc.Name, doc.File)))
	case len(args) == 0 && errors.Is(err, fs.ErrExist):
		return cli.Usage(reason.Errorf("%w: it has credentials already", err))
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, keys.ErrDamaged):
		return cli.Invalid(err)
	case errors.Is(err, keys.ErrName):
		return cli.Usage(err)
	}
	return cli.Failure(err)
}
