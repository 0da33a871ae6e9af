import { Fragment, h, type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Mark } from './api'
import { figure, losses, scaleOf, weight } from './score'
import { viewer, worded } from './seen'
import type { Store } from './store'
import { Icon } from './icon'
import { forFirst, isDistance, judgement, line, negate, numbered, numberOf, type Node } from './tree'
import { text } from './words'

const width = 320
const height = 96
const middle = height / 2

/** valued returns the line through the current position and its positions with values, or null if
 * there are too few for a graph. */
function valued(store: Store): (Game & { known: Node[] }) | null {
  const all = line(store.here)
  const known = all.filter((n) => forFirst(n))
  return store.veiled() || all.length < 2 || known.length < 2 ? null : { store, all, known }
}

/** Graph shows the value over the game and, below, each side's losses. */
export function Graph({ store }: { store: Store }) {
  const game = valued(store)
  if (!game) return null
  const lost = lostBy(game.all)
  return (
    <>
      <Values {...game} />
      {lost && <Losses store={store} all={game.all} lost={lost} />}
    </>
  )
}

/** Strip is the graph of values without its axes, in one row, and a button that opens the graphs. */
export function Strip({ store }: { store: Store }) {
  const game = valued(store)
  if (!game) return null
  const { graphs } = store.settings
  return (
    <div class="strip graph">
      <Field {...game} label={text('graph.title')} told={(n) => valueOf(store, n)}><Curve {...game} /></Field>
      <button type="button" class="icon" aria-expanded={graphs} title={text('graph.open')} aria-label={text('graph.open')} onClick={() => store.set({ graphs: !graphs })}><Icon name="review" /></button>
    </div>
  )
}

interface Game {
  store: Store
  all: Node[] // of the current line
}

const across = (all: Node[], ply: number) => (ply / (all.length - 1)) * width
const up = (w: number) => middle - w * (middle - 6)

/** valueOf writes the value of a position. */
function valueOf(store: Store, n: Node): string {
  const o = forFirst(n)
  if (!o) return '–'
  const value = n.state.side ? negate(o.value) : o.value
  return `${worded(store, n, { ...o, value })} ${text('value.for', { side: store.game.sides[viewer(store, n)] })} · ${text(o.exact ? 'value.proven' : 'value.estimate')}`
}

/** Curve draws the values, and below them a tick for each marked move. */
function Curve({ store, all, known }: Game & { known: Node[] }) {
  const scale = scaleOf(store.game.unit)
  const at = (n: Node) => `${across(all, n.ply).toFixed(1)} ${up(weight(forFirst(n)!.value, scale)).toFixed(1)}`
  const curve = known.map((n, i) => `${i ? 'L' : 'M'}${at(n)}`).join('')
  const area = `M${across(all, known[0]!.ply)} ${middle}L${curve.slice(1)}L${across(all, known.at(-1)!.ply)} ${middle}Z`
  const fault = (mark: Mark) => all.filter((n) => judgement(n)?.mark === mark).map((n) => `M${across(all, n.ply).toFixed(1)} ${height}V${height - 18}`).join('')
  return (
    <>
      <svg y="0" width={width} height={middle}><path class="area first" d={area} /></svg>
      <svg y={middle} width={width} height={middle} viewBox={`0 ${middle} ${width} ${middle}`}><path class="area second" d={area} /></svg>
      <path class="curve" d={curve} />
      <path class="fault" d={fault('?')} /><path class="fault blunder" d={fault('??')} />
    </>
  )
}

function Values({ store, all, known }: Game & { known: Node[] }) {
  const scale = scaleOf(store.game.unit)
  const outcomes = known.every((n) => isDistance(forFirst(n)!.value))
  const ticks = outcomes
    ? [[up(1), store.game.sides[0]], [middle, '='], [up(-1), store.game.sides[1]]] as Tick[]
    : [1, 0.5, 0, -0.5, -1].map((v): Tick => [up(Math.tanh(v)), figure(v * scale, store.game.unit)])
  return (
    <Plot store={store} all={all} title={text('graph.title')} ticks={ticks} told={(n) => valueOf(store, n)} legend={<Key look="curve">{text('graph.value', { side: store.game.sides[0] })}</Key>}>
      <Curve store={store} all={all} known={known} />
    </Plot>
  )
}

function Losses({ store, all, lost }: Game & { lost: Lost }) {
  const most = Math.max(1, ...lost.sums[0], ...lost.sums[1])
  const y = (v: number) => height - 4 - (v / most) * (height - 10)
  const fall = (side: 0 | 1) => lost.sums[side].map((v, i) => `${i ? 'L' : 'M'}${across(all, i).toFixed(1)} ${y(v).toFixed(1)}`).join('')
  const ticks = [0, most / 2, most].map((v): Tick => [y(v), figure(v, lost.unit).replace('+', '')])
  const told = (n: Node) => ([0, 1] as const).map((side) => `${store.game.sides[side]} ${losses({ [lost.unit]: lost.sums[side][n.ply]! })}`).join(' · ')
  const legend = ([0, 1] as const).map((side) => (
    <Key look={side ? 'second' : 'first'}>{text('graph.loss', { side: store.game.sides[side], loss: losses({ [lost.unit]: lost.sums[side].at(-1)! }) })}</Key>
  ))
  return (
    <Plot store={store} all={all} title={text('graph.losses')} ticks={ticks} told={told} legend={legend}>
      <path class="loss first" d={fall(0)} /><path class="loss second" d={fall(1)} />
    </Plot>
  )
}

type Tick = [at: number, label: string]

type FieldProps = Game & {
  label: string
  ticks?: Tick[] // of the values; "at" is a height in the picture
  told: (n: Node) => string
  point?: (n: Node | null) => void
  children: ComponentChildren
}

/** Field draws a curve over the moves of a game. A position is chosen by the pointer, which shows it
 * first, or by the keys of a slider. */
function Field({ store, all, label, ticks = [], told, point, children }: FieldProps) {
  const [over, setOver] = useState<Node | null>(null)
  const show = (n: Node | null) => (setOver(n), point?.(n))
  const under = (e: MouseEvent): Node => {
    const box = (e.currentTarget as Element).getBoundingClientRect()
    return all[Math.min(all.length - 1, Math.max(0, Math.round(((e.clientX - box.left) / box.width) * (all.length - 1))))]!
  }
  const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
  const step = (e: KeyboardEvent) => {
    const by = steps[e.key] // other keys belong to the page
    if (!by) return
    e.preventDefault()
    e.stopPropagation()
    store.go(all[Math.min(all.length - 1, Math.max(0, store.here.ply + by))]!)
  }
  return (
    <div
      class="field" role="slider" tabIndex={0} aria-label={`${label}: ${text('graph.pick')}`} title={over && !point ? `${named(store, over)} ${told(over)}` : undefined}
      aria-valuemin={0} aria-valuemax={all.length - 1} aria-valuenow={store.here.ply} aria-valuetext={`${named(store, store.here)} ${told(store.here)}`}
      onClick={(e) => store.go(under(e))} onPointerMove={(e) => show(under(e))} onPointerLeave={() => show(null)} onKeyDown={step}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {ticks.map(([y]) => <path class="axis" d={`M0 ${y}H${width}`} />)}
        {children}
        {over && <path class="over" d={`M${across(all, over.ply)} 0V${height}`} />}
        <path class="now" d={`M${across(all, store.here.ply)} 0V${height}`} />
      </svg>
    </div>
  )
}

type PlotProps = FieldProps & { title: string; ticks: Tick[]; legend: ComponentChildren }

/** Plot is a field with axes and a legend. */
function Plot({ title, legend, ...field }: Omit<PlotProps, 'label'>) {
  const { store, all, ticks, told } = field
  const [over, setOver] = useState<Node | null>(null)
  const shown = over && all.includes(over) ? over : store.here
  return (
    <section class="panel graph">
      <div class="top"><h2>{title}</h2><span class="told">{`${named(store, shown)} ${told(shown)}`}</span></div>
      <div class="plot">
        <div class="ticks" aria-hidden="true">{ticks.map(([y, name]) => <span style={{ top: `${(y / height) * 100}%` }}>{name}</span>)}</div>
        <Field {...field} label={title} point={setOver} />
        <div class="moves-axis" aria-hidden="true">{plies(all.length - 1).map((n) => <span style={{ left: `${(n / (all.length - 1)) * 100}%` }}>{numberOf(n)}</span>)}</div>
      </div>
      <p class="legend">{legend}</p>
    </section>
  )
}

const named = (store: Store, n: Node) => (n.state.move ? `${numbered(n)} ${store.spell(n.state.move)}` : '0.')

/** plies returns about six plies of a game, to mark its axis. */
function plies(last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((s) => numberOf(last) / s <= 7) ?? 200
  return Array.from({ length: Math.floor(numberOf(last) / step) }, (_, i) => (i + 1) * step * 2 - 1)
}

/** Key explains a line of the graph, without a line break inside. */
const Key = ({ look, children }: { look: string; children: ComponentChildren }) => (
  <span class="keyed"><span class={`key ${look}`} /> {children}</span>
)

interface Lost {
  unit: string
  sums: [number[], number[]] // up to each ply
}

/** lostBy returns each side's losses, in the unit of most moves; null where moves cannot be
 * compared. */
function lostBy(all: Node[]): Lost | null {
  const judged = all.slice(1).map((n) => judgement(n))
  const known = judged.flatMap((j) => (j && j.loss !== null ? [j.unit] : []))
  if (!known.length) return null
  const often = (unit: string) => known.filter((u) => u === unit).length
  const unit = known.reduce((a, b) => (often(b) > often(a) ? b : a))
  const sums: [number[], number[]] = [[0], [0]]
  judged.forEach((j, i) => {
    const mover = all[i]!.state.side
    sums[0].push(sums[0].at(-1)!)
    sums[1].push(sums[1].at(-1)!)
    if (j?.unit === unit) sums[mover][i + 1]! += j.loss ?? 0
  })
  return { unit, sums }
}
