// What each family of games looks like: where its cells lie, what stands on
// them in a position, and which cell a move goes to. The rules are the server's.

export type Stone = 'X' | 'O' | '-'

export interface Cell {
  name: string
  x: number // in cells, from the left of the picture
  y: number
  col: number // of the grid that it is part of
  row: number
}

export type Look = 'disc' | 'drop' | 'mark' | 'stone'

export interface Board {
  family: string
  look: Look
  cells: Cell[]
  index: Map<string, number>
  width: number // in cells, gaps included
  height: number
  cols: number
  rows: number
  turns: boolean // may be rotated, not only mirrored
  stones(position: string): Stone[]
  /** write returns the position of stones with a side to move; sub is the small
   * board to move in, from 1, 0 for any. */
  write(stones: Stone[], side: 0 | 1, sub: number): string
  free: boolean // either side may be to move, whatever the stones
  /** target returns the cell that a move goes to, -1 for a pass. */
  target(move: string, stones: Stone[]): number
  /** groups are the small boards of a large one, each with the cells' indices. */
  groups: number[][]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const columnNames = '123456789abcdefghijklmnopqrstuvw'

function grid(cols: number, rows: number): Cell[] {
  const cells: Cell[] = []
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) cells.push({ name: letters[col]! + (row + 1), x: col, y: row, col, row })
  return cells
}

function make(b: Omit<Board, 'index' | 'groups' | 'target' | 'write' | 'free'> & Partial<Board>): Board {
  const index = new Map(b.cells.map((c, i) => [c.name, i]))
  return {
    groups: [], free: false, target: (move) => index.get(move) ?? -1,
    write: (stones, side) => `${slashed(stones, b.cols)} ${mark(side)}`, ...b, index,
  }
}

const mark = (side: 0 | 1) => (side === 0 ? 'X' : 'O')

/** slashed writes rows of a width, separated by slashes. */
function slashed(stones: Stone[], width: number): string {
  return stones.join('').match(new RegExp(`.{${width}}`, 'g'))!.join('/')
}

/** nextSide returns the side to move where the two take turns to add a stone. */
export function nextSide(stones: Stone[]): 0 | 1 {
  const count = (s: Stone) => stones.filter((t) => t === s).length
  return count('X') > count('O') ? 1 : 0
}

/** row reads a row in which a number stands for so many empty cells. */
function row(text: string): Stone[] {
  return [...text.replace(/\d+/g, (n) => '-'.repeat(Math.min(Number(n), 64)))].map((c) => (c === 'X' || c === 'O' ? c : '-'))
}

function rows(position: string): Stone[] {
  return position.trim().split(/\s+/)[0]!.split('/').flatMap(row)
}

function padded(stones: Stone[], n: number): Stone[] {
  while (stones.length < n) stones.push('-')
  return stones.slice(0, n)
}

function othello(size: string): Board {
  const n = Number(size || 8)
  return make({
    family: 'othello', look: 'disc', cells: grid(n, n), width: n, height: n, cols: n, rows: n, turns: true,
    stones: (p) => padded(row(p.trim().split(/\s+/)[0]!), n * n), free: true,
    write: (stones, side) => `${stones.join('')} ${mark(side)}`,
  })
}

function connect4(size: string): Board {
  const [cols, height] = (size || '7x6').split('x').map(Number) as [number, number]
  const cells = grid(cols, height)
  const stones = (position: string): Stone[] => {
    if (position.includes('/')) return padded(rows(position), cols * height)
    const on: Stone[] = padded([], cols * height)
    if (position === 'startpos') return on
    ;[...position].forEach((c, ply) => {
      const at = landing(columnNames.indexOf(c), on)
      if (at >= 0) on[at] = ply % 2 === 0 ? 'X' : 'O'
    })
    return on
  }
  const landing = (col: number, on: Stone[]) => {
    for (let r = height - 1; r >= 0; r--) if (on[r * cols + col] === '-') return r * cols + col
    return -1
  }
  return make({
    family: 'connect4', look: 'drop', cells, width: cols, height, cols, rows: height, turns: false, stones,
    target: (move, on) => landing(columnNames.indexOf(move), on),
  })
}

function mnk(size: string): Board {
  const parts = (size || '3,3,3').split(',')
  const [m, n] = parts.map(Number) as [number, number]
  const large = m > 9 || n > 9
  return make({
    family: 'mnk', look: large ? 'stone' : 'mark', cells: grid(m, n), width: m, height: n, cols: m, rows: n,
    turns: m === n && !parts.includes('gravity'), stones: (p) => padded(rows(p), m * n),
  })
}

const gap = 0.35

function ultimate(): Board {
  const cells = grid(9, 9).map((c) => ({ ...c, x: c.col + Math.floor(c.col / 3) * gap, y: c.row + Math.floor(c.row / 3) * gap }))
  const groups: number[][] = Array.from({ length: 9 }, () => [])
  cells.forEach((c, i) => groups[Math.floor(c.row / 3) * 3 + Math.floor(c.col / 3)]!.push(i))
  return make({
    family: 'ultimate', look: 'mark', cells, width: 9 + 2 * gap, height: 9 + 2 * gap, cols: 9, rows: 9, turns: true,
    stones: (p) => padded(rows(p), 81), groups,
    write: (stones, side, sub) => `${slashed(stones, 9)} ${mark(side)} ${sub || '-'}`,
  })
}

function qubic(): Board {
  const cells: Cell[] = []
  const groups: number[][] = []
  for (let level = 0; level < 4; level++) {
    const [left, top] = [(level % 2) * (4 + 2 * gap), Math.floor(level / 2) * (4 + 2 * gap)]
    groups.push(Array.from({ length: 16 }, (_, i) => level * 16 + i))
    for (const c of grid(4, 4)) cells.push({ ...c, name: `${level + 1}${c.name}`, x: c.x + left, y: c.y + top })
  }
  return make({
    family: 'qubic', look: 'stone', cells, width: 8 + 2 * gap, height: 8 + 2 * gap, cols: 4, rows: 4, turns: false,
    stones: (p) => padded(p.trim().split(/\s+/)[0]!.split('|').flatMap(rows), 64), groups,
    write: (stones, side) => `${groups.map((g) => slashed(g.map((i) => stones[i]!), 4)).join('|')} ${mark(side)}`,
  })
}

const families: Record<string, (size: string) => Board> = {
  othello, connect4, mnk, qubic, ultimate, tictactoe: () => mnk('3,3,3'),
}

const known = new Map<string, Board>()

/** boardOf returns the board of a game by its name with size. */
export function boardOf(game: string): Board {
  let board = known.get(game)
  if (!board) {
    const [family, size] = game.split(':') as [string, string?]
    board = (families[family] ?? mnk)(size ?? '')
    known.set(game, board)
  }
  return board
}

export const playable = (game: string) => game.split(':')[0]! in families

/** View is how a board is turned: quarters clockwise after a mirror. */
export interface View {
  quarters: number
  mirrored: boolean
}

/** place returns where a point of the picture, in cells, is seen. */
export function place(b: Board, v: View, x: number, y: number, w = 1, h = 1): [number, number] {
  let [width, height] = [b.width, b.height]
  if (v.mirrored) x = width - x - w
  for (let i = 0; i < v.quarters; i++) {
    ;[x, y] = [height - y - h, x]
    ;[w, h] = [h, w]
    ;[width, height] = [height, width]
  }
  return [x, y]
}

/** winners returns the cells of the rows that won, for the games of rows. */
export function winners(b: Board, stones: Stone[], game: string): Set<number> {
  const won = new Set<number>()
  if (b.look === 'disc' || b.groups.length) return won
  const k = b.family === 'connect4' ? 4 : Number(game.split(':')[1]?.split(',')[2] ?? 3)
  const at = (c: number, r: number) => (c >= 0 && c < b.cols && r >= 0 && r < b.rows ? r * b.cols + c : -1)
  for (const cell of b.cells)
    for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
      const run = Array.from({ length: k }, (_, i) => at(cell.col + i * dc, cell.row + i * dr))
      const stone = stones[run[0]!]
      if (stone !== '-' && run.every((i) => i >= 0 && stones[i] === stone)) run.forEach((i) => won.add(i))
    }
  return won
}
