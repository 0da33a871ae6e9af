// Package web serves the page: boards with a score on every legal move, reviews of games, search
// trees drawn step by step. The page and the description of its interface, openapi.yaml, are
// embedded.
//
// # Games on the page
//
// The page contains no game's name, rules or search. It draws a game and reads its moves
// through the game's boards.Board, and follows a search through its trace.Film. Both have
// texts in the reader's language.
//
// # Access
//
// A server is meant for the machine it runs on. It answers only to that machine's names, so that
// no foreign name can be made to point at it, and refuses requests sent by pages of other sites.
// Beyond loopback it needs a token. See guard.go.
//
// # Sharing the machine
//
// All searches share a fixed number of cores and a fixed amount of memory for tables. A search
// belongs to a request and ends with it. Cores are lent in turn: the search that has waited
// longest is next, and yields when others wait. Tables come from a pool and return to it warm.
// See queue.go.
package web
