package keys

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// User is a user that the server knows.
type User struct {
	Name   string `json:"name"`   // unique in the farm
	Role   Role   `json:"role"`   // what it may do
	Public string `json:"public"` // its public nkey
}

// usersDocument is the document "ply.farmusers/1".
type usersDocument struct {
	Schema string `json:"schema"`
	Users  []User `json:"users"`
}

const usersSchema = "ply.farmusers/1"

// Names of the files of a folder of credentials.
const (
	authorityFile    = "ca.pem"
	authorityKeyFile = "ca.key"
	serverFile       = "server.pem"
	serverKeyFile    = "server.key"
	usersFile        = "users.json"
	credsSuffix      = ".creds"
)

// Blocks of PEM files.
const (
	certificateBlock = "CERTIFICATE"
	keyBlock         = "PRIVATE KEY"
	seedBlock        = "PLYWOOD FARM SEED"
	nameHeader       = "Name"
	roleHeader       = "Role"
)

// lifetime is how long certificates are valid. It is long, because a certificate serves only
// one farm, and a farm that runs for years must not stop because of it.
const lifetime = 10 * 365 * 24 * time.Hour

// ErrDamaged is wrapped by the errors for files that are not valid credentials.
var ErrDamaged = reason.New("damaged, or no credentials")

// ErrName is wrapped by the errors for names that users cannot have.
var ErrName = reason.New("no name for a user")

// Reserved is the name of the worker inside the coordinator's program, which a farm trusts.
const Reserved = "up"

var validName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CreatedName is the name of the coordinator whose credentials Create creates.
const CreatedName = "coordinator"

// Create creates a folder of credentials, with those of a coordinator, for a server with the
// given host names and addresses. It fails if the folder already contains credentials.
func Create(dir string, hosts []string) error {
	if _, err := os.Stat(filepath.Join(dir, usersFile)); err == nil {
		return reason.Errorf("%s: %w", dir, fs.ErrExist)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	form := certificate("Plywood farm")
	form.IsCA, form.BasicConstraintsValid, form.KeyUsage = true, true, x509.KeyUsageCertSign
	authority, key, err := issue(dir, authorityFile, authorityKeyFile, form, nil, nil)
	if err != nil {
		return err
	}
	if _, _, err = issue(dir, serverFile, serverKeyFile, serverForm(hosts), authority, key); err != nil {
		return err
	}
	if err := writeUsers(dir, nil); err != nil {
		return err
	}
	_, err = Add(dir, Coordinator, CreatedName)
	return err
}

// Add creates the credentials of another user and returns their file. A running server accepts
// the user once it has read the folder again.
func Add(dir string, role Role, name string) (file string, err error) {
	switch {
	case !validName.MatchString(name):
		return "", reason.Errorf("%w: %q, want letters, digits, - and _, at most 64", ErrName, name)
	case name == Reserved:
		return "", reason.Errorf("%w: %s is reserved for the worker of 'ply farm up'", ErrName, name)
	}
	users, err := Users(dir)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(users, func(u User) bool { return u.Name == name }) {
		return "", reason.Errorf("%w: %s has credentials already", ErrName, name)
	}
	authority, err := os.ReadFile(filepath.Join(dir, authorityFile))
	if err != nil {
		return "", err
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	public, err := pair.PublicKey()
	if err != nil {
		return "", err
	}
	seed, err := pair.Seed()
	if err != nil {
		return "", err
	}
	text := append(bytes.Clone(authority), pem.EncodeToMemory(&pem.Block{
		Type: seedBlock, Headers: map[string]string{nameHeader: name, roleHeader: string(role)}, Bytes: seed,
	})...)
	file = filepath.Join(dir, name+credsSuffix)
	if err := writeNew(file, text); err != nil {
		return "", err
	}
	return file, writeUsers(dir, append(users, User{name, role, public}))
}

// Revoke withdraws the credentials of a user and deletes their file from the folder. Those of
// the coordinator cannot be revoked. A running server rejects the user once it has read the
// folder again.
func Revoke(dir, name string) error {
	users, err := Users(dir)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(users, func(u User) bool { return u.Name == name })
	switch {
	case at < 0:
		return reason.Errorf("%w: %s has no credentials", ErrName, name)
	case users[at].Role == Coordinator:
		return reason.Errorf("%w: %s is the coordinator", ErrName, name)
	}
	if err := writeUsers(dir, slices.Delete(users, at, at+1)); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(dir, name+credsSuffix)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Users returns the users in a folder of credentials.
func Users(dir string) ([]User, error) {
	path := filepath.Join(dir, usersFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc usersDocument
	if err = ErrDamaged; json.Unmarshal(text, &doc) == nil {
		err = reason.Schema(doc.Schema, usersSchema, err)
	}
	if err != nil {
		return nil, reason.Errorf("%s: %w", path, err)
	}
	for _, u := range doc.Users {
		if _, err := ParseRole(string(u.Role)); err != nil || !validName.MatchString(u.Name) || !nkeys.IsValidPublicUserKey(u.Public) {
			return nil, reason.Errorf("%s: user %q: %w", path, u.Name, ErrDamaged)
		}
	}
	return doc.Users, nil
}

func writeUsers(dir string, users []User) error {
	text, err := json.MarshalIndent(usersDocument{usersSchema, users}, "", "  ")
	if err != nil {
		return err
	}
	return memory.WriteFile(filepath.Join(dir, usersFile), 0o600, func(w io.Writer) error { _, err := w.Write(append(text, '\n')); return err })
}

// writeNew writes a new file that only its owner can read. It fails if the file exists.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// issue writes a new key and a certificate of it to files of a folder. The certificate is signed by an
// authority with its key; by itself without an authority, nil.
func issue(dir, file, keyFile string, form, authority *x509.Certificate, signer *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if authority == nil {
		authority, signer = form, key
	}
	der, err := x509.CreateCertificate(rand.Reader, form, authority, key.Public(), signer)
	if err != nil {
		return nil, nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	made, err := x509.ParseCertificate(der)
	return made, key, errors.Join(
		err,
		writeNew(filepath.Join(dir, file), pem.EncodeToMemory(&pem.Block{Type: certificateBlock, Bytes: der})),
		writeNew(filepath.Join(dir, keyFile), pem.EncodeToMemory(&pem.Block{Type: keyBlock, Bytes: secret})),
	)
}

// serverForm returns the template of the certificate of a server, which is valid for loopback too.
func serverForm(hosts []string) *x509.Certificate {
	form := certificate("Plywood farm server")
	form.KeyUsage, form.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	form.DNSNames, form.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			form.IPAddresses = append(form.IPAddresses, ip)
		} else {
			form.DNSNames = append(form.DNSNames, h)
		}
	}
	return form
}

// certificate returns a template of a certificate, which gets a random serial number.
func certificate(name string) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{
		Subject:   pkix.Name{CommonName: name},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(lifetime), // clocks differ
	}
}
