import { Fragment, h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { aborted, type Mark, type Total, type Value } from './api'
import { openingName } from './games'
import { look } from './look'
import { full, losses, meaning, unit } from './score'
import { retry } from './retry'
import type { Store } from './store'
import { judgement, line, type Node, type Reviewed } from './tree'
import { text } from './words'

const times = [200, 500, 1000, 3000, 10_000]
const levels = [4, 8, 12, 16, 20, 24, 30]

/** Review shows the cost of each move of the game, as ply review does. */
export function Review({ store, done }: { store: Store; done: () => void }) {
  const [limit, setLimit] = useState('time 500')
  const [progress, setProgress] = useState<[done: number, of: number] | null>(null)
  const [error, setError] = useState('')
  const search = useRef<AbortController>(null)
  useEffect(() => () => search.current?.abort(), [])
  const all = line(store.here)
  const run = async () => {
    const now = (search.current = new AbortController())
    const [kind, n] = [limit.split(' ')[0], Number(limit.split(' ')[1])]
    setError('')
    setProgress([0, all.length - 1])
    try {
      await look(store, kind === 'time' ? { time_ms: n } : { level: n }, now.signal, (done, of) => setProgress([done, of]))
    } catch (e) {
      if (!aborted(e)) setError((e as Error).message)
    }
    setProgress(null)
  }
  const go = (n: Node) => {
    store.go(n.parent!)
    done()
  }
  return (
    <div class="review">
      <p>{text('review.about', { n: all.length - 1 })}</p>
      <div class="row">
        <label>
          <span>{text('review.limit')}</span>
          <select value={limit} onChange={(e) => setLimit(e.currentTarget.value)} disabled={progress !== null}>
            <optgroup label={text('review.time')}>
              {times.map((t) => <option value={`time ${t}`}>{t / 1000} {text('figure.second')}</option>)}
            </optgroup>
            <optgroup label={text('engine.level')}>
              {levels.map((n) => <option value={`level ${n}`}>{n} · {meaning(store.game.levels?.[n - 1])}</option>)}
            </optgroup>
          </select>
        </label>
        <span class="grow" />
        {progress ? (
          <button type="button" onClick={() => search.current?.abort()}>{text('review.stop')}</button>
        ) : (
          <button type="button" class="primary" onClick={() => void run()}>{text('review.begin')}</button>
        )}
      </div>
      {progress && <progress max={progress[1]} value={progress[0]} aria-label={text('review.progress')} />}
      {error && <p class="error" role="alert">{error}</p>}
      {store.review && <Summary store={store} review={store.review} />}
      {store.review && !progress && <Retries store={store} nodes={store.review.nodes} done={done} />}
      <Found store={store} all={store.review?.nodes ?? all} running={progress !== null} go={go} />
    </div>
  )
}

/** Retries offers each side its marked moves for a second try. */
function Retries({ store, nodes, done }: { store: Store; nodes: Node[]; done: () => void }) {
  const begin = (faults: Node[]) => {
    retry(store, faults)
    done()
  }
  return (
    <p class="row">
      {store.game.sides.map((side, i) => {
        const faults = nodes.filter((n) => n.reviewed?.mark && n.parent!.state.side === i)
        return faults.length > 0 && <button type="button" class="retries" onClick={() => begin(faults)}>{text('retry.begin', { side, n: faults.length })}</button>
      })}
    </p>
  )
}

/** Summary shows the opening, the point from which values are proven, and each side's losses. */
function Summary({ store, review: r }: { store: Store; review: Reviewed }) {
  const counted: [Mark, (t: Total) => number][] = [['?!', (t) => t.dubious], ['?', (t) => t.mistakes], ['??', (t) => t.blunders]]
  return (
    <>
      {r.opening && <p class="said">{text('review.opening', { name: openingName(r.opening), n: r.opening_moves })}</p>}
      <p class="said" role="status">{boundary(r)}</p>
      <table class="totals">
        <thead>
          <tr>
            <th scope="col">{text('review.side')}</th>
            <th scope="col">{text('review.judged')}</th>
            <th scope="col">{text('review.lost')}</th>
            {counted.map(([mark]) => <th scope="col">{mark}</th>)}
          </tr>
        </thead>
        <tbody>
          {r.sides.map((t, side) => (
            <tr>
              <th scope="row">{store.game.sides[side]}</th>
              <td>{t.judged}</td>
              <td>{losses(t.loss)}</td>
              {counted.map(([, of]) => <td>{of(t) || '–'}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{legend(r)}</p>
    </>
  )
}

/** boundary describes where estimates end and proofs begin. */
function boundary(r: Reviewed): string {
  if (r.exact_from === 0) return text('review.exact-none')
  return r.exact_from === 1 ? text('review.exact-all') : text('review.exact-from', { n: r.exact_from })
}

/** legend explains the marks in a game. */
function legend({ marks: m }: Reviewed): string {
  if (!m.dubious) return text('review.outcomes')
  const grades = { dubious: m.dubious, mistake: m.mistake, blunder: m.blunder, unit: unit(m.unit, m.blunder) }
  return `${text('review.grades', grades)} ${text('review.marks')}`
}

/** Found lists the moves at which the game turned, and the other marked moves. */
function Found({ store, all, running, go }: { store: Store; all: Node[]; running: boolean; go: (n: Node) => void }) {
  const judged = all.filter((n) => n.reviewed)
  const turned = judged.filter((n) => n.reviewed!.turning)
  const marked = judged.filter((n) => n.reviewed!.mark && !n.reviewed!.turning)
  const list = (nodes: Node[]) => <ol class="turnings">{nodes.map((n) => <Fault key={n.id} store={store} node={n} go={go} />)}</ol>
  return (
    <>
      <h3>{text('review.turnings')}</h3>
      {turned.length ? list(turned) : <p class="empty">{text(judged.length && !running ? 'review.none' : 'review.unseen')}</p>}
      {marked.length > 0 && (
        <>
          <h3>{text('review.marked')}</h3>
          {list(marked)}
        </>
      )}
    </>
  )
}

/** Fault says what a move changed and which move was better. */
function Fault({ store, node, go }: { store: Store; node: Node; go: (n: Node) => void }) {
  const m = node.reviewed!
  const j = judgement(node)
  const [side, other] = node.parent!.state.side === 0 ? store.game.sides : [store.game.sides[1], store.game.sides[0]]
  const ahead = (v: Value) => (v.value || v.outcome ? text('review.ahead', { side: (v.value || v.outcome) > 0 ? side : other }) : text('review.even'))
  return (
    <li>
      <button type="button" onClick={() => go(node)}>
        <b>{m.number}. {m.move}{m.mark}</b>
        <span class="lost">{side}{j?.loss ? ` · ${text('review.loses', { loss: losses({ [j.unit]: j.loss }) })}` : ''}</span>
        {m.turning && <span>{text(m.exact ? 'review.swing' : 'review.swing-estimate', { before: ahead(m.best_value!), after: ahead(m.value!) })}</span>}
        <span class="better">{text('review.better', { move: m.best ?? '', value: full(m.best_value!, side, other, m.exact) })} · <i>{m.pv?.slice(0, 12).join(' ')}</i></span>
      </button>
    </li>
  )
}
