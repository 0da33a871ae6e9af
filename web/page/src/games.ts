// The games of the server.

import { useEffect, useState } from 'preact/hooks'
import { get, type Game, type Opening, type Opponent, type Piece } from './api'
import { has, language, text } from './words'

let listed: Promise<Game[]> | undefined
const known = new Map<string, Promise<Game>>()

/** listGames lists the games, except trees, which are for the laboratory. */
export function listGames(): Promise<Game[]> {
  listed ??= get<{ games: Game[] }>('games').then(({ games }) => {
    for (const g of games) known.set(g.name, Promise.resolve(g))
    return games.filter((g) => !g.tree)
  })
  listed.catch(() => (listed = undefined))
  return listed
}

/** findGame returns the named game, which may include a size. */
export function findGame(name: string): Promise<Game> {
  let game = known.get(name)
  if (!game) {
    game = get<{ games: Game[] }>(`games?game=${encodeURIComponent(name)}`).then((r) => r.games[0]!)
    known.set(name, game)
    game.catch(() => known.delete(name))
  }
  return game
}

/** useGames returns the games, once they have loaded. */
export function useGames(): Game[] {
  const [games, setGames] = useState<Game[]>([])
  useEffect(() => void listGames().then(setGames, () => {}), [])
  return games
}

/** useGame returns the named game, once it has loaded. */
export function useGame(name: string): Game | null {
  const [game, setGame] = useState<Game | null>(null)
  useEffect(() => {
    let left = false
    if (name) findGame(name).then((g) => left || setGame(g), () => left || setGame(null))
    return () => { left = true }
  }, [name])
  return game?.name === name ? game : null
}

/** title returns the name of a game in the reader's language. */
export function title(g: Game): string {
  return [g.in?.[language]?.title ?? g.title, g.size].filter(Boolean).join(' ')
}

/** notation describes the format of a game's positions and moves. */
export const notation = (g: Game): string => g.in?.[language]?.notation ?? `${g.positions}; ${g.moves}`

/** counting describes how a game's margins are counted, if that needs saying. */
export const counting = (g: Game): string => g.in?.[language]?.counting ?? g.counting ?? ''

/** openingName returns the name of an opening in the reader's language; many have one name
 * everywhere, and some a number. */
export function openingName(name: string): string {
  const [n = ''] = /\d+$/.exec(name) ?? []
  const slug = (of: string) => `opening.${of.toLowerCase().replaceAll(' ', '-')}`
  const key = [slug(name), slug(name.slice(0, name.length - n.length) + '{n}')].find(has)
  return key ? text(key, { n }) : name
}

const openings = new Map<string, Promise<Opening[]>>()

/** listOpenings lists the named openings of a game. */
export function listOpenings(game: string): Promise<Opening[]> {
  const all = openings.get(game) ?? get<{ openings: Opening[] }>(`openings?game=${encodeURIComponent(game)}`).then((r) => r.openings)
  openings.set(game, all)
  all.catch(() => openings.delete(game))
  return all
}

/** sidesOf returns the names of the sides by the colours on the board. */
export function sidesOf(g: Game): [string, string] {
  const [first, second] = g.board?.sides.map((s) => named('side', s.name)) ?? g.in?.[language]?.sides ?? g.sides
  return [first!, second ?? first!]
}

/** opponentOf returns the chosen opponent or, if the game has none of that name, its strongest one.
 * It returns undefined if a level was chosen. */
export function opponentOf({ opponents = [] }: Game, { opponent }: { opponent: string }): Opponent | undefined {
  return opponent ? opponents.find((o) => o.name === opponent) ?? opponents.at(-1) : undefined
}

/** named translates a name from the server for the reader. */
export function named(kind: string, name: string): string {
  const key = `${kind}.${name.toLowerCase().replaceAll(' ', '-')}`
  return has(key) ? text(key) : name
}

/** kindName returns the name of a kind of piece, or its text. */
export const kindName = (k: Piece): string => (k.title ? named(k.shape === 'figure' ? 'figurine' : 'piece', k.title) : k.text ?? '')

/** pieceName returns the name of a piece with its side. */
export const pieceName = (k: Piece, sides: [string, string]): string => [sides[k.side], kindName(k)].filter(Boolean).join(' ')

/** spell writes a move with the letters that figurines have in the reader's language. */
export function spell(g: Game, move: string): string {
  if (!g.board?.pieces.some((k) => k.shape === 'figure')) return move
  const letters = text('figurine.letters').split(' ')
  return move.replace(/[KQRBN]/g, (letter) => letters['KQRBN'.indexOf(letter)]!)
}
