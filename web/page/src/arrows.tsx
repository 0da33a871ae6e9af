// Arrows on the board: the best moves, the hint, and what the reader draws.

import { Fragment, h } from 'preact'
import type { Analysis, Board, Cell, State } from './api'
import { ways } from './board'
import type { Ink } from './ink'
import { chance, scaleOf, weight } from './score'

type Spot = [x: number, y: number] // the middle of a cell, in hundredths

interface Props {
  board: Board
  state: State
  at: (c: Cell) => [number, number]
  best?: Analysis // whose best moves are drawn
  unit: string
  preview?: string // a move
  ink: Ink[]
}

/** tolerance is how much worse than the best move a drawn one may be, in chances of winning: our
 * choice. */
const tolerance = 0.1

/** strengths returns the one to three best moves of an analysis with their strengths; that of the best
 * is 1. */
function strengths({ multipv: [best, ...others] }: Analysis, unit: string): { move: string; exact: boolean; strength: number }[] {
  const scale = scaleOf(unit)
  const of = (l: Analysis['multipv'][0]) => ({ chance: chance(l, l.exact, unit), weight: weight(l, scale) / 2 })
  const lead = of(best!)
  return [best!, ...others.slice(0, 2)].flatMap((l) => {
    const own = of(l)
    const loss = Math.max(lead.chance - own.chance, lead.weight - own.weight, 0)
    return loss < tolerance ? [{ move: l.move, exact: l.exact, strength: 1 - loss / tolerance }] : []
  })
}

/** Arrows draws moves as arrows, or as circles where a piece is only placed. */
export function Arrows({ board, state, at, best, unit, preview, ink }: Props) {
  const all = ways(state)
  const spot = (cell: number): Spot => {
    const [x, y] = at(board.cells[cell]!)
    return [x * 100 + 50, y * 100 + 50]
  }
  const spots = (move: string) => all.find((w) => w.move === move)?.path.map(spot)
  const named = (name: string) => spot(board.cells.findIndex((c) => c.name === name))
  return (
    <>
      {best?.multipv[0] && strengths(best, unit).reverse().map(({ move, exact, strength }) => (
        <Arrow key={move} look={`best ${exact ? 'exact' : 'estimate'}`} width={6 + 9 * strength} along={spots(move)} />
      ))}
      {ink.map(({ colour, from, to }) => <Arrow key={from + to} look={`ink-${colour}`} width={11} along={from === to ? [named(from)] : [named(from), named(to)]} />)}
      {preview && <Arrow look="pointed" width={13} along={spots(preview)} />}
    </>
  )
}

/** Arrow draws an arrow along some spots, or a circle on the only one. */
function Arrow({ look, width, along = [] }: { look: string; width: number; along?: Spot[] }) {
  const [x, y] = along.at(-1) ?? []
  if (x === undefined || y === undefined) return null
  if (along.length === 1) return <circle class={`arrow ${look}`} cx={x} cy={y} r={46} stroke-width={width / 2} />
  const [fromX, fromY] = along.at(-2)!
  const length = Math.hypot(x - fromX, y - fromY)
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length]
  const head = 14 + 1.4 * width
  const [neckX, neckY] = [x - dx * head, y - dy * head]
  const side = (by: number) => `${neckX - dy * by} ${neckY + dx * by}`
  return (
    <g class={`arrow ${look}`}>
      <path class="shaft" stroke-width={width} d={`M${[...along.slice(0, -1), [neckX, neckY]].map((s) => s.join(' ')).join('L')}`} />
      <path class="head" d={`M${x} ${y}L${side(width * 1.5)}L${side(-width * 1.5)}Z`} />
    </g>
  )
}
