// Package keys creates and reads the credentials of a farm, and defines what its users may do.
//
// A farm that only its own machine can reach needs no credentials. A farm that listens beyond
// loopback encrypts its connections (TLS, with a certificate authority of its own), and every
// user proves its identity by signing a challenge with an nkey, an Ed25519 key of NATS. The
// server knows only public keys. [Create] creates a folder of credentials and [Add] adds to it:
//
//	ca.pem, ca.key          the certificate authority; its key signs certificates of servers
//	server.pem, server.key  of the server
//	users.json              "ply.farmusers/1": users by name, role and public key
//	NAME.creds              for one user: the authority's certificate and the user's seed
//
// Only the NAME.creds files leave the coordinator's machine, each for its user's machine.
// The file gives its holder everything that its role allows, so keep it as safe as a password.
//
// # Roles
//
// What the roles may publish and subscribe to follows from the names of a farm's subjects:
//
//	coordinator  everything
//	operator     requests to the coordinator, and the answers to them
//	worker       greets the coordinator and publishes results, both under its own name, and
//	             reads the files that jobs need
//
// So a worker cannot enqueue jobs, receive those of another worker, publish under another name,
// delete a stream, or read answers to others. Nor can it make the server do so: workers have a
// separate account, which the server's acknowledgements of their messages do not leave. A worker can
// still send false results under its own name: docs/farm.md describes what a farm does against that.
// [Revoke] withdraws credentials.
package keys
