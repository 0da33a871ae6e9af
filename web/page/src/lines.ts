// The lines that the reader learns by heart, kept in the browser. A line without a mistake moves up a box and
// comes again twice as late; after a mistake it begins anew (Leitner 1972).

import type { Row } from './collections'
import { keep, kept } from './keep'

export interface Line {
  game: string
  position: string // before the first move; empty means the initial position
  moves: string[]
  side: 0 | 1 // that the reader plays
  name: string // of the opening, in English, or empty
  box: number
  due: number // the day from which to train it again
}

/** highest is the last box; a line in box n is due after 2^n days. */
const highest = 6

/** mostLines is how many lines are kept: the last ones. */
const mostLines = 500

/** today returns the number of the reader's day. */
export const today = (): number => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000)

/** trained returns what is learned by heart after it was trained on a day. */
export function trained<T extends Pick<Line, 'box' | 'due'>>(l: T, right: boolean, day: number): T {
  const box = right ? Math.min(l.box + 1, highest) : 0
  return { ...l, box, due: day + 2 ** box }
}

const same = (a: Line, b: Line) => a.game === b.game && a.position === b.position && a.side === b.side && a.moves.join() === b.moves.join()

/** linesOf returns the lines of a game, the first due first. */
export const linesOf = (game: string): Line[] => kept<Line[]>('lines', []).filter((l) => l.game === game).sort((a, b) => a.due - b.due)

/** keepLine keeps a line in place of the same one. */
export const keepLine = (l: Line) => keep('lines', [...kept<Line[]>('lines', []).filter((k) => !same(k, l)), l].slice(-mostLines))

/** knownLine returns the line as it is kept, or as it is. */
export const knownLine = (l: Line): Line => kept<Line[]>('lines', []).find((k) => same(k, l)) ?? l

export const dropLine = (l: Line) => keep('lines', kept<Line[]>('lines', []).filter((k) => !same(k, l)))

/** reply draws a move by the games that went on by it or, without any, by its named openings. The book's best
 * move is the reply if neither is known. The chance is from 0 to 1. */
export function reply(rows: Row[], chance: number): Row | undefined {
  for (const weight of [(r: Row) => r.games, (r: Row) => r.openings]) {
    let rest = chance * rows.reduce((n, r) => n + weight(r), 0)
    const drawn = rows.find((r) => (rest -= weight(r)) < 0)
    if (drawn) return drawn
  }
  return best(rows)
}

/** best returns the best move of the book or, where that has none, the most usual one. */
export const best = (rows: Row[]): Row | undefined =>
  rows.reduce<Row | undefined>((a, b) => ((b.book?.rank ?? -1e9) > (a?.book?.rank ?? -1e9) ? b : a), rows[0])
