package othelloengine

import (
	_ "embed" // for the counts

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/asset"
)

// playedTable is made from the WTHOR base of the French Othello Federation, by
//
//	go test ./games/catalog -run TestPlayed -update -wthor FOLDER
//
//go:embed played.bin
var playedTable []byte

var counted = workshop.Played{Source: "WTHOR 1977–2025", Games: 137548, Least: 20, Table: func() []byte {
	return asset.Load("games/othello/othelloengine/played.bin", playedTable)
}}
