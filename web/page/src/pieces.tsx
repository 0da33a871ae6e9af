// The pictures of boards, in hundredths of a cell. They are drawn from the back to the front:
// the board, its lines, the pieces, then the scores of moves.

import { Fragment, h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Board, Cell, Colour, Frame, Piece, Placement } from './api'
import { edgeOf, place, sizeOf, type View } from './board'

/** Hint describes the moves that continue with a cell. */
export interface Hint {
  cell: number
  moves: string[]
  brief: string
  exact: boolean
  rank: 'best' | 'lead' | 'good' | 'poor' // beside the best, which leads until it is proven
}

interface Props {
  board: Board
  on: (Piece | undefined)[]
  at: (c: Cell) => [number, number]
  view: View
  hints: Hint[]
  placed: Placement
  entered: number[]
  preview?: string
  carried?: number // the cell of a piece that follows the pointer
  carrier: { current: SVGGElement | null }
  spot: string // of the pointer, as a transform
  still: boolean // the piece of the last move is in place already
}

export function Pieces(p: Props) {
  const { board: b, at, on } = p
  const won = new Set(p.placed.won)
  const last = p.placed.last?.map((i) => <Last at={at(b.cells[i]!)} board={b} kind={on[i]} />)
  const flat = b.ground === 'paper' || b.pieces[0]?.shape === 'figure'
  const before = useRef({ placed: p.placed, on, gone: [] as Gone[] })
  if (before.current.placed !== p.placed) before.current = { placed: p.placed, on, gone: p.still ? [] : taken(b, p.placed.last ?? [], before.current.on, on) }
  return (
    <>
      <Gradients />
      <Edge {...p} />
      <Labels {...p} />
      <Ground {...p} />
      {flat && last}
      {p.entered.map((i) => <Entered key={`entered${i}`} at={at(b.cells[i]!)} />)}
      {p.placed.threatened?.map((i) => <Threatened key={`threat${i}`} at={at(b.cells[i]!)} />)}
      {before.current.gone.map((g) => <Taken key={`taken${g.cell}${p.placed.pieces}`} board={b} gone={g} at={at(b.cells[g.cell]!)} />)}
      {on.map((kind, i) => kind && (
        <Standing
          key={`${i}${kind.letter}`} board={b} kind={kind} at={at(b.cells[i]!)} won={won.has(i)}
          way={i === p.placed.last?.at(-1) ? p.placed.last.map((c) => at(b.cells[c]!)) : undefined} still={p.still} lifted={i === p.carried}
        />
      ))}
      {b.ground === 'panel' && <Holes {...p} />}
      {p.placed.owners?.map((owner, i) => owner !== undecided && <Decided key={`frame${i}`} board={b} view={p.view} frame={b.frames![i]!} owner={owner} />)}
      {!flat && last}
      {p.hints.map((hint) => (
        <Mark
          key={`hint${hint.cell}`} board={b} hint={hint} at={at(b.cells[hint.cell]!)} over={!!on[hint.cell]}
          pointed={!!p.preview && hint.moves.includes(p.preview)}
        />
      ))}
      {p.carried !== undefined && on[p.carried] && (
        <g class="carried" ref={p.carrier} transform={p.spot}><g><Kind board={b} kind={on[p.carried]!} /></g></g>
      )}
    </>
  )
}

const undecided = -1 // owner of an undecided frame

/** shades are the lighting of a piece of each colour, brightest first. */
export const shades: Record<Colour, [bright: string, middle: string, dim: string]> = {
  black: ['#565b63', '#26292e', '#0f1114'], white: ['#ffffff', '#f4efe6', '#cfc6b6'],
  red: ['#f0816a', '#de634e', '#c9432f'], yellow: ['#ffdf8a', '#f3c555', '#e6a91f'],
  blue: ['#7f97d8', '#4a62a8', '#2f427c'], orange: ['#f3a36f', '#d97838', '#b4541f'],
  green: ['#79bb97', '#3f8a64', '#2c6a4d'], grey: ['#c2bdb5', '#98928a', '#726c64'],
}

function Gradients() {
  return (
    <defs>
      {Object.entries(shades).map(([colour, [bright, middle, dim]]) => (
        <radialGradient id={`piece-${colour}`} cx="36%" cy="31%" r="82%">
          <stop offset="0" stop-color={bright} />
          <stop offset="0.5" stop-color={middle} />
          <stop offset="1" stop-color={dim} />
        </radialGradient>
      ))}
      <radialGradient id="threat">
        <stop offset="0.25" stop-color="#e02c1a" stop-opacity="0.95" />
        <stop offset="1" stop-color="#e02c1a" stop-opacity="0" />
      </radialGradient>
      <linearGradient id="felt" x1="0" y1="0" x2="0.4" y2="1">
        <stop offset="0" stop-color="#2f7d5b" />
        <stop offset="1" stop-color="#236448" />
      </linearGradient>
      <linearGradient id="panel" x1="0" y1="0" x2="0.3" y2="1">
        <stop offset="0" stop-color="#3766a6" />
        <stop offset="1" stop-color="#2a528b" />
      </linearGradient>
      <linearGradient id="water" x1="0" y1="0" x2="0.3" y2="1">
        <stop offset="0" stop-color="#8fb27a" />
        <stop offset="1" stop-color="#6f965c" />
      </linearGradient>
      <linearGradient id="wood" x1="0" y1="0" x2="1" y2="0.25">
        <stop offset="0" stop-color="#e9c88f" />
        <stop offset="0.5" stop-color="#e2bd80" />
        <stop offset="1" stop-color="#d9b074" />
      </linearGradient>
    </defs>
  )
}

type Seen = { board: Board; view: View }

function Edge({ board: b, view }: Seen) {
  const [w, ht] = sizeOf(b, view)
  const edge = 100 * edgeOf(b) - 1
  return <rect class="frame" x={-edge} y={-edge} width={w * 100 + 2 * edge} height={ht * 100 + 2 * edge} rx={20} />
}

/** Labels are the coordinates, at the edges of the rotated board, and the titles above
 * frames. */
function Labels({ board: b, view }: Seen) {
  const label = (x: number, y: number, name: string) => <text class="name" x={x * 100} y={y * 100} dy="0.35em">{name}</text>
  return (
    <>
      {b.labels?.map((l) => label(...place(b, view, l.x, l.y), l.text))}
      {b.frames?.map((f) => {
        const [x, y] = place(b, view, f.x, f.y, f.width, f.height)
        return f.title && label(x + sides(view, f)[0] / 2, y - 0.27, f.title)
      })}
    </>
  )
}

/** sides returns the displayed width and height of a frame. */
const sides = (v: View, f: Frame): [number, number] => (v.quarters % 2 ? [f.height, f.width] : [f.width, f.height])

/** Ground is the surface under the cells, frame by frame. */
function Ground({ board: b, view, at }: Seen & { at: (c: Cell) => [number, number] }) {
  const frames = b.frames ?? [{ x: 0, y: 0, width: b.width, height: b.height }]
  return (
    <>
      {frames.map((f) => {
        const [x, y] = place(b, view, f.x, f.y, f.width, f.height)
        const [w, ht] = sides(view, f)
        return (
          <g transform={`translate(${x * 100} ${y * 100})`}>
            <rect class="ground" x={0} y={0} width={w * 100} height={ht * 100} rx={corners[b.ground]} fill={`url(#${b.ground})`} />
            <path class="rule" d={rulings[b.lines](w, ht)} />
          </g>
        )
      })}
      {b.ground === 'water' && <Stream board={b} />}
      {b.lines === 'checked' && b.cells.map((c) => {
        const [x, y] = at(c)
        return c.shade === 1 && (
          <>
            <rect class="shaded" x={x * 100} y={y * 100} width={100} height={100} />
            {b.numbered && <text class="number" x={x * 100 + 6} y={y * 100 + 22}>{c.name}</text>}
          </>
        )
      })}
      {b.dots?.map(([x, y]) => {
        const [cx, cy] = place(b, view, x, y)
        return <circle class="dot" cx={cx * 100} cy={cy * 100} r={6} />
      })}
    </>
  )
}

/** Stream is the water between two banks. */
function Stream({ board: b }: { board: Board }) {
  const [near, far] = b.frames!
  const edge = 100 * edgeOf(b) - 1
  const from = near!.x + near!.width
  const wave = (y: number) => `M${from * 100 + 30} ${y * 100}q20-14 40 0t40 0t40 0`
  return (
    <>
      <rect class="stream" x={from * 100} y={-edge} width={(far!.x - from) * 100} height={b.height * 100 + 2 * edge} />
      <path class="wave" d={each(b.height, (i) => wave(i + (i % 2 ? 0.3 : 0.6)))} />
    </>
  )
}

const corners = { felt: 4, wood: 10, paper: 10, panel: 18, water: 10 }

const each = (n: number, one: (i: number) => string): string => Array.from({ length: n }, (_, i) => one(i)).join('')

/** rulings are the lines of a ground with a width and height in cells. */
const rulings: Record<Board['lines'], (w: number, h: number) => string> = {
  around: (w, h) => each(w + 1, (i) => `M${i * 100} 0V${h * 100}`) + each(h + 1, (i) => `M0 ${i * 100}H${w * 100}`),
  between: (w, h) => each(w - 1, (i) => `M${(i + 1) * 100} 8V${h * 100 - 8}`) + each(h - 1, (i) => `M8 ${(i + 1) * 100}H${w * 100 - 8}`),
  through: (w, h) => each(w, (i) => `M${i * 100 + 50} 50V${h * 100 - 50}`) + each(h, (i) => `M50 ${i * 100 + 50}H${w * 100 - 50}`),
  checked: () => '',
  none: () => '',
}

export const colourOf = (b: Board, kind: Piece): Colour => kind.colour ?? b.sides[kind.side]?.colour ?? 'grey'

const dark: Colour[] = ['black', 'blue', 'green', 'red']

/** foot is the base of the figures but the knight's, with a line above it. */
const foot = 'M-22 26H22L26 36H-26ZM-22 26H22'

/** figures are the outlines of kings, queens, rooks, bishops, knights and pawns, by letter: our own
 * drawings. */
const figures: Record<string, string> = {
  P: 'M-8-6A14 14 0 1 1 8-6L14-2H9C10 10 18 18 20 26H-20C-18 18-10 10-9-2H-14ZM-9-2H9' + foot,
  R: 'M-23-34H-12V-26H-6V-34H6V-26H12V-34H23V-19L15-12V14L20 26H-20L-15 14V-12L-23-19ZM-19-15H19M-15 12H15' + foot,
  B: 'M0-35C15-23 20-9 9 2L12 8C13 15 18 20 20 26H-20C-18 20-13 15-12 8L-9 2C-20-9-15-23 0-35ZM0-35A5 5 0 1 1 .1-35M-9 2H9M0-24V-8M-8-16H8' + foot,
  N: 'M-21 36C-22 14-4 10-5-7C-12-3-16 2-24 4C-31 2-31-6-27-11C-20-20-16-27-5-31L-2-40L6-32C25-26 30 0 26 36ZM-13-17A2.5 2.5 0 1 0-12.9-17M-25-3L-23-4M12-25C19-15 20 0 19 26',
  Q: 'M-20 26C-19 20-17 15-21 8L-32-19A4.5 4.5 0 1 1-28-21L-16-4L-15-29A4.5 4.5 0 1 1-10-29L0-8L10-29A4.5 4.5 0 1 1 15-29L16-4L28-21A4.5 4.5 0 1 1 32-19L21 8C17 15 19 20 20 26ZM-21 8C-8 4 8 4 21 8M-18 17C-8 13 8 13 18 17' + foot,
  K: 'M-3.5-24V-30H-10V-37H-3.5V-43H3.5V-37H10V-30H3.5V-24C10-27 17-29 23-26C34-20 30-4 19 8C16 14 18 20 20 26H-20C-18 20-16 14-19 8C-30-4-34-20-23-26C-17-29-10-27-3.5-24ZM0-18V6M-19 8C-8 4 8 4 19 8M-18 17C-8 13 8 13 18 17' + foot,
}

/** pictures are the lines of what tokens show: our own drawings. */
const pictures: Record<string, string> = {
  farmer: 'M-25-12H25M-14-12C-14-33 14-33 14-12M-10-11C-10 8 10 8 10-11M-22 31C-22 10 22 10 22 31M-9 14V31M9 14V31',
  wolf: 'M-24-28L-13-14H13L24-28V2L0 31L-24 2ZM-11-1L-6 2M11-1L6 2M-4 21H4M-24 2L-9 10M24 2L9 10',
  goat: 'M-7-15C-19-34-7-38-3-22M7-15C19-34 7-38 3-22M-12-15H12L9 14C6 22-6 22-9 14ZM-12-11L-27-6L-11-3M12-11L27-6L11-3M-5-4V-2M5-4V-2M0 20V33M-4 13H4',
  cabbage: 'M0 28C-36 28-36-26 0-26C36-26 36 28 0 28ZM0 28V-12M0 16C-14 12-20 2-19-10M0 16C14 12 20 2 19-10M0 2C-7-2-10-8-9-16M0 2C7-2 10-8 9-16',
  boat: 'M-32 10H32L22 26H-22ZM-4 10V-30L22 2H-4M-4-24L-22 2H-4',
}

/** Kind draws a kind of piece around the origin. */
export function Kind({ board, kind }: { board: Board; kind: Piece }) {
  const colour = colourOf(board, kind)
  const fill = `url(#piece-${colour})`
  const tone = dark.includes(colour) ? 'kind-dark' : 'kind-light'
  const written = kind.text && <text class={`on-piece ${tone} ${kind.text.length > 2 ? 'long' : ''}`} dy="0.35em">{kind.text}</text>
  switch (kind.shape) {
    case 'cross':
      return <path class={`x ink-${colour}`} d="M-27-27 27 27M27-27-27 27" />
    case 'ring':
      return <circle class={`o ink-${colour}`} r={29} />
    case 'counter':
      return (
        <>
          <circle r={43} fill={fill} />
          {kind.side === 0 ? <circle class="kind-ring" r={29} /> : <circle class="kind-pip" r={13} />}
        </>
      )
    case 'figure':
      return <path class={`figure ${tone}`} d={figures[kind.text ?? ''] ?? ''} />
    case 'hole':
      return <circle class="hole" r={20} />
    case 'token':
      return (
        <>
          <circle class="kind-shade" r={42} cx={2} cy={5} />
          <circle r={41} fill={fill} class={tone} />
          <path class={`token-line ${tone}`} d={pictures[kind.picture ?? ''] ?? ''} />
        </>
      )
    case 'tile':
      return (
        <>
          <rect x={-42} y={-42} width={84} height={84} rx={12} fill={fill} class={tone} />
          {written}
        </>
      )
  }
  const flat = kind.shape === 'man' || kind.shape === 'king'
  return (
    <>
      <circle class="kind-shade" r={42} cx={2} cy={5} />
      <circle r={41} fill={fill} class={tone} />
      {flat && <circle class={`rim-of ${tone}`} r={31} />}
      {kind.shape === 'king' && <path class={`crown ${tone}`} d="M-20 12-23-13-9-2 0-18 9-2 23-13 20 12Z" />}
      {written}
    </>
  )
}

type StandingProps = {
  board: Board
  kind: Piece
  at: [number, number]
  won: boolean
  way?: [number, number][] // the cells it passed, from its old place
  still: boolean
  lifted: boolean
}

const middle = ([x, y]: [number, number]): string => `translate(${x * 100 + 50} ${y * 100 + 50})`

const stepTime = 170 // milliseconds between two cells of a piece's way

function Standing({ board, kind, at: [x, y], won, way, still, lifted }: StandingProps) {
  const drawn = kind.shape === 'cross' || kind.shape === 'ring'
  const ref = useRef<SVGGElement>(null)
  const moves = !!way && way.length > 1
  const [calm] = useState(moves || still) // it does not appear by an animation, neither now nor when another piece moves
  useLayoutEffect(() => {
    if (!moves || still || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const stops = way.map(([fromX, fromY]) => ({ transform: `translate(${(fromX - x) * 100}px, ${(fromY - y) * 100}px)`, easing: 'ease-in-out' }))
    ref.current!.animate(stops, stepTime * (way.length - 1))
  }, [])
  return (
    <g transform={middle([x, y])}>
      <g ref={ref} class={`piece ${kind.shape} ${won ? 'won' : ''} ${calm ? 'moved' : ''} ${lifted ? 'lifted' : ''}`} style={{ '--fall': `${-(y + 1) * 100}px` }}><Kind board={board} kind={kind} /></g>
      {won && <circle class="winner" r={drawn ? 46 : 20} />}
    </g>
  )
}

/** Gone is a piece that a move has taken at one of the steps of its way. */
interface Gone { cell: number; kind: Piece; step: number }

/** taken returns the pieces that a move along a way has jumped over. */
function taken(b: Board, way: number[], before: (Piece | undefined)[], on: (Piece | undefined)[]): Gone[] {
  const mover = before[way[0]!]
  if (!mover || before === on || mover.side !== on[way.at(-1)!]?.side) return []
  const spot = (i: number) => [b.cells[i]!.x, b.cells[i]!.y] as const
  const between = (i: number, from: number, to: number) => {
    const [[x, y], [fx, fy], [tx, ty]] = [spot(i), spot(from), spot(to)]
    return (x - fx) * (ty - fy) === (y - fy) * (tx - fx) && (x - fx) * (x - tx) + (y - fy) * (y - ty) < 0
  }
  return before.flatMap((kind, cell) => {
    const step = kind && kind.side !== mover.side && !on[cell] ? way.findIndex((to, k) => k > 0 && between(cell, way[k - 1]!, to)) : -1
    return step > 0 ? [{ cell, kind: kind!, step }] : []
  })
}

/** Taken is a taken piece, which stays until the one that takes it has passed. */
function Taken({ board, gone: { kind, step }, at }: { board: Board; gone: Gone; at: [number, number] }) {
  const ref = useRef<SVGGElement>(null)
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    ref.current!.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], step * stepTime)
  }, [])
  return <g class="taken" data-step={step} ref={ref} opacity={0} transform={middle(at)}><Kind board={board} kind={kind} /></g>
}

/** Holes are the front of a panel with holes for the pieces. */
function Holes({ board: b, view, at }: Seen & { at: (c: Cell) => [number, number] }) {
  const [w, ht] = sizeOf(b, view)
  const rims = b.cells.map((c) => {
    const [x, y] = at(c)
    return `M${x * 100 + 50} ${y * 100 + 9}a41 41 0 1 0 .1 0z`
  }).join('')
  return (
    <>
      <path fill="url(#panel)" fill-rule="evenodd" d={`M0 0H${w * 100}V${ht * 100}H0z${rims}`} />
      <path class="rim" d={rims} />
    </>
  )
}

/** Decided marks a frame that has an owner, or that neither side can win any more. */
function Decided({ board: b, view, frame, owner }: Seen & { frame: Frame; owner: number }) {
  const [x, y] = place(b, view, frame.x, frame.y, frame.width, frame.height)
  const [w, ht] = sides(view, frame)
  const kind = b.pieces.find((k) => k.side === owner)
  return (
    <g class="decided" transform={`translate(${(x + w / 2) * 100} ${(y + ht / 2) * 100})`}>
      <rect class="veil" x={-w * 50} y={-ht * 50} width={w * 100} height={ht * 100} rx={10} />
      {kind && <g transform={`scale(${1.15 * Math.min(w, ht)})`}><Kind board={b} kind={kind} /></g>}
    </g>
  )
}

function Last({ at: [x, y], board, kind }: { at: [number, number]; board: Board; kind?: Piece }) {
  const [cx, cy] = [x * 100 + 50, y * 100 + 50]
  if (!kind || kind.shape === 'tile' || kind.shape === 'figure' || board.ground === 'paper') return <rect class="last square" x={x * 100 + 5} y={y * 100 + 5} width={90} height={90} rx={12} />
  return <circle class={`last ${dark.includes(colourOf(board, kind)) ? 'on-dark' : 'on-light'}`} cx={cx} cy={cy} r={board.ground === 'panel' ? 41 : 12} />
}

/** Threatened glows under a king in check. */
function Threatened({ at }: { at: [number, number] }) {
  return <circle class="threatened" transform={middle(at)} r={49} fill="url(#threat)" />
}

function Entered({ at: [x, y] }: { at: [number, number] }) {
  return <rect class="entered" x={x * 100 + 4} y={y * 100 + 4} width={92} height={92} rx={12} />
}

const small = 12 // width in cells from which texts are enlarged

type MarkProps = { board: Board; hint: Hint; at: [number, number]; over: boolean; pointed: boolean }

/** Mark shows a legal move and its score: over a piece in the corner of the cell, so that the
 * piece stays visible. */
function Mark({ board: b, hint, at: [x, y], over, pointed }: MarkProps) {
  const move = `translate(${x * 100 + 50} ${y * 100 + 50})`
  if (!hint.brief && !pointed && b.scored) return null // else nearly every cell would have a dot
  if (!hint.brief) return <circle class={`hint-dot ${pointed ? 'pointed' : ''}`} transform={move} r={pointed ? 24 : 9} />
  const wide = Math.max(46, (hint.brief.length > 3 ? 15 : 20) * hint.brief.length + 18)
  return (
    <g class={`hint ${hint.rank} ${hint.exact ? 'exact' : 'estimate'} ${over ? 'over' : ''} ${pointed ? 'pointed' : ''}`} transform={move}>
      {hint.rank === 'best' && <circle class="halo" r={over ? 46 : 43} />}
      <g transform={over ? `translate(${46 - wide / 3} 33) scale(0.67)` : b.width > small ? 'scale(1.35)' : undefined}>
        {(hint.exact || over || b.lines === 'through') && <rect class="pill" x={-wide / 2} y={-22} width={wide} height={44} rx={10} />}
        <text class={hint.brief.length > 3 ? 'long' : ''} dy="0.35em">{hint.brief}</text>
      </g>
    </g>
  )
}
