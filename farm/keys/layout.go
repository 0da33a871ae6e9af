package keys

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/plywood-go/plywood/internal/reason"
)

// Role determines what a user may do in a farm.
type Role string

// The roles.
const (
	Coordinator Role = "coordinator"
	Operator    Role = "operator"
	Worker      Role = "worker"
)

// ParseRole parses the name of a role.
func ParseRole(text string) (Role, error) {
	switch r := Role(text); r {
	case Coordinator, Operator, Worker:
		return r, nil
	}
	return "", reason.Errorf("role %q, want coordinator, operator or worker", text)
}

// The subjects of a farm's messages, on which the permissions of its users rest, and the stream of the
// files that jobs need.
const (
	Results  = "farm.result" // of results; .NAME of a worker
	Hello    = "farm.hello"  // of greetings; .NAME of a worker
	Requests = "farm.ask"    // of operators, for the coordinator; and more after a dot
	Files    = "FARM_FILES"
)

// MaxMessage is the size of the largest message of a farm, in bytes. Files and results of some jobs
// exceed the 1 MiB that is usual for NATS.
const MaxMessage = 16 << 20

// Inbox returns the prefix of the subjects to which answers to a user are sent; see
// nats.CustomInboxPrefix. Only the user and the coordinator may read them.
func Inbox(name string) string { return "_INBOX." + name }

// The accounts of NATS. Messages pass from one to another only where accounts says so.
const (
	Account = "FARM"    // of the coordinator and operators; it has the streams
	workers = "WORKERS" // of workers
)

// getFiles are the subjects of requests for files.
const getFiles = "$JS.API.DIRECT.GET." + Files + ".>"

// accounts returns the accounts of users, for the configuration of a server. The server sends answers
// and acknowledgements to any subject that a worker names, so workers have a separate account,
// in which only workers are reached.
func accounts(users []User) object {
	members := map[string][]object{Account: {}, workers: {}}
	for _, u := range users {
		account := Account
		if u.Role == Worker {
			account = workers
		}
		members[account] = append(members[account], object{"nkey": u.Public, "permissions": permissions(u.Role, u.Name)})
	}
	var exports, imports []object
	pass := func(kind, subject string) {
		exports = append(exports, object{kind: subject})
		imports = append(imports, object{kind: object{"account": Account, "subject": subject}})
	}
	pass("service", Results+".*")
	pass("service", Hello+".*")
	pass("service", getFiles)
	pass("stream", Inbox("*")+".>")
	return object{
		Account: object{"jetstream": true, "users": members[Account], "exports": exports},
		workers: object{"users": members[workers], "imports": imports},
	}
}

// permissions returns what a user may do, for the configuration of a server.
func permissions(role Role, name string) object {
	var publish []string
	switch role {
	case Coordinator:
		return object{}
	case Operator:
		publish = []string{Requests + ".>"}
	case Worker:
		publish = []string{Results + "." + name, Hello + "." + name, getFiles}
	}
	return object{"publish": object{"allow": publish}, "subscribe": object{"allow": []string{Inbox(name) + ".>"}}}
}

// ErrNeeded is the error for a server that would listen beyond loopback without credentials.
var ErrNeeded = reason.New("beyond this machine a farm needs credentials: 'ply farm credentials' makes them")

// Loopback reports whether only this machine can reach a server that listens at host.
// Only localhost and loopback addresses are known to be local.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// handshakeTime is how long a client may take to authenticate, in seconds: the machines of
// a farm are busy.
const handshakeTime = 10

// object is an object in JSON, which nats-server reads.
type object = map[string]any

// Config returns configuration for a nats-server that makes it require the credentials of the
// folder dir, as the farm's own server does. The server's configuration must include it.
func Config(dir string) ([]byte, error) {
	users, err := Users(dir)
	if err != nil {
		return nil, err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	certificate, key := filepath.Join(dir, serverFile), filepath.Join(dir, serverKeyFile)
	if _, err := tls.LoadX509KeyPair(certificate, key); err != nil {
		return nil, reason.Errorf("%s: %w: %w", dir, ErrDamaged, err)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // subjects end with >
	e.SetIndent("", "  ")
	err = e.Encode(object{
		"max_payload":   MaxMessage,
		"tls":           object{"cert_file": certificate, "key_file": key, "timeout": handshakeTime, "min_version": "1.3"},
		"authorization": object{"timeout": handshakeTime},
		"accounts":      accounts(users),
	})
	return text.Bytes(), err
}

// Client reads a credentials file, NAME.creds. It returns the user, and options that connect as
// that user.
func Client(file string) (User, []nats.Option, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return User{}, nil, err
	}
	id, roots, seed, err := parse(text)
	if err != nil {
		return User{}, nil, reason.Errorf("%s: %w", file, err)
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return User{}, nil, reason.Errorf("%s: %w: %w", file, ErrDamaged, err)
	}
	public, err := pair.PublicKey()
	if err != nil || !nkeys.IsValidPublicUserKey(public) {
		return User{}, nil, reason.Errorf("%s: %w", file, ErrDamaged)
	}
	return id, []nats.Option{
		nats.Name(id.Name),
		nats.Nkey(public, pair.Sign),
		nats.Secure(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13}),
		nats.CustomInboxPrefix(Inbox(id.Name)),
	}, nil
}

// parse parses a credentials file.
func parse(text []byte) (id User, roots *x509.CertPool, seed []byte, err error) {
	roots = x509.NewCertPool()
	authorities := 0
	for {
		var b *pem.Block
		if b, text = pem.Decode(text); b == nil {
			break
		}
		switch b.Type {
		case certificateBlock:
			c, err := x509.ParseCertificate(b.Bytes)
			if err != nil {
				return id, nil, nil, reason.Errorf("%w: %w", ErrDamaged, err)
			}
			roots.AddCert(c)
			authorities++
		case seedBlock:
			role, err := ParseRole(b.Headers[roleHeader])
			if err != nil {
				return id, nil, nil, reason.Errorf("%w: %w", ErrDamaged, err)
			}
			id, seed = User{Name: b.Headers[nameHeader], Role: role}, b.Bytes
		}
	}
	if authorities == 0 || seed == nil || !validName.MatchString(id.Name) {
		return id, nil, nil, ErrDamaged
	}
	return id, roots, seed, nil
}
