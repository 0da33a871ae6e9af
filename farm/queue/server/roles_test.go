package server

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/keys"
)

// patience bounds the wait for events that must happen.
const patience = 4 * time.Minute

// farm starts a server with a new folder of credentials, which has a coordinator, two workers
// and an operator.
func farm(t *testing.T) (dir, url string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "keys")
	if err := keys.Create(dir, []string{"farm.example", "192.0.2.7"}); err != nil {
		t.Fatal(err)
	}
	for name, role := range map[string]keys.Role{"w1": keys.Worker, "w2": keys.Worker, "boss": keys.Operator} {
		if _, err := keys.Add(dir, role, name); err != nil {
			t.Fatal(err)
		}
	}
	return dir, serve(t, dir)
}

// serve starts a server with the credentials of a folder.
func serve(t *testing.T, dir string) (url string) {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1"}
	if err := guard(o, dir); err != nil {
		t.Fatal(err)
	}
	return run(t, o)
}

// run starts a server.
func run(t *testing.T, o *server.Options) (url string) {
	t.Helper()
	o.Port, o.JetStream, o.StoreDir, o.NoLog, o.NoSigs = server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// user is a client that receives the server's permission errors.
type user struct {
	*nats.Conn
	js      jetstream.JetStream
	refused chan error
}

func connect(t *testing.T, dir, url, name string) *user {
	t.Helper()
	id, options, err := keys.Client(filepath.Join(dir, name+".creds"))
	if err != nil || id.Name != name {
		t.Fatalf("%+v, %v", id, err)
	}
	u := &user{refused: make(chan error, 100)}
	u.Conn, err = nats.Connect(url, append(options, nats.Timeout(patience), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { u.refused <- err }))...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	t.Cleanup(u.Close)
	if u.js, err = jetstream.New(u.Conn); err != nil {
		t.Fatal(err)
	}
	return u
}

// forbidden does what the server must refuse, and waits for the error.
func (u *user) forbidden(t *testing.T, what string, do func() error) {
	t.Helper()
	if err := do(); err != nil && !errors.Is(err, nats.ErrPermissionViolation) {
		t.Fatalf("%s: %v", what, err)
	}
	if err := u.Flush(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-u.refused:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(patience):
		t.Errorf("%s: allowed", what)
	}
}

// TestRoles checks the permissions of each role.
func TestRoles(t *testing.T) {
	dir, url := farm(t)
	roles(t, dir, url)
}

// TestConfig checks the same permissions on a server that reads the configuration of
// keys.Config.
func TestConfig(t *testing.T) {
	dir, _ := farm(t)
	text, err := keys.Config(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.Host = "127.0.0.1"
	roles(t, dir, run(t, o))
}

func roles(t *testing.T, dir, url string) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	coordinator, w1, boss := connect(t, dir, url, keys.CreatedName), connect(t, dir, url, "w1"), connect(t, dir, url, "boss")
	if _, err := coordinator.js.CreateStream(ctx, jetstream.StreamConfig{Name: "WORK", Subjects: []string{"farm.archive"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := coordinator.js.CreateConsumer(ctx, "WORK", jetstream.ConsumerConfig{Durable: "coordinator", AckPolicy: jetstream.AckExplicitPolicy}); err != nil {
		t.Fatal(err)
	}
	results, err := coordinator.SubscribeSync("farm.result.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := coordinator.Flush(); err != nil {
		t.Fatal(err)
	}

	// A worker's whole life.
	if _, err := coordinator.Subscribe("farm.hello.*", func(m *nats.Msg) { _ = m.Respond([]byte("job")) }); err != nil {
		t.Fatal(err)
	}
	if err := coordinator.Flush(); err != nil {
		t.Fatal(err)
	}
	if r, err := w1.Request("farm.hello.w1", nil, patience); err != nil || string(r.Data) != "job" {
		t.Errorf("%v, %v", r, err)
	}
	if err := w1.Publish("farm.result.w1", []byte("result")); err != nil {
		t.Fatal(err)
	}
	if r, err := results.NextMsg(patience); err != nil || r.Subject != "farm.result.w1" {
		t.Errorf("%v, %v", r, err)
	}

	// An operator's.
	if _, err := coordinator.Subscribe("farm.ask.>", func(m *nats.Msg) { _ = m.Respond([]byte("yes")) }); err != nil {
		t.Fatal(err)
	}
	if err := coordinator.Flush(); err != nil {
		t.Fatal(err)
	}
	if r, err := boss.Request("farm.ask.status", nil, patience); err != nil || string(r.Data) != "yes" {
		t.Errorf("%v, %v", r, err)
	}

	hears := func(u *user, subject string) func() error {
		return func() error {
			_, err := u.SubscribeSync(subject)
			return err
		}
	}
	says := func(u *user, subject string) func() error {
		return func() error { return u.Publish(subject, []byte("x")) }
	}
	for what, do := range map[string]func() error{
		"write to the archive":          says(w1, "farm.archive"),
		"greet as another":              says(w1, "farm.hello.w2"),
		"forge another's result":        says(w1, "farm.result.w2"),
		"a result of nobody":            says(w1, "farm.result"),
		"delete the stream":             says(w1, "$JS.API.STREAM.DELETE.WORK"),
		"purge the stream":              says(w1, "$JS.API.STREAM.PURGE.WORK"),
		"delete a message":              says(w1, "$JS.API.STREAM.MSG.DELETE.WORK"),
		"make a consumer":               says(w1, "$JS.API.CONSUMER.CREATE.WORK.mine"),
		"delete the consumer":           says(w1, "$JS.API.CONSUMER.DELETE.WORK.coordinator"),
		"fetch":                         says(w1, "$JS.API.CONSUMER.MSG.NEXT.WORK.coordinator"),
		"acknowledge":                   says(w1, "$JS.ACK.WORK.coordinator.1.1.1.1.1"),
		"put a file":                    says(w1, "farm.ask.file.x"),
		"delete files":                  says(w1, "$JS.API.STREAM.PURGE.FARM_FILES"),
		"ask as an operator":            says(w1, "farm.ask.status"),
		"hear others' greetings":        hears(w1, "farm.hello.>"),
		"hear others' results":          hears(w1, "farm.result.>"),
		"hear everything":               hears(w1, ">"),
		"hear answers meant for others": hears(w1, keys.Inbox("w2")+".>"),
	} {
		w1.forbidden(t, "a worker: "+what, do)
	}
	for what, do := range map[string]func() error{
		"greet":                says(boss, "farm.hello.boss"),
		"publish a result":     says(boss, "farm.result.boss"),
		"write to the archive": says(boss, "farm.archive"),
		"acknowledge":          says(boss, "$JS.ACK.WORK.coordinator.1.1.1.1.1"),
		"delete the stream":    says(boss, "$JS.API.STREAM.DELETE.WORK"),
		"fetch":                says(boss, "$JS.API.CONSUMER.MSG.NEXT.WORK.coordinator"),
		"hear results":         hears(boss, "farm.result.>"),
	} {
		boss.forbidden(t, "an operator: "+what, do)
	}
	if info, err := coordinator.js.Stream(ctx, "WORK"); err != nil || info.CachedInfo().State.Msgs != 0 {
		t.Errorf("the stream is not as it was: %v", err)
	}
}

// TestRevoked checks that the connection of a user ends when its credentials are revoked, and
// that others remain.
func TestRevoked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	if err := keys.Create(dir, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w1", "w2"} {
		if _, err := keys.Add(dir, keys.Worker, name); err != nil {
			t.Fatal(err)
		}
	}
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}
	if err := guard(o, dir); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(o.Clone())
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not start")
	}
	ended := make(chan string, 10)
	for _, name := range []string{"w1", "w2"} {
		connect(t, dir, s.ClientURL(), name).SetDisconnectErrHandler(func(*nats.Conn, error) { ended <- name })
	}
	if err := keys.Revoke(dir, "w1"); err != nil {
		t.Fatal(err)
	}
	if err := guard(o, dir); err != nil {
		t.Fatal(err)
	}
	if err := s.ReloadOptions(o); err != nil {
		t.Fatal(err)
	}
	select {
	case name := <-ended:
		if name != "w1" {
			t.Errorf("%s is cut off", name)
		}
	case <-time.After(patience):
		t.Fatal("who was revoked is connected still")
	}
	if _, err := os.Stat(filepath.Join(dir, "w1"+".creds")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the credentials are there: %v", err)
	}
	for _, name := range []string{"w1", keys.CreatedName} {
		if err := keys.Revoke(dir, name); !errors.Is(err, keys.ErrName) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := keys.Add(dir, keys.Worker, "w1"); err != nil {
		t.Errorf("the name is not free: %v", err)
	}
}

// TestStrangers checks that clients without valid credentials are refused.
func TestStrangers(t *testing.T) {
	dir, url := farm(t)
	other, _ := farm(t)
	_, mine, err := keys.Client(filepath.Join(dir, "w1.creds"))
	if err != nil {
		t.Fatal(err)
	}
	_, theirs, err := keys.Client(filepath.Join(other, "w1.creds"))
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Replace(url, "tls://", "nats://", 1)
	for what, options := range map[string][]nats.Option{
		"no credentials":                   nil,
		"no key, over TLS":                 {mine[2]},
		"a key of another farm":            {theirs[1], mine[2]},
		"an authority of another farm":     {mine[1], theirs[2]},
		"all of another farm":              theirs,
		"another's key for its own answer": {nats.Nkey(publicOf(t, dir, "w2"), nil), mine[2]},
	} {
		c, err := nats.Connect(plain, append(options, nats.Timeout(patience), nats.MaxReconnects(0))...)
		if err == nil {
			c.Close()
			t.Errorf("%s: let in", what)
		}
	}
	c, err := nats.Connect(plain, append(mine, nats.Timeout(patience))...)
	if err != nil {
		t.Fatalf("the right credentials: %v", err)
	}
	c.Close()
}

func publicOf(t *testing.T, dir, name string) string {
	t.Helper()
	users, err := keys.Users(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range users {
		if u.Name == name {
			return u.Public
		}
	}
	t.Fatalf("no user %s", name)
	return ""
}

// TestCluster checks that the certificates of a folder serve between the nodes of a cluster, and that
// only nodes with them can join it.
func TestCluster(t *testing.T) {
	dir, _ := farm(t)
	other, _ := farm(t)
	node := func(name, dir string, routes ...*url.URL) *server.Server {
		o := &server.Options{
			ServerName: name, Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, Routes: routes,
			Cluster: server.ClusterOpts{Name: "farm", Host: "127.0.0.1", Port: server.RANDOM_PORT},
		}
		if dir != "" {
			c, err := server.GenTLSConfig(&server.TLSConfigOpts{
				CertFile: filepath.Join(dir, "server.pem"), KeyFile: filepath.Join(dir, "server.key"), CaFile: filepath.Join(dir, "ca.pem"), Verify: true,
			})
			if err == nil {
				c.RootCAs = c.ClientCAs
				o.Cluster.TLSConfig, err = c, guard(o, dir)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(patience) {
			t.Fatal("the server does not start")
		}
		return s
	}
	first := node("first", dir)
	at := &url.URL{Scheme: "nats", Host: first.ClusterAddr().String()}
	stranger, open := node("stranger", other, at), node("open", "", at)
	second := node("second", dir, at)
	for began := time.Now(); second.NumRoutes() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > patience {
			t.Fatal("the nodes do not find each other")
		}
	}
	if stranger.NumRoutes() > 0 || open.NumRoutes() > 0 {
		t.Errorf("%d routes to a node of other credentials, %d to one of none", stranger.NumRoutes(), open.NumRoutes())
	}
}

// TestGuard checks that a server without credentials listens on loopback only.
func TestGuard(t *testing.T) {
	for host, ok := range map[string]bool{
		"127.0.0.1": true, "::1": true, "localhost": true, "127.1.2.3": true,
		"": false, "0.0.0.0": false, "::": false, "192.0.2.7": false, "farm.example": false,
	} {
		err := guard(&server.Options{Host: host}, "")
		if (err == nil) != ok || err != nil && !errors.Is(err, keys.ErrNeeded) {
			t.Errorf("%q: %v", host, err)
		}
	}
	dir := t.TempDir()
	if err := guard(&server.Options{Host: "0.0.0.0"}, dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without credentials: %v", err)
	}
	if err := keys.Create(filepath.Join(dir, "k"), nil); err != nil {
		t.Fatal(err)
	}
	var o server.Options
	if err := guard(&o, filepath.Join(dir, "k")); err != nil || !o.TLS || len(o.Nkeys) != 1 {
		t.Errorf("%v, %+v", err, o.Nkeys)
	}
}
