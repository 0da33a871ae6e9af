import { h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Analysis, State } from './api'
import { place, winners, type Board, type Cell, type Stone, type View } from './board'
import { Pieces } from './pieces'
import { brief } from './score'
import { text } from './words'

const margin = 0.48 // around the cells, in cells, for the coordinates

export interface Hint {
  cell: number
  move: string
  brief: string
  exact: boolean
  rank: 'best' | 'good' | 'poor' // beside the best
}

/** hints returns what an analysis says of each legal move. */
export function hints(b: Board, state: State, stones: Stone[], a?: Analysis): Hint[] {
  const best = a?.multipv[0]
  return state.legal.flatMap((move): Hint[] => {
    const cell = b.target(move, stones)
    const line = a?.multipv.find((l) => l.move === move)
    if (cell < 0) return []
    if (!line || !best) return [{ cell, move, brief: '', exact: false, rank: 'good' }]
    const worse = best.outcome !== line.outcome || best.value - line.value > 4
    return [{ cell, move, brief: brief(line), exact: line.exact, rank: line.rank === best.rank ? 'best' : worse ? 'poor' : 'good' }]
  })
}

interface Props {
  board: Board
  game: string
  state: State
  view: View
  analysis?: Analysis
  scores: boolean
  last?: string
  sides: [string, string]
  preview?: string // a move to point at
  onPlay?: (move: string) => void
  onCell?: (cell: number) => void // for setting up
}

export function BoardView(p: Props) {
  const { board: b, view } = p
  const stones = b.stones(p.state.position)
  const shown = p.onCell ? [] : hints(b, p.state, stones, p.scores ? p.analysis : undefined)
  const turned = view.quarters % 2 === 1
  const [w, ht] = turned ? [b.height, b.width] : [b.width, b.height]
  const at = (c: Cell) => place(b, view, c.x, c.y)
  const box = { x: -margin, y: -margin, w: w + 2 * margin, h: ht + 2 * margin }
  const lastCell = p.last ? lastOf(b, p.last, stones) : -1
  return (
    <div class={`board ${b.look} ${b.family}`} style={{ '--aspect': box.w / box.h, '--cells': w }}>
      <svg viewBox={`${box.x * 100} ${box.y * 100} ${box.w * 100} ${box.h * 100}`} aria-hidden="true" id="board-picture">
        <Pieces
          board={b} stones={stones} at={at} size={[w, ht]} view={view} hints={p.onPlay || p.onCell ? shown : []}
          last={lastCell} won={p.state.over ? winners(b, stones, p.game) : new Set()} preview={p.preview}
          side={p.state.side}
        />
      </svg>
      <Cells {...p} stones={stones} shown={shown} at={at} box={box} />
    </div>
  )
}

/** lastOf returns the cell that a move went to, which is taken by now. */
function lastOf(b: Board, move: string, stones: Stone[]): number {
  if (b.look !== 'drop') return b.index.get(move) ?? -1
  const empty = b.target(move, stones)
  const column = '123456789abcdefghijklmnopqrstuvw'.indexOf(move)
  return empty < 0 ? column : empty + b.cols
}

type CellsProps = Props & {
  stones: Stone[]
  shown: Hint[]
  at: (c: Cell) => [number, number]
  box: { x: number; y: number; w: number; h: number }
}

/** Cells are the buttons over the picture; one of them can be tabbed to. */
function Cells(p: CellsProps) {
  const { board: b, box } = p
  const [focus, setFocus] = useState(Math.floor(b.cells.length / 2))
  const ref = useRef<HTMLDivElement>(null)
  const wanted = useRef(false)
  useLayoutEffect(() => {
    if (wanted.current) (ref.current?.children[focus] as HTMLElement | undefined)?.focus()
    wanted.current = false
  }, [focus])
  const byCell = new Map(p.shown.map((x) => [x.cell, x]))
  const columns = new Map(b.look === 'drop' ? p.shown.map((x) => [b.cells[x.cell]!.col, x]) : [])
  const step = (e: KeyboardEvent) => {
    const [dx, dy] = arrows[e.key] ?? []
    if (dx === undefined || e.altKey || e.ctrlKey || e.metaKey) return
    e.preventDefault()
    e.stopPropagation()
    wanted.current = true
    setFocus(nearest(b, p.at, focus, dx, dy!))
  }
  return (
    <div class="cells" role="group" aria-label={text('board.label')} ref={ref} onKeyDown={step}>
      {b.cells.map((c, i) => {
        const [x, y] = p.at(c)
        const hint = byCell.get(i) ?? columns.get(c.col)
        const act = p.onCell ? () => p.onCell!(i) : hint && p.onPlay ? () => p.onPlay!(hint.move) : undefined
        return (
          <button
            key={i} type="button" tabIndex={i === Math.min(focus, b.cells.length - 1) ? 0 : -1}
            class={act ? 'legal' : ''} aria-disabled={!act} data-move={byCell.get(i)?.move}
            aria-label={label(c, p.stones[i]!, byCell.get(i), p.sides)}
            style={{
              left: `${((x - box.x) / box.w) * 100}%`, top: `${((y - box.y) / box.h) * 100}%`,
              width: `${100 / box.w}%`, height: `${100 / box.h}%`,
            }}
            onFocus={() => setFocus(i)} onClick={act}
          />
        )
      })}
    </div>
  )
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}

/** nearest returns the next cell in a direction as it is seen. */
function nearest(b: Board, at: (c: Cell) => [number, number], from: number, dx: number, dy: number): number {
  const [x, y] = at(b.cells[from]!)
  let best = from
  let least = Infinity
  b.cells.forEach((c, i) => {
    const [cx, cy] = at(c)
    const along = (cx - x) * dx + (cy - y) * dy
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx)
    const far = along + 4 * aside
    if (along > 0.01 && aside < 0.6 && far < least) [best, least] = [i, far]
  })
  return best
}

function label(c: Cell, stone: Stone, hint: Hint | undefined, sides: [string, string]): string {
  const parts = [c.name, stone === '-' ? text('cell.empty') : sides[stone === 'X' ? 0 : 1]]
  if (hint) parts.push(text('cell.legal'))
  if (hint?.brief) parts.push(text(hint.exact ? 'cell.proven' : 'cell.estimate', { value: hint.brief }))
  return parts.join(', ')
}
