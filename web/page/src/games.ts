// The games that the server plays.

import { useEffect, useState } from 'preact/hooks'
import { get, type Game, type Piece } from './api'
import { has, language, text } from './words'

let listed: Promise<Game[]> | undefined
const known = new Map<string, Promise<Game>>()

/** listGames lists the games, without trees: those are for the laboratory. */
export function listGames(): Promise<Game[]> {
  listed ??= get<{ games: Game[] }>('games').then(({ games }) => {
    for (const g of games) known.set(g.name, Promise.resolve(g))
    return games.filter((g) => !g.tree)
  })
  listed.catch(() => (listed = undefined))
  return listed
}

/** findGame returns the game of a name with its size. */
export function findGame(name: string): Promise<Game> {
  let game = known.get(name)
  if (!game) {
    game = get<{ games: Game[] }>(`games?game=${encodeURIComponent(name)}`).then((r) => r.games[0]!)
    known.set(name, game)
    game.catch(() => known.delete(name))
  }
  return game
}

/** useGames returns the games, once they are known. */
export function useGames(): Game[] {
  const [games, setGames] = useState<Game[]>([])
  useEffect(() => void listGames().then(setGames, () => {}), [])
  return games
}

/** useGame returns the game of a name, once it is known. */
export function useGame(name: string): Game | null {
  const [game, setGame] = useState<Game | null>(null)
  useEffect(() => {
    let left = false
    if (name) findGame(name).then((g) => left || setGame(g), () => left || setGame(null))
    return () => { left = true }
  }, [name])
  return game?.name === name ? game : null
}

/** title names a game in the reader's language. */
export function title(g: Game): string {
  return [g.in?.[language]?.title ?? g.title, g.size].filter(Boolean).join(' ')
}

/** notation says how its positions and moves are written. */
export const notation = (g: Game): string => g.in?.[language]?.notation ?? `${g.positions}; ${g.moves}`

/** counting says how its margins are counted, where that is to be said. */
export const counting = (g: Game): string => g.in?.[language]?.counting ?? g.counting ?? ''

/** openingName is what an opening is called; many are called the same everywhere. */
export function openingName(name: string): string {
  const key = `opening.${name.toLowerCase().replaceAll(' ', '-')}`
  return has(key) ? text(key) : name
}

/** sidesOf names the sides as those do who see the board. */
export function sidesOf(g: Game): [string, string] {
  const [first, second] = g.board?.sides.map((s) => named('side', s.name)) ?? g.in?.[language]?.sides ?? g.sides
  return [first!, second ?? first!]
}

/** named returns what the reader calls something that the server has a name for. */
export function named(kind: string, name: string): string {
  const key = `${kind}.${name.toLowerCase().replaceAll(' ', '-')}`
  return has(key) ? text(key) : name
}

/** pieceName names a piece with its side. */
export function pieceName(kind: Piece, sides: [string, string]): string {
  return [sides[kind.side], kind.title ? named('piece', kind.title) : kind.text].filter(Boolean).join(' ')
}
