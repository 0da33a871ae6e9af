import { h } from 'preact'
import type { Line } from './api'
import { hides } from './attempt'
import { Icon } from './icon'
import { brief } from './score'
import { how, shown, worded } from './seen'
import { limits } from './settings'
import type { Store } from './store'
import { opinion, type Opinion } from './tree'
import { count, fixed, text } from './words'

/** AnalysisPanel shows the search's analysis of the position. */
export function AnalysisPanel({ store, point }: { store: Store; point: (move?: string) => void }) {
  if (hides(store.retry)) return null
  if (store.veiled()) return <Veil store={store} />
  const a = store.here.analysis
  const o = opinion(store.here)
  const title = text(store.running ? 'analysis.stop' : 'analysis.start')
  return (
    <section class="panel analysis">
      <div class="verdict">
        <button type="button" class={`round ${store.running ? 'on' : ''}`} title={title} aria-label={title} aria-pressed={store.running} onClick={() => store.toggle()}>
          <Icon name={store.running ? 'pause' : 'play'} />
        </button>
        <p class="value">
          <strong>{o ? worded(store, store.here, o) : '…'}</strong>
          {o ? <About store={store} known={o} /> : <span />}
        </p>
        <span class="switches">
          <Switch of={text('analysis.scores')} on={store.settings.scores} set={(scores) => store.set({ scores })} />
          <Switch of={text('analysis.arrows')} on={store.settings.arrows} set={(arrows) => store.set({ arrows })} />
        </span>
      </div>
      {a && <Figures store={store} />}
      {!store.here.state.over && <Limit store={store} />}
      {a && !store.here.state.over && (
        <ol class="lines">
          {a.multipv.slice(0, 5).map((l) => <Variation key={l.move} store={store} line={l} point={point} />)}
        </ol>
      )}
      {a && !store.here.state.over && <Legend />}
    </section>
  )
}

/** Switch shows or hides something on the board. */
const Switch = ({ of, on, set }: { of: string; on: boolean; set: (on: boolean) => void }) => (
  <label class="switch">
    <input type="checkbox" checked={on} onChange={(e) => set(e.currentTarget.checked)} />
    <span>{of}</span>
  </label>
)

/** Limit chooses where an analysis stops, and whether it stops at all. */
function Limit({ store }: { store: Store }) {
  const { limit, endless } = store.settings
  const name = (l: string) => (l.startsWith('d') ? text('level.depth', { depth: l.slice(1) }) : text('limit.seconds', { n: parseInt(l) }))
  return (
    <p class="limit">
      <label>
        <span>{text('limit.label')}</span>
        <select value={limit} disabled={endless} onChange={(e) => store.set({ limit: e.currentTarget.value })}>
          {limits.map((l) => <option value={l}>{name(l)}</option>)}
        </select>
      </label>
      <button type="button" class="small" aria-pressed={endless} onClick={() => store.set({ endless: !endless })}><span aria-hidden="true">∞ </span>{text('limit.none')}</button>
    </p>
  )
}

/** Veil stands in for what is hidden during a game. */
function Veil({ store }: { store: Store }) {
  return (
    <section class="panel veil">
      <p>{text('analysis.hidden')}</p>
      <button type="button" class="quiet" onClick={() => store.reveal(true)}>{text('analysis.reveal')}</button>
    </section>
  )
}

/** About says from which side a value is seen, which the reader can choose, and how it is known. */
function About({ store, known: o }: { store: Store; known: Opinion }) {
  const at = store.here
  if (at.state.over) return <span>{text('over.label')}</span>
  const names = store.game.sides
  return (
    <span>
      <select class="seen" aria-label={text('value.seen')} value={String(store.settings.first)} onChange={(e) => store.set({ first: e.currentTarget.value === 'true' })}>
        <option value="false">{text('value.mover', { side: names[at.state.side] })}</option>
        <option value="true">{text('value.for', { side: names[0] })}</option>
      </select>
      {` · ${how(at, { ...o, value: shown(store, at, o.value) })}`}
    </span>
  )
}

function Figures({ store }: { store: Store }) {
  const a = store.here.analysis!
  const seconds = Math.max(store.running ? store.elapsed : 0, a.time_ms) / 1000
  const one = (key: string, value: string) => <div><dt>{text(key)}</dt><dd>{value}</dd></div>
  return (
    <dl class="figures">
      {one('figure.depth', a.seldepth > a.depth ? `${a.depth}/${a.seldepth}` : String(a.depth))}
      {one('figure.nodes', count(a.nodes))}
      {one('figure.speed', `${count(a.nps)}/${text('figure.second')}`)}
      {one('figure.time', seconds < 10 ? fixed(seconds, 1) : seconds.toFixed(0))}
    </dl>
  )
}

function Variation({ store, line, point }: { store: Store; line: Line; point: (move?: string) => void }) {
  const play = async (to: number) => {
    for (const move of line.pv.slice(0, to)) if (!(await store.play(move))) return
  }
  return (
    <li onMouseEnter={() => point(line.move)} onMouseLeave={() => point()}>
      <span class={`tag ${line.exact ? 'exact' : 'estimate'}`} title={text(line.exact ? 'value.proven' : 'value.estimate')}>{brief(shown(store, store.here, line))}</span>
      <span class="follow">
        {line.pv.slice(0, 24).map((m, i) => (
          <button type="button" key={i} class={i ? '' : 'lead'} onClick={() => void play(i + 1)}>{store.spell(m)}</button>
        ))}
      </span>
    </li>
  )
}

function Legend() {
  return (
    <p class="legend">
      <span class="keyed"><span class="tag exact">+2</span> {text('legend.exact')}</span>
      <span class="keyed"><span class="tag estimate">+2</span> {text('legend.estimate')}</span>
    </p>
  )
}
