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

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/plywood-go/plywood/internal/reason"
)

// ErrNeeded is the error for a farm that is to listen beyond loopback without
// credentials.
var ErrNeeded = reason.New("beyond this machine a farm needs credentials: 'ply farm credentials' makes them")

// Loopback reports whether only this machine reaches who listens at a host. A name
// other than localhost, and no name, may be anything.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Guard has a server ask for credentials: those of the folder dir. The nodes of a
// cluster take each other for such if they have certificates of one authority. A server that
// listens on loopback needs none, if dir is "". Another is refused, with ErrNeeded.
func Guard(o *server.Options, dir string, layout Layout) error {
	if dir == "" {
		if !Loopback(o.Host) {
			return reason.Errorf("%q: %w", o.Host, ErrNeeded)
		}
		return nil
	}
	users, err := Users(dir)
	if err != nil {
		return err
	}
	clients, nodes, err := serverTLS(dir)
	if err != nil {
		return err
	}
	o.TLS, o.TLSConfig, o.AllowNonTLS, o.NoAuthUser = true, clients, false, ""
	o.TLSTimeout, o.AuthTimeout = handshake, handshake
	if o.Cluster.Name != "" {
		o.Cluster.TLSConfig, o.Cluster.TLSTimeout = nodes, handshake
	}
	o.Nkeys = nil
	for _, u := range users {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: u.Public, Permissions: permissions(layout.Grant(u.Role, u.Name))})
	}
	return nil
}

// handshake is how long a client may take to show who it is, in seconds: machines of
// a farm are busy.
const handshake = 10

func permissions(g Grant) *server.Permissions {
	p := &server.Permissions{}
	if g.Publish != nil {
		p.Publish = &server.SubjectPermission{Allow: g.Publish}
	}
	if g.Subscribe != nil {
		p.Subscribe = &server.SubjectPermission{Allow: g.Subscribe}
	}
	return p
}

// configuration is what Config writes. A configuration of nats-server may be JSON.
type configuration struct {
	MaxPayload int `json:"max_payload,omitempty"`
	TLS        struct {
		Certificate string  `json:"cert_file"`
		Key         string  `json:"key_file"`
		Timeout     float64 `json:"timeout"`
	} `json:"tls"`
	Authorization struct {
		Timeout float64          `json:"timeout"`
		Users   []configuredUser `json:"users"`
	} `json:"authorization"`
}

type configuredUser struct {
	Nkey        string                 `json:"nkey"`
	Permissions map[string]allowedOnly `json:"permissions,omitempty"`
}

type allowedOnly struct {
	Allow []string `json:"allow"`
}

// Config returns what Guard has an embedded server ask for as a configuration of
// nats-server, to be included in that of a server of one's own.
func Config(dir string, layout Layout) ([]byte, error) {
	users, err := Users(dir)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var c configuration
	c.TLS.Certificate, c.TLS.Key = filepath.Join(whole, serverFile), filepath.Join(whole, serverKeyFile)
	c.TLS.Timeout, c.Authorization.Timeout = handshake, handshake
	c.MaxPayload = layout.MaxMessage
	for _, u := range users {
		known := configuredUser{Nkey: u.Public}
		if g := layout.Grant(u.Role, u.Name); g.Publish != nil {
			known.Permissions = map[string]allowedOnly{"publish": {g.Publish}, "subscribe": {g.Subscribe}}
		}
		c.Authorization.Users = append(c.Authorization.Users, known)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // subjects end with >
	e.SetIndent("", "  ")
	err = e.Encode(c)
	return text.Bytes(), err
}

// Identity is who a file of credentials is for.
type Identity struct {
	Name string
	Role Role
}

// Client returns who a file of credentials, NAME.creds, is for and what connects so.
func Client(file string) (Identity, []nats.Option, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Identity{}, nil, err
	}
	id, roots, seed, err := parse(text)
	if err != nil {
		return Identity{}, nil, reason.Errorf("%s: %w", file, err)
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return Identity{}, nil, reason.Errorf("%s: %w: %w", file, ErrDamaged, err)
	}
	public, err := pair.PublicKey()
	if err != nil || !nkeys.IsValidPublicUserKey(public) {
		return Identity{}, nil, reason.Errorf("%s: %w", file, ErrDamaged)
	}
	return id, []nats.Option{
		nats.Name(id.Name),
		nats.Nkey(public, pair.Sign),
		nats.Secure(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13}),
		nats.CustomInboxPrefix(Inbox(id.Name)),
	}, nil
}

// parse reads a file of credentials.
func parse(text []byte) (id Identity, roots *x509.CertPool, seed []byte, err error) {
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
			id, seed = Identity{b.Headers[nameHeader], role}, b.Bytes
		}
	}
	if authorities == 0 || seed == nil || !validName.MatchString(id.Name) {
		return id, nil, nil, ErrDamaged
	}
	return id, roots, seed, nil
}
