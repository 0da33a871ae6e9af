// Package keys makes and reads the credentials of a farm, and says who may do what.
//
// A farm that only its own machine reaches needs none. As soon as it listens beyond
// loopback, what goes over the wire is encrypted (TLS, by a certificate authority of
// the farm's own), and everybody shows who they are by signing a challenge with an
// nkey, an Ed25519 key of NATS; the server knows public keys alone. [Create] makes a
// folder of credentials and [Add] adds to it:
//
//	ca.pem, ca.key          the certificate authority; the key makes new servers
//	server.pem, server.key  of the server
//	users.json              "ply.farmusers/1": who there is, by name, role and public key
//	NAME.creds              for one user: the authority's certificate and the user's seed
//
// Of these only the NAME.creds leave the coordinator's machine, each to where its user
// is. Who has one can do what its role may, so it is to be kept like a password.
//
// # Roles
//
// What the roles may publish and hear follows from the names of a farm's streams and
// subjects, a [Layout]:
//
//	coordinator  everything
//	operator     requests to the coordinator, and the answers to them
//	worker       fetches the jobs that were dispatched to it, acknowledges them, reads
//	             the files that they need, publishes results under its own name, and
//	             hears what is cancelled
//
// So a worker cannot enqueue, fetch or acknowledge the jobs of another, publish under
// another's name, delete a stream or read the answers that are meant for others. It can
// still lie under its own name: docs/farm.md says what a farm does against that. [Revoke]
// takes credentials back.
package keys
