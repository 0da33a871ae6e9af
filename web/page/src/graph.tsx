import { Fragment, h, type ComponentChildren } from 'preact'
import { full, losses, scaleOf, weight } from './score'
import type { Store } from './store'
import { forFirst, judgement, line, type Node } from './tree'
import { text } from './words'

const width = 320
const height = 96
const middle = height / 2

/** Graph shows the value over the game, and what each side has given away. */
export function Graph({ store }: { store: Store }) {
  const all = line(store.here)
  const known = all.filter((n) => forFirst(n))
  if (all.length < 2 || known.length < 2) return null
  const scale = scaleOf(store.game.unit)
  const x = (n: Node) => (n.ply / Math.max(1, all.length - 1)) * width
  const y = (n: Node) => middle - weight(forFirst(n)!.value, scale) * (middle - 6)
  const curve = known.map((n, i) => `${i ? 'L' : 'M'}${x(n).toFixed(1)} ${y(n).toFixed(1)}`).join('')
  const area = `M${x(known[0]!)} ${middle}L${curve.slice(1)}L${x(known.at(-1)!)} ${middle}Z`
  const lost = lostBy(all)
  const most = lost ? Math.max(1, ...lost.sums[0], ...lost.sums[1]) : 1
  const fall = (side: 0 | 1) => lost!.sums[side].map((v, i) => `${i ? 'L' : 'M'}${(i / Math.max(1, all.length - 1)) * width} ${height - 2 - (v / most) * (height - 10)}`).join('')
  const pick = (e: MouseEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect()
    const ply = Math.round(((e.clientX - box.left) / box.width) * (all.length - 1))
    store.go(all[Math.min(all.length - 1, Math.max(0, ply))]!)
  }
  return (
    <section class="panel graph">
      <h2>{text('graph.title')}</h2>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describe(store, known)} preserveAspectRatio="none" onClick={pick}>
        <clipPath id="above"><rect x="0" y="0" width={width} height={middle} /></clipPath>
        <clipPath id="below"><rect x="0" y={middle} width={width} height={middle} /></clipPath>
        <path class="area first" d={area} clip-path="url(#above)" />
        <path class="area second" d={area} clip-path="url(#below)" />
        <path class="axis" d={`M0 ${middle}H${width}`} />
        {lost && <><path class="loss first" d={fall(0)} /><path class="loss second" d={fall(1)} /></>}
        <path class="curve" d={curve} />
        <path class="now" d={`M${x(store.here)} 0V${height}`} />
      </svg>
      <p class="legend">
        <Key look="curve">{text('graph.value', { side: store.game.sides[0] })}</Key>
        {lost && ([0, 1] as const).map((side) => (
          <Key look={side ? 'second' : 'first'}>{text('graph.loss', { side: store.game.sides[side], loss: losses({ [lost.unit]: lost.sums[side].at(-1)! }) })}</Key>
        ))}
      </p>
    </section>
  )
}

/** Key says what a line of the graph is; it is not parted from its words. */
const Key = ({ look, children }: { look: string; children: ComponentChildren }) => (
  <span class="keyed"><span class={`key ${look}`} /> {children}</span>
)

interface Lost {
  unit: string
  sums: [number[], number[]] // by each ply
}

/** lostBy returns what each side has given away, in the unit that most moves are
 * judged in; null where nothing can be compared. */
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

function describe(store: Store, known: Node[]): string {
  const [first, second] = store.game.sides
  const end = known.at(-1)!
  return text('graph.label', { ply: end.ply, value: full(forFirst(end)!.value, first, second, forFirst(end)!.exact) })
}
