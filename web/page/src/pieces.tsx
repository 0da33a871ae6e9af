// The pictures of boards, in hundredths of a cell. They are drawn from outside
// in: the board, its lines, the stones, then what is said of moves.

import { Fragment, h, type ComponentChildren } from 'preact'
import { place, type Board, type Cell, type Stone, type View } from './board'
import type { Hint } from './boardview'

interface Props {
  board: Board
  stones: Stone[]
  at: (c: Cell) => [number, number]
  size: [number, number]
  view: View
  hints: Hint[]
  last: number
  won: Set<number>
  preview?: string
  side: 0 | 1
}

export function Pieces(p: Props) {
  const { board: b, at } = p
  const [w, ht] = p.size
  const last = p.last >= 0 && <Last cell={b.cells[p.last]!} at={at} look={b.look} stone={p.stones[p.last]!} />
  return (
    <>
      <Gradients />
      <Frame w={w} h={ht} look={b.look} />
      <Names board={b} view={p.view} />
      <Ground board={b} at={at} size={p.size} view={p.view} />
      {b.look === 'mark' && last}
      {b.cells.map((c, i) => {
        const stone = p.stones[i]!
        if (stone === '-') return null
        const [x, y] = at(c)
        return <Piece key={`${i}${stone}`} look={b.look} stone={stone} x={x * 100 + 50} y={y * 100 + 50} won={p.won.has(i)} fall={y} />
      })}
      {b.look === 'drop' && <Holes w={w} h={ht} />}
      {b.family === 'ultimate' && <Decided board={b} stones={p.stones} at={at} />}
      {b.look !== 'mark' && last}
      {p.hints.map((hint) => (
        <Mark key={hint.move} hint={hint} at={at(b.cells[hint.cell]!)} look={b.look} pointed={hint.move === p.preview} side={p.side} />
      ))}
    </>
  )
}

function Gradients() {
  return (
    <defs>
      <radialGradient id="dark" cx="35%" cy="30%" r="80%">
        <stop offset="0" stop-color="#565b63" />
        <stop offset="0.45" stop-color="#26292e" />
        <stop offset="1" stop-color="#0f1114" />
      </radialGradient>
      <radialGradient id="light" cx="35%" cy="30%" r="85%">
        <stop offset="0" stop-color="#ffffff" />
        <stop offset="0.55" stop-color="#f4efe6" />
        <stop offset="1" stop-color="#cfc6b6" />
      </radialGradient>
      <radialGradient id="coral" cx="40%" cy="32%" r="80%">
        <stop offset="0" stop-color="#f0816a" />
        <stop offset="1" stop-color="#c9432f" />
      </radialGradient>
      <radialGradient id="amber" cx="40%" cy="32%" r="80%">
        <stop offset="0" stop-color="#ffdf8a" />
        <stop offset="1" stop-color="#e6a91f" />
      </radialGradient>
      <linearGradient id="felt" x1="0" y1="0" x2="0.4" y2="1">
        <stop offset="0" stop-color="#2f7d5b" />
        <stop offset="1" stop-color="#236448" />
      </linearGradient>
      <linearGradient id="panel" x1="0" y1="0" x2="0.3" y2="1">
        <stop offset="0" stop-color="#3766a6" />
        <stop offset="1" stop-color="#2a528b" />
      </linearGradient>
      <linearGradient id="maple" x1="0" y1="0" x2="1" y2="0.25">
        <stop offset="0" stop-color="#e9c88f" />
        <stop offset="0.5" stop-color="#e2bd80" />
        <stop offset="1" stop-color="#d9b074" />
      </linearGradient>
    </defs>
  )
}

function Frame({ w, h: ht, look }: { w: number; h: number; look: Board['look'] }) {
  return <rect class={`frame ${look}`} x={-47} y={-47} width={w * 100 + 94} height={ht * 100 + 94} rx={20} />
}

/** Names are the coordinates, at the edges where they belong as it is turned. */
function Names({ board: b, view }: { board: Board; view: View }) {
  const at = (x: number, y: number, name: string) => {
    const [px, py] = place(b, view, x, y)
    return <text class="name" x={px * 100 + 50} y={py * 100 + 50} dy="0.35em">{name}</text>
  }
  if (b.family === 'qubic') return <>{b.groups.map((g, i) => at(b.cells[g[1]!]!.x + 0.5, b.cells[g[0]!]!.y - 0.77, String(i + 1)))}</>
  const columns = b.cells.slice(0, b.cols)
  const names = '123456789abcdefghijklmnopqrstuvw'
  if (b.look === 'drop') return <>{columns.map((c) => at(c.x, b.height - 0.26, names[c.col]!))}</>
  return (
    <>
      {columns.map((c) => at(c.x, -0.74, c.name[0]!))}
      {b.cells.filter((c) => c.col === 0).map((c) => at(-0.74, c.y, String(c.row + 1)))}
    </>
  )
}

type GroundProps = { board: Board; at: (c: Cell) => [number, number]; size: [number, number]; view: View }

function Ground({ board: b, at, size: [w, ht], view }: GroundProps) {
  switch (b.look) {
    case 'disc':
      return <Felt w={w} h={ht} />
    case 'drop':
      return <rect class="well" x={0} y={0} width={w * 100} height={ht * 100} rx={18} />
    case 'stone':
      return b.family === 'qubic' ? <Levels board={b} /> : <Wood w={w} h={ht} />
  }
  return <Paper board={b} at={at} w={w} h={ht} view={view} />
}

function rules(n: number, one: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => one(i)).join('')
}

function Felt({ w, h: ht }: { w: number; h: number }) {
  const dots = w === 8 ? [[2, 2], [2, 6], [6, 2], [6, 6]] : []
  return (
    <>
      <rect x={0} y={0} width={w * 100} height={ht * 100} fill="url(#felt)" rx={4} />
      <path class="rule" d={rules(w + 1, (i) => `M${i * 100} 0V${ht * 100}`) + rules(ht + 1, (i) => `M0 ${i * 100}H${w * 100}`)} />
      {dots.map(([x, y]) => <circle class="dot" cx={x! * 100} cy={y! * 100} r={6} />)}
    </>
  )
}

function Wood({ w, h: ht }: { w: number; h: number }) {
  return (
    <>
      <rect x={0} y={0} width={w * 100} height={ht * 100} fill="url(#maple)" rx={8} />
      <path class="rule" d={rules(w, (i) => `M${i * 100 + 50} 50V${ht * 100 - 50}`) + rules(ht, (i) => `M50 ${i * 100 + 50}H${w * 100 - 50}`)} />
    </>
  )
}

function Levels({ board: b }: { board: Board }) {
  return (
    <>
      {b.groups.map((g) => {
        const { x, y } = b.cells[g[0]!]!
        return (
          <g transform={`translate(${x * 100} ${y * 100})`}>
            <rect x={0} y={0} width={400} height={400} fill="url(#maple)" rx={14} />
            <path class="rule" d={rules(3, (i) => `M${(i + 1) * 100} 10V390M10 ${(i + 1) * 100}H390`)} />
          </g>
        )
      })}
    </>
  )
}

function Paper({ board: b, at, w, h: ht }: { board: Board; at: (c: Cell) => [number, number]; w: number; h: number; view: View }) {
  if (!b.groups.length) {
    return (
      <>
        <rect class="paper" x={0} y={0} width={w * 100} height={ht * 100} rx={10} />
        <path class="rule" d={rules(w - 1, (i) => `M${(i + 1) * 100} 8V${ht * 100 - 8}`) + rules(ht - 1, (i) => `M8 ${(i + 1) * 100}H${w * 100 - 8}`)} />
      </>
    )
  }
  return (
    <>
      {b.groups.map((g) => {
        const [x, y] = corner(g.map((i) => at(b.cells[i]!)))
        return (
          <g transform={`translate(${x * 100} ${y * 100})`}>
            <rect class="paper" x={0} y={0} width={300} height={300} rx={10} />
            <path class="rule" d={rules(2, (i) => `M${(i + 1) * 100} 8V292M8 ${(i + 1) * 100}H292`)} />
          </g>
        )
      })}
    </>
  )
}

const corner = (all: [number, number][]): [number, number] => [Math.min(...all.map((p) => p[0])), Math.min(...all.map((p) => p[1]))]

type PieceProps = { look: Board['look']; stone: Stone; x: number; y: number; won: boolean; fall: number }

function Piece({ look, stone, x, y, won, fall }: PieceProps) {
  const first = stone === 'X'
  let body: ComponentChildren
  switch (look) {
    case 'mark':
      body = first ? <path class="x" d="M-27-27 27 27M27-27-27 27" /> : <circle class="o" r={29} />
      break
    case 'drop':
      body = (
        <>
          <circle r={43} fill={first ? 'url(#coral)' : 'url(#amber)'} />
          {first ? <circle class="ring" r={29} /> : <circle class="pip" r={13} />}
        </>
      )
      break
    default:
      body = (
        <>
          <circle class="shade" r={42} cx={2} cy={5} />
          <circle r={41} fill={first ? 'url(#dark)' : 'url(#light)'} class={first ? 'dark' : 'light'} />
        </>
      )
  }
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class={`piece ${won ? 'won' : ''}`} style={{ '--fall': `${-(fall + 1) * 100}px` }}>{body}</g>
      {won && <circle class="winner" r={look === 'mark' ? 46 : 20} />}
    </g>
  )
}

/** Holes are the front of a Connect Four board, through which stones are seen. */
function Holes({ w, h: ht }: { w: number; h: number }) {
  const hole = (x: number, y: number) => `M${x * 100 + 50} ${y * 100 + 9}a41 41 0 1 0 .1 0z`
  const d = `M0 0H${w * 100}V${ht * 100}H0z` + rules(w * ht, (i) => hole(i % w, Math.floor(i / w)))
  const rims = rules(w * ht, (i) => hole(i % w, Math.floor(i / w)))
  return (
    <>
      <path fill="url(#panel)" fill-rule="evenodd" d={d} />
      <path class="rim" d={rims} />
    </>
  )
}

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

/** Decided marks the small boards that are won. */
function Decided({ board: b, stones, at }: { board: Board; stones: Stone[]; at: (c: Cell) => [number, number] }) {
  return (
    <>
      {b.groups.map((g) => {
        const won = lines.find((l) => stones[g[l[0]!]!] !== '-' && l.every((i) => stones[g[i]!] === stones[g[l[0]!]!]))
        if (!won) return null
        const [x, y] = corner(g.map((i) => at(b.cells[i]!)))
        const first = stones[g[won[0]!]!] === 'X'
        return (
          <g class="decided" transform={`translate(${x * 100 + 150} ${y * 100 + 150})`}>
            <rect class="veil" x={-150} y={-150} width={300} height={300} rx={10} />
            {first ? <path class="x" d="M-95-95 95 95M95-95-95 95" /> : <circle class="o" r={100} />}
          </g>
        )
      })}
    </>
  )
}

function Last({ cell, at, look, stone }: { cell: Cell; at: (c: Cell) => [number, number]; look: Board['look']; stone: Stone }) {
  const [x, y] = at(cell)
  const [cx, cy] = [x * 100 + 50, y * 100 + 50]
  if (look === 'mark') return <rect class="last mark" x={x * 100 + 5} y={y * 100 + 5} width={90} height={90} rx={12} />
  return <circle class={`last ${stone === 'X' ? 'on-dark' : 'on-light'}`} cx={cx} cy={cy} r={look === 'drop' ? 41 : 12} />
}

type MarkProps = { hint: Hint; at: [number, number]; look: Board['look']; pointed: boolean; side: 0 | 1 }

/** Mark says that a move may be played, and what it is worth. */
function Mark({ hint, at: [x, y], look, pointed }: MarkProps) {
  const move = `translate(${x * 100 + 50} ${y * 100 + 50})`
  if (!hint.brief) return <circle class={`hint-dot ${look} ${pointed ? 'pointed' : ''}`} transform={move} r={pointed ? 16 : 9} />
  const wide = Math.max(46, (hint.brief.length > 3 ? 15 : 20) * hint.brief.length + 18)
  return (
    <g class={`hint ${hint.rank} ${hint.exact ? 'exact' : 'estimate'} ${look} ${pointed ? 'pointed' : ''}`} transform={move}>
      {hint.rank === 'best' && <circle class="halo" r={43} />}
      {hint.exact && <rect class="pill" x={-wide / 2} y={-22} width={wide} height={44} rx={10} />}
      <text class={hint.brief.length > 3 ? 'long' : ''} dy="0.35em">{hint.brief}</text>
    </g>
  )
}
