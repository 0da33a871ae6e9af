// The picture of a board: how it is turned, and what stands on it. The board is
// the server's, with the paths of cells by which moves are entered.

import type { Board, Piece, State } from './api'

/** View is the orientation of a board: reflected or not, then rotated clockwise by quarters. */
export interface View {
  quarters: number
  mirrored: boolean
}

export const straight: View = { quarters: 0, mirrored: false }

/** turned returns the next orientation that the board allows. */
export const turned = (b: Board, v: View): View => ({ ...v, quarters: (v.quarters + 4 / b.turns) % 4 })

/** possible returns the orientation that the board allows, closest to a view. */
export const possible = (b: Board, v: View): View => ({ quarters: v.quarters % (4 / b.turns) ? 0 : v.quarters, mirrored: b.mirrors && v.mirrored })

/** sizeOf returns the displayed width and height of the picture. */
export const sizeOf = (b: Board, v: View): [number, number] => (v.quarters % 2 ? [b.height, b.width] : [b.width, b.height])

/** edgeOf returns the width of the frame around a board, in cells: room for coordinates or titles, if it
 * has some. */
export const edgeOf = (b: Board): number => (b.labels?.length || b.frames?.some((f) => f.title) ? 0.48 : 0.12)

/** place returns the displayed place of a rectangle of the picture; a point is a rectangle of
 * size 0. */
export function place(b: Board, v: View, x: number, y: number, w = 0, h = 0): [number, number] {
  let [width, height] = [b.width, b.height]
  if (v.mirrored) x = width - x - w
  for (let i = 0; i < v.quarters; i++) {
    ;[x, y] = [height - y - h, x]
    ;[w, h] = [h, w]
    ;[width, height] = [height, width]
  }
  return [x, y]
}

/** standing returns the piece on each cell. */
export function standing(b: Board, pieces: string): (Piece | undefined)[] {
  const kinds = new Map(b.pieces.map((p) => [p.letter, p]))
  return [...pieces].map((letter) => kinds.get(letter))
}

/** facing returns the view in which the pieces of a side are near the reader, on boards on which the
 * sides face each other. The state is an initial one. */
export function facing(b: Board, s: State, side: number): View {
  const rows = standing(b, s.board!.pieces).flatMap((p, i) => (p?.side === side ? [b.cells[i]!.y + 0.5 - b.height / 2] : []))
  const above = rows.reduce((sum, y) => sum + y, 0) < 0
  return b.lines === 'checked' && above ? { quarters: 2, mirrored: false } : straight
}

/** Way is a move with the cells that enter it. */
export interface Way {
  move: string
  path: number[]
  becomes?: string // the letter of what a piece turns into
}

/** ways returns the moves with a path on cells, which passes do not have. */
export function ways({ legal, board }: State): Way[] {
  if (!board) return []
  return legal.map((move, i) => ({ move, path: board.paths[i]!, becomes: board.becomes?.[move] })).filter((w) => w.path.length)
}

/** passes returns the moves with an empty path. */
export const passes = ({ legal, board }: State): string[] => legal.filter((_, i) => board?.paths[i]?.length === 0)

/** onward returns the moves that begin with the given cells, by their next cell. */
export function onward(all: Way[], entered: number[]): Map<number, Way[]> {
  const next = new Map<number, Way[]>()
  for (const w of all) {
    if (w.path.length <= entered.length || entered.some((c, i) => w.path[i] !== c)) continue
    const cell = w.path[entered.length]!
    next.set(cell, [...(next.get(cell) ?? []), w])
  }
  return next
}

/** finishing returns the only way that begins with some cells and ends on another, for readers
 * who enter just the first and the last; undefined if there are several. */
export function finishing(all: Way[], entered: number[], last: number): Way | undefined {
  const found = all.filter((w) => w.path.length > entered.length && w.path.at(-1) === last && entered.every((c, i) => w.path[i] === c))
  return found.length === 1 ? found[0] : undefined
}

/** meant returns the candidate cell that a click selects: where pieces fall, any cell of its
 * column counts. */
export function meant(b: Board, cells: Map<number, Way[]>, clicked: number): number | undefined {
  if (cells.has(clicked)) return clicked
  return b.falls ? [...cells.keys()].find((c) => b.cells[c]!.x === b.cells[clicked]!.x) : undefined
}

/** planned returns the move meant by cells that were entered before it was the reader's turn: the first and the last
 * cell of a way and, if that leaves a choice, those between. A piece becomes the first kind of the board's list. */
export function planned(b: Board, all: Way[], cells: number[]): Way | undefined {
  const [first, last] = [cells[0]!, cells.at(-1)!]
  if (cells.length === 1) {
    const cell = meant(b, onward(all, []), first)
    return all.find((w) => w.path.length === 1 && w.path[0] === cell)
  }
  const ends = all.filter((w) => w.path[0] === first && w.path.at(-1) === last)
  const through = ends.filter((w) => String(w.path) === String(cells))
  const found = through.length ? through : ends
  const order = (w: Way) => b.pieces.findIndex((k) => k.letter === w.becomes)
  const [one, other] = [...found].sort((v, w) => order(v) - order(w))
  return other && !other.becomes ? undefined : one
}
