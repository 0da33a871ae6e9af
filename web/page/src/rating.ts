// The reader's rating in a game, estimated from games against opponents of measured ratings.

import type { Game, Opponent } from './api'
import { keep, kept } from './keep'
import { signed } from './score'
import { text } from './words'

/** Played is a finished game: the opponent's rating, and the reader's points. */
export type Played = [elo: number, points: number]

export interface Rating {
  elo: number // the most likely one
  low: number // the true one is below this in 1 of 40 cases, and above high in as many
  high: number
}

const mostGames = 300 // that are kept, the last ones
const step = 5 // Elo

const games = (game: string): Played[] => kept(`games.${game}`, [])

/** played records the points from a game against an opponent with a rating. */
export function played(game: string, { elo }: Opponent, points: number) {
  if (elo !== undefined) keep(`games.${game}`, [...games(game), [elo, points]].slice(-mostGames))
}

const mostBegun = 50 // that are kept, the last ones

/** begun returns the games that count once they have ended: the study and the players of each. */
const begun = (): [study: string, players: string][] => kept('begun', [])

/** begin records that the game of a study counts, if it ends between these players. */
export const begin = (study: string, players: string) => keep('begun', [...begun(), [study, players]].slice(-mostBegun))

export const counts = (study: string, players: string): boolean => begun().some(([s, p]) => s === study && p === players)

/** forget records that the game of a study does not count, or no longer. */
export const forget = (study: string) => keep('begun', begun().filter(([s]) => s !== study))

/** estimate returns the rating by games, on the logistic curve of Elo (1978), where a draw is half a win and half
 * a loss. Before any game it is normally distributed around the middle of the opponents' ratings, with half
 * their range as its standard deviation. Their errors do not count. */
export function estimate(all: Played[], opponents: number[]): Rating {
  const [least, most] = [Math.min(...opponents), Math.max(...opponents)]
  const [middle, spread] = [(least + most) / 2, Math.max(200, (most - least) / 2)]
  const at = Array.from({ length: Math.ceil((8 * spread) / step) + 1 }, (_, i) => middle - 4 * spread + i * step)
  const lost = (x: number) => Math.log1p(10 ** (x / 400)) // minus the logarithm of the chance to lose at x above
  const logs = at.map((x) => all.reduce((sum, [elo, points]) => sum - points * lost(elo - x) - (1 - points) * lost(x - elo), -(((x - middle) / spread) ** 2) / 2))
  const top = Math.max(...logs)
  const shares = logs.map((l) => Math.exp(l - top))
  const whole = shares.reduce((sum, s) => sum + s)
  const quantile = (share: number) => {
    let sum = 0
    return at[shares.findIndex((s) => (sum += s) >= share * whole)]!
  }
  return { elo: at[logs.indexOf(top)]!, low: quantile(1 / 40), high: quantile(39 / 40) }
}

/** ratingIn says the reader's rating in a game, or nothing before the first game. */
export function ratingIn({ name, opponents = [] }: Game): string {
  const all = games(name)
  const known = opponents.flatMap((o) => o.elo ?? [])
  if (!all.length || !known.length) return ''
  const { elo, low, high } = estimate(all, known)
  const whole = (x: number) => signed(Math.round(x))
  return text('rating.yours', { elo: whole(elo), low: whole(low), high: whole(high), n: all.length })
}
