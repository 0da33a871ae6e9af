// Package remote connects commands to a farm: to run it, to ask it, or to send it work.
package remote

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/task"
	"github.com/plywood-go/plywood/internal/reason"
)

// UsualAddress is the default address of a farm.
const UsualAddress = "127.0.0.1:4222"

// Flags are the flags of all farm commands. They say where the farm is.
type Flags struct {
	// The zero Flags are the farm whose address is in the usual folder.
	NATS        string `flag:"nats" help:"{address} of the queue, such as nats://host:4222"`
	Dir         string `flag:"dir" help:"{folder} of the farm instead of the usual one"`
	Credentials string `flag:"credentials" help:"credentials {file} NAME.creds; for up and backup the folder of all credentials, see ply farm credentials"`
}

// User returns the identity and the connection options of the credentials; both are empty
// without credentials. For the folder of all credentials they are those of the coordinator.
func (f *Flags) User() (keys.User, []nats.Option, error) {
	if f.Credentials == "" {
		return keys.User{}, nil, nil
	}
	file := f.Credentials
	if st, err := os.Stat(file); err == nil && st.IsDir() {
		file = filepath.Join(file, keys.CreatedName+".creds")
	}
	id, options, err := keys.Client(file)
	return id, options, cli.Invalid(err)
}

// Folder returns the folder of the farm.
func (f *Flags) Folder() (string, error) {
	if f.Dir != "" {
		return f.Dir, nil
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return "", cli.Usage(reason.Errorf("%w %w", reason.Errorf("%s: which folder?", "--dir"), err))
	}
	return filepath.Join(dataFolder(config), "plywood", "farm"), nil
}

// ArchiveFile is the name of the archive in the folder of a farm.
const ArchiveFile = "archive"

// dataFolder returns the folder for the data of a user whose configuration is in config.
// Systems without such a folder use the XDG Base Directory Specification.
func dataFolder(config string) string {
	switch runtime.GOOS {
	case "darwin", "ios":
		return config // Application Support holds both
	case "windows":
		return cmp.Or(os.Getenv("LOCALAPPDATA"), config)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = config
	}
	return cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share"))
}

// AddressFile is the name of the file, in the folder of a farm, with its address.
const AddressFile = "address"

// Address returns the address of the queue: --nats, or the address of the farm in the folder.
func (f *Flags) Address() (string, error) {
	if f.NATS != "" {
		return f.NATS, nil
	}
	dir, err := f.Folder()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, AddressFile))
	if err != nil {
		return "nats://" + UsualAddress, nil
	}
	return strings.TrimSpace(string(text)), nil
}

// Dial connects to the queue as an operator. It fails if no farm runs.
func (f *Flags) Dial() (queue.Queue, error) { return f.DialAs(keys.Operator) }

// DialAs connects to the queue in a role. Credentials of a coordinator serve every role.
func (f *Flags) DialAs(role keys.Role) (queue.Queue, error) {
	address, err := f.Address()
	if err != nil {
		return nil, err
	}
	id, options, err := f.User()
	switch {
	case err != nil:
		return nil, err
	case id.Role != "" && id.Role != role && id.Role != keys.Coordinator:
		return nil, cli.Usage(reason.Errorf("--credentials: %s is the role of %s, want %s", id.Role, id.Name, role))
	}
	q, err := natsqueue.Dial(natsqueue.Config{URL: address, Options: options})
	if errors.Is(err, queue.ErrNoServer) {
		err = reason.Errorf("%w: is 'ply farm up' running?", err)
	}
	return q, cli.Failure(err)
}

// Await connects to the queue in a role. It waits until a farm runs, and says so.
func (f *Flags) Await(ctx context.Context, env *cli.Env, role keys.Role) (queue.Queue, error) {
	for said := false; ; said = true {
		q, err := f.DialAs(role)
		switch {
		case ctx.Err() != nil:
			return nil, cli.Interrupted
		case !errors.Is(err, queue.ErrNoServer):
			return q, err
		case !said:
			fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.waiting", "error", cli.Message(env.Lang, err)))
		}
		queue.Rest(ctx, time.Second)
	}
}

// Version returns the version that jobs and workers must share: the release and,
// for a program between releases, a hash of the program.
var Version = sync.OnceValue(func() string {
	v := cli.Version()
	if !strings.Contains(v, "-") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	f, err := os.Open(path)
	if err != nil {
		return v
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return v
	}
	return fmt.Sprintf("%s+%x", v, h.Sum(nil)[:6])
})

// Send are the flags of commands whose work a farm can do.
type Send struct {
	Farm  bool  // the farm does the work
	Where Flags // which farm
}

// Add adds the flags to a command; what describes the work of the farm.
func (f *Send) Add(c *cobra.Command, what string) {
	c.Flags().BoolVar(&f.Farm, "farm", false, what+": the one of --nats or --dir")
	cli.Bind(c, &f.Where)
}

// Check refuses flags that say where the farm is without --farm.
func (f *Send) Check() error {
	if !f.Farm && f.Where != (Flags{}) {
		return cli.Usage(reason.New("--nats, --dir and --credentials say which farm, and need --farm"))
	}
	return nil
}

// SolveTable is the default size of the table of a search on a farm, in bytes.
const SolveTable = 16 << 20

// Sender returns a function that has the farm do tasks of a kind. It is nil without --farm.
func (f *Send) Sender(kind job.Kind, g *engine.Game) (send workshop.Send, release func(), err error) {
	if err := f.Check(); err != nil || !f.Farm {
		return nil, func() {}, err
	}
	q, err := f.Where.Dial()
	if err != nil {
		return nil, nil, err
	}
	return task.Send(&farm.Client{Queue: q}, kind, g, Version()), q.Close, nil
}
