import { Fragment, h, type ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Analysis, Board, Cell, Game, Piece, State } from './api'
import { edgeOf, finishing, meant, onward, place, sizeOf, standing, ways, type View, type Way } from './board'
import { Arrows } from './arrows'
import { kindName, pieceName } from './games'
import type { Ink } from './ink'
import { Kind, Pieces, type Hint } from './pieces'
import { brief, scaleOf } from './score'
import { Solid } from './solid'
import { negate } from './tree'
import { text } from './words'

const nothing: number[] = [] // cells of a partly entered move
const undecided: Way[] = [] // several moves with one path

/** proven reports whether the best move is known: it and all others have proven scores, or where
 * few moves have scores, it wins. */
const proven = ({ multipv: [best, ...others] }: Analysis, few: boolean): boolean =>
  best!.exact && (others.every((l) => l.exact) || (few && best!.outcome > 0))

/** hints returns an analysis's scores of the moves that continue with a cell, for the side to move or
 * for the other one. */
function hints(next: Map<number, Way[]>, few: boolean, a?: Analysis, other = false): Hint[] {
  const best = a?.multipv[0]
  const leading = a && best && proven(a, few) ? 'best' : 'lead'
  return [...next].map(([cell, all]): Hint => {
    const moves = all.map((w) => w.move)
    const line = a?.multipv.find((l) => moves.includes(l.move))
    if (!line || !best) return { cell, moves, brief: '', exact: false, rank: 'good' }
    const worse = best.outcome !== line.outcome || best.value - line.value > scaleOf(best.unit) / 4
    return { cell, moves, brief: brief(other ? negate(line) : line), exact: line.exact, rank: line.rank === best.rank ? leading : worse ? 'poor' : 'good' }
  })
}

interface Props {
  game: Game
  state: State
  view: View
  analysis?: Analysis
  scores: boolean
  other?: boolean // scores are for the side that is not to move
  sides: [string, string]
  arrows?: boolean // for the best moves
  ink?: Ink[] // drawn by the reader
  onInk?: (drawn: Ink) => void
  sign?: string // that judges the last move
  preview?: string // a move to highlight
  beside?: ComponentChildren // the board
  hurried?: boolean // the reader steps fast: nothing is animated
  onPlay?: (move: string) => void
  ahead?: number[] // cells of a move that the reader enters while the engine thinks
  onAhead?: (cells: number[]) => void
  onCell?: (cell: number) => void // to set up a position
}

/** Position shows a position, on its board or as text. */
export function Position(p: Props) {
  return p.game.board && p.state.board ? <BoardView {...p} board={p.game.board} pieces={p.state.board.pieces} /> : <Drawing {...p} />
}

type BoardProps = Props & { board: Board; pieces: string }

function BoardView(p: BoardProps) {
  const { board: b, view, state } = p
  const on = standing(b, p.pieces)
  const [entered, setEntered] = useState(nothing)
  const [choosing, setChoosing] = useState(undecided)
  const [pen, setPen] = useState<Ink | undefined>(undefined) // what the reader is drawing
  const [carried, setCarried] = useState<number | undefined>(undefined) // the cell of a piece under the pointer
  const carrier = useRef<SVGGElement>(null)
  const spot = useRef('') // where the pointer is, as a transform
  const dropped = useRef(false) // the move was dragged: its piece is in place
  useEffect(() => void (dropped.current = false), [state.position])
  const leave = () => (setEntered(nothing), setChoosing(undecided))
  useLayoutEffect(leave, [state.position, !p.onCell])
  const all = ways(state)
  const next = p.onCell ? new Map<number, Way[]>() : onward(all, entered)
  const ahead = p.onAhead && !p.onCell ? p.ahead : undefined
  const shown = ahead ? [] : hints(next, !!b.scored, p.scores ? p.analysis : undefined, p.other)
  /** enter continues the entered cells with another cell, starts again from it, or cancels the
   * move. */
  const enter = (before: number[], clicked: number) => {
    const onto = onward(all, before)
    const cell = meant(b, onto, clicked)
    const whole = before.length && cell === undefined ? finishing(all, before, clicked) : undefined
    if (whole) return leave(), p.onPlay!(whole.move)
    if (cell === undefined) return onward(all, []).has(clicked) && clicked !== before[0] ? setEntered([clicked]) : leave()
    const way = [...before, cell]
    const ended = onto.get(cell)!.filter((w) => w.path.length === way.length)
    if (!ended.length) return setEntered(way)
    if (ended.length > 1) return (setEntered(before), setChoosing(ended))
    leave()
    p.onPlay!(ended[0]!.move)
  }
  const placing = all.every((w) => w.path.length < 2)
  const own = (cell: number) => !placing && on[cell] && on[cell]!.side !== state.side
  /** plan enters a cell of a move ahead: a piece of the reader's and where it goes, or where one is placed. */
  const plan = (cell: number) => p.onAhead!(ahead!.at(-1) === cell ? [] : placing || own(cell) ? [cell] : [...ahead!, cell])
  const plans = (cell: number) => placing || !!ahead!.length || !!own(cell)
  const click = (clicked: number) => enter(entered, clicked)
  /** movable reports whether a move can start from a piece on the cell. */
  const movable = (cell: number) => ahead ? !!own(cell) :
    !!p.onPlay && !p.onCell && (entered.at(-1) === cell || all.some((w) => w.path.length > 1 && w.path[0] === cell))
  /** started returns the entered cells of a move from a piece. */
  const started = (from: number) => (entered.at(-1) === from ? entered : [from])
  /** lift picks a piece up. */
  const lift = (from: number) => (setCarried(from), setChoosing(undecided), ahead ? p.onAhead!([from]) : setEntered(started(from)))
  /** drop enters the cells where a piece was picked up and dropped; elsewhere it goes back. */
  const drop = (from: number, to: number) => {
    setCarried(undefined)
    if (ahead) return p.onAhead!(to < 0 || to === from ? [] : [from, to])
    const onto = onward(all, started(from))
    if (to < 0 || (meant(b, onto, to) === undefined && !finishing(all, started(from), to))) return leave()
    dropped.current = true
    enter(started(from), to)
  }
  const act = (cell: number) => {
    if (p.onCell) return () => p.onCell!(cell)
    if (ahead) return plans(cell) ? () => plan(cell) : undefined
    return p.onPlay && (entered.length || meant(b, next, cell) !== undefined) ? () => click(cell) : undefined
  }
  const [w, ht] = sizeOf(b, view)
  const at = (c: Cell) => place(b, view, c.x, c.y, 1, 1)
  const edge = edgeOf(b)
  const box = { x: -edge, y: -edge, w: w + 2 * edge, h: ht + 2 * edge }
  const looks = ['board', b.ground === 'panel' ? 'panel-ground' : b.ground, b.lines, b.falls && 'falls', b.frames && 'frames']
  const picture = (
    <div class={looks.filter(Boolean).join(' ')} style={{ '--aspect': box.w / box.h, '--cells': w }}>
      <svg viewBox={`${box.x * 100} ${box.y * 100} ${box.w * 100} ${box.h * 100}`} aria-hidden="true" id="board-picture">
        <Pieces
          board={b} on={on} at={at} view={view} hints={p.onPlay ? shown : []} placed={state.board!} entered={ahead ?? entered}
          preview={p.preview} carried={carried} carrier={carrier} spot={spot.current} still={dropped.current || !!p.hurried}
        />
        {p.onInk && <Arrows board={b} state={state} at={at} best={p.arrows ? p.analysis : undefined} unit={p.game.unit} preview={p.preview} ink={[...p.ink ?? [], ...(pen ? [pen] : [])]} />}
        {p.sign && state.board?.last?.length && <Sign sign={p.sign} at={at(b.cells[state.board.last.at(-1)!]!)} />}
      </svg>
      <Cells {...p} on={on} shown={shown} at={at} box={box} act={act} movable={movable} lift={lift} drop={drop} carrier={carrier} spot={spot} entered={ahead ?? entered} setPen={setPen} leave={ahead?.length ? () => p.onAhead!([]) : entered.length || choosing.length ? leave : undefined} />
      {choosing.length > 0 && <Choice board={b} choices={choosing} leave={leave} play={(move) => (leave(), p.onPlay!(move))} />}
    </div>
  )
  if (b.faces) return <div class="spatial"><Solid board={b} on={on} />{picture}</div>
  return p.beside ? <div class="with-odds">{p.beside}{picture}</div> : picture
}

/** Sign is a sign at the corner of a cell. */
const Sign = ({ sign, at: [x, y] }: { sign: string; at: [number, number] }) => (
  <g class={`sign ${sign.startsWith('!') ? 'good' : 'bad'}`} transform={`translate(${x * 100 + 84} ${y * 100 + 16})`}><circle r={21} /><text dy="0.35em">{sign}</text></g>
)

type CellsProps = BoardProps & {
  on: (Piece | undefined)[]
  shown: Hint[]
  entered: number[]
  at: (c: Cell) => [number, number]
  box: { x: number; y: number; w: number; h: number }
  act: (cell: number) => (() => void) | undefined
  movable: (cell: number) => boolean
  lift: (from: number) => void
  drop: (from: number, to: number) => void
  carrier: { current: SVGGElement | null }
  spot: { current: string }
  setPen: (pen?: Ink) => void
  leave?: () => void
}

/** Held is a piece that the pointer has pressed, where, and whether it follows the pointer. */
interface Held { from: number; x: number; y: number; lifted: boolean }

const slack = 5 // pixels that a click may slip
const longPress = 600 // milliseconds after which a finger draws
const colours: ((e: PointerEvent | KeyboardEvent) => unknown)[] = [(e) => (e.shiftKey || e.ctrlKey) && e.altKey, (e) => e.altKey, (e) => e.shiftKey || e.ctrlKey]

/** penColour returns the colour that the reader draws in, by the keys held. */
const penColour = (e: PointerEvent | KeyboardEvent): string => 'YBRG'[(colours.findIndex((held) => held(e)) + 4) % 4]!

/** Cells are buttons over the picture; one of them is reachable by Tab. */
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
  const held = useRef<Held | undefined>(undefined)
  const [under, setUnder] = useState(-1) // the cell under a piece that is carried
  /** cellOf returns the cell under a pointer, or -1. */
  const cellOf = (e: PointerEvent) => {
    const under = document.elementFromPoint(e.clientX, e.clientY)
    return under ? [...ref.current!.children].indexOf(under) : -1
  }
  const pen = useRef<Ink | undefined>(undefined)
  const timer = useRef(0)
  /** write moves the pen, which begins a drawing, or lifts it. */
  const write = (now?: Ink) => (clearTimeout(timer.current), p.setPen((pen.current = now)))
  const takeUp = (e: PointerEvent) => {
    const on = p.onInk && e.isPrimary ? b.cells[cellOf(e)]?.name : undefined
    const begin = () => {
      if (held.current?.lifted) return
      held.current = undefined
      ref.current!.setPointerCapture(e.pointerId)
      write({ colour: penColour(e), from: on!, to: on! })
    }
    clearTimeout(timer.current)
    if (on && e.button === 2) return begin()
    if (on && e.pointerType === 'touch') timer.current = setTimeout(begin, longPress)
    const from = e.isPrimary && e.button <= 0 ? cellOf(e) : -1
    held.current = from >= 0 && p.movable(from) ? { from, x: e.clientX, y: e.clientY, lifted: false } : undefined
  }
  const carry = (e: PointerEvent) => {
    const piece = held.current
    if (pen.current && e.buttons) return write({ ...pen.current, to: b.cells[cellOf(e)]?.name ?? pen.current.from })
    if (e.movementX || e.movementY) clearTimeout(timer.current)
    if (!piece || (!piece.lifted && Math.hypot(e.clientX - piece.x, e.clientY - piece.y) < slack)) return
    if (!piece.lifted) {
      piece.lifted = true
      ref.current!.setPointerCapture(e.pointerId) // the release outside is noticed, and no button is clicked
      p.lift(piece.from)
    }
    setUnder(cellOf(e))
    const { left, top, width, height } = ref.current!.getBoundingClientRect()
    const x = ((e.clientX - left) / width) * box.w + box.x
    const y = ((e.clientY - top) / height) * box.h + box.y
    p.spot.current = `translate(${x * 100} ${y * 100})`
    p.carrier.current?.setAttribute('transform', p.spot.current)
  }
  const letGo = (e: PointerEvent) => {
    const piece = held.current
    if (pen.current && cellOf(e) >= 0) p.onInk!(pen.current)
    write()
    held.current = undefined
    setUnder(-1)
    if (piece && (piece.lifted || cellOf(e) !== piece.from)) p.drop(piece.from, cellOf(e))
  }
  const putBack = () => {
    write()
    if (held.current?.lifted) p.drop(held.current.from, -1)
    held.current = undefined
    setUnder(-1)
  }
  const step = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && (pen.current || p.leave)) {
      e.stopPropagation()
      return pen.current ? write() : p.leave!()
    }
    if (e.code === 'KeyD' && p.onInk && !e.metaKey) {
      e.preventDefault()
      e.stopPropagation()
      const { name } = b.cells[focus]!
      if (!pen.current) return write({ colour: penColour(e), from: name, to: name })
      p.onInk({ ...pen.current, to: name })
      return write()
    }
    const [dx, dy] = arrows[e.key] ?? []
    if (dx === undefined || e.altKey || e.ctrlKey || e.metaKey) return
    e.preventDefault()
    e.stopPropagation()
    wanted.current = true
    const next = nearest(b, p.at, focus, dx, dy!)
    if (pen.current) write({ ...pen.current, to: b.cells[next]!.name })
    setFocus(next)
  }
  return (
    <div class="cells" role="group" aria-label={text('board.label')} ref={ref} onKeyDown={step} onPointerDown={takeUp} onPointerMove={carry} onPointerUp={letGo} onPointerCancel={putBack} onTouchMove={(e) => pen.current && e.preventDefault()} onContextMenu={(e) => p.onInk && e.preventDefault()}>
      {b.cells.map((c, i) => {
        const [x, y] = p.at(c)
        const act = p.act(i)
        const hint = byCell.get(i)
        return (
          <button
            key={i} type="button" tabIndex={i === Math.min(focus, b.cells.length - 1) ? 0 : -1}
            class={`${act ? 'legal' : ''} ${p.movable(i) ? 'movable' : ''} ${i === under ? 'under' : ''}`} aria-disabled={!act} aria-pressed={p.entered.includes(i) || undefined}
            data-cell={c.name} data-move={hint?.moves.length === 1 ? hint.moves[0] : undefined}
            aria-label={label(c, p.on[i], hint, p.sides)}
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

type ChoiceProps = { board: Board; choices: Way[]; play: (move: string) => void; leave: () => void }

/** Choice asks which of several moves along one path is meant. */
function Choice({ board: b, choices, play, leave }: ChoiceProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => (ref.current?.children[0] as HTMLElement | undefined)?.focus(), [])
  return (
    <div class="choice" role="group" aria-label={text('board.becomes')} ref={ref} onKeyDown={(e) => e.key === 'Escape' && (e.stopPropagation(), leave())}>
      {choices.map((w) => {
        const kind = b.pieces.find((k) => k.letter === w.becomes)
        return (
          <button type="button" data-move={w.move} title={w.move} aria-label={kind ? kindName(kind) : w.move} onClick={() => play(w.move)}>
            {kind ? <svg viewBox="-50 -50 100 100" aria-hidden="true"><Kind board={b} kind={kind} /></svg> : w.move}
          </button>
        )
      })}
    </div>
  )
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}

/** nearest returns the next cell in a displayed direction: in the same row or, vertically, in
 * the next row, whose cells may be offset. */
function nearest(b: Board, at: (c: Cell) => [number, number], from: number, dx: number, dy: number): number {
  const [x, y] = at(b.cells[from]!)
  let best = from
  let least = Infinity
  b.cells.forEach((c, i) => {
    const [cx, cy] = at(c)
    const along = (cx - x) * dx + (cy - y) * dy
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx)
    const far = along + (dx ? 4 : 0.4) * aside
    if (along > 0.01 && aside < (dx ? 0.6 : 1.1) && far < least) [best, least] = [i, far]
  })
  return best
}

function label(c: Cell, kind: Piece | undefined, hint: Hint | undefined, sides: [string, string]): string {
  const parts = [c.name, kind ? pieceName(kind, sides) : text('cell.empty')]
  if (hint) parts.push(text('cell.legal'))
  if (hint?.brief) parts.push(text(hint.exact ? 'cell.proven' : 'cell.estimate', { value: hint.brief }))
  return parts.join(', ')
}

/** Drawing shows a position as text, with buttons for its moves. */
function Drawing({ state, analysis, scores, other, preview, onPlay }: Props) {
  const said = scores ? analysis?.multipv : undefined
  return (
    <>
      <pre class="drawing" tabIndex={0}>{state.drawing}</pre>
      {onPlay && state.legal.length > 0 && (
        <div class="legal-moves" role="group" aria-label={text('moves.legal')}>
          {state.legal.map((move) => {
            const line = said?.find((l) => l.move === move)
            return (
              <button key={move} type="button" data-move={move} class={move === preview || line?.rank === said?.[0]?.rank && line ? 'primary' : ''} onClick={() => onPlay(move)}>
                {move}{line && <span class={`tag ${line.exact ? 'exact' : 'estimate'}`}>{brief(other ? negate(line) : line)}</span>}
              </button>
            )
          })}
        </div>
      )}
    </>
  )
}
