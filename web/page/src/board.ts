// The picture of a board: how it is turned, and what stands on it. The board is
// the server's, with the paths of cells by which moves are entered.

import type { Board, Piece, State } from './api'

/** View is how a board is turned: quarters clockwise after a mirror. */
export interface View {
  quarters: number
  mirrored: boolean
}

export const straight: View = { quarters: 0, mirrored: false }

/** turned returns a view turned on, as far as a board may be. */
export const turned = (b: Board, v: View): View => ({ ...v, quarters: (v.quarters + 4 / b.turns) % 4 })

/** possible returns as much of a view as a board may have. */
export const possible = (b: Board, v: View): View => ({ quarters: v.quarters % (4 / b.turns) ? 0 : v.quarters, mirrored: b.mirrors && v.mirrored })

/** sizeOf returns the width and height of the picture as it is seen. */
export const sizeOf = (b: Board, v: View): [number, number] => (v.quarters % 2 ? [b.height, b.width] : [b.width, b.height])

/** place returns where a rectangle of the picture is seen; a point is one of no
 * size. */
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

/** Way is a move with the cells that enter it. */
export interface Way {
  move: string
  path: number[]
  becomes?: string // the letter of what a piece turns into
}

/** ways returns the moves that go over cells, which passes do not. */
export function ways({ legal, board }: State): Way[] {
  if (!board) return []
  return legal.map((move, i) => ({ move, path: board.paths[i]!, becomes: board.becomes?.[move] })).filter((w) => w.path.length)
}

/** passes returns the moves that go over no cell. */
export const passes = ({ legal, board }: State): string[] => legal.filter((_, i) => board?.paths[i]?.length === 0)

/** onward returns, by the cell that is next, the moves that begin with cells. */
export function onward(all: Way[], entered: number[]): Map<number, Way[]> {
  const next = new Map<number, Way[]>()
  for (const w of all) {
    if (w.path.length <= entered.length || entered.some((c, i) => w.path[i] !== c)) continue
    const cell = w.path[entered.length]!
    next.set(cell, [...(next.get(cell) ?? []), w])
  }
  return next
}

/** finishing returns the one way that begins with cells and ends on another, for
 * readers who name but the first and the last; none if there are several. */
export function finishing(all: Way[], entered: number[], last: number): Way | undefined {
  const found = all.filter((w) => w.path.length > entered.length && w.path.at(-1) === last && entered.every((c, i) => w.path[i] === c))
  return found.length === 1 ? found[0] : undefined
}

/** meant returns the one of some cells that is meant by a click: where pieces
 * fall, any of a column. */
export function meant(b: Board, cells: Map<number, Way[]>, clicked: number): number | undefined {
  if (cells.has(clicked)) return clicked
  return b.falls ? [...cells.keys()].find((c) => b.cells[c]!.x === b.cells[clicked]!.x) : undefined
}
