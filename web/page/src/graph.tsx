import { h } from 'preact'
import { full, scaleOf, weight } from './score'
import type { Store } from './store'
import { forFirst, line, loss, type Node } from './tree'
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
  const lost = losses(all)
  const most = Math.max(1, ...lost[0], ...lost[1])
  const fall = (side: number) => lost[side]!.map((v, i) => `${i ? 'L' : 'M'}${(i / Math.max(1, all.length - 1)) * width} ${height - 2 - (v / most) * (height - 10)}`).join('')
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
        <path class="loss first" d={fall(0)} /><path class="loss second" d={fall(1)} />
        <path class="curve" d={curve} />
        <path class="now" d={`M${x(store.here)} 0V${height}`} />
      </svg>
      <p class="legend">
        <span class="key curve" /> {text('graph.value', { side: store.game.sides[0] })}
        <span class="key first" /> {text('graph.loss', { side: store.game.sides[0] })}: {show(lost[0].at(-1)!)}
        <span class="key second" /> {text('graph.loss', { side: store.game.sides[1] })}: {show(lost[1].at(-1)!)}
      </p>
    </section>
  )
}

const show = (n: number) => String(Math.round(n * 10) / 10)

/** losses returns what each side has given away by each ply. */
function losses(all: Node[]): [number[], number[]] {
  const sums: [number[], number[]] = [[0], [0]]
  for (const n of all.slice(1)) {
    const l = loss(n) ?? 0
    const side = n.parent!.state.side
    sums[side].push(sums[side].at(-1)! + (Number.isFinite(l) ? l : 0))
    sums[1 - side]!.push(sums[1 - side]!.at(-1)!)
  }
  return sums
}

function describe(store: Store, known: Node[]): string {
  const [first, second] = store.game.sides
  const end = known.at(-1)!
  return text('graph.label', { ply: end.ply, value: full(forFirst(end)!.value, first, second, forFirst(end)!.exact) })
}
