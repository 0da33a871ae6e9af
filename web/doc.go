// Package web serves the page: boards with a score on every legal move, games
// reviewed, search trees drawn step by step. The page is embedded, and so is
// the description of the interface behind it, openapi.yaml.
//
// # What the page knows
//
// It knows no game, by name or by its rules, and nothing of searches. A game is
// drawn and its moves are entered by its engine.Board, a search is followed by
// its trace.Film; what of that is text comes in the reader's language.
//
// # Who may ask
//
// A server is meant for the machine it runs on. It answers to the names of
// that machine alone, so that no foreign name can be made to point at it; it
// refuses what another site's page sends; beyond loopback it wants a token. See
// guard.go.
//
// # Who may think
//
// All searches share so many cores and so much memory for tables, however many
// there are. A search belongs to a request and ends with it. Cores go round:
// whoever has waited longest is next, and gives way when others wait. Tables
// come from a pool and go back to it warm. See turns.go and pool.go.
package web
