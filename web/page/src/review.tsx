import { Fragment, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Mark, Pieces, Total, Value } from './api'
import { openingName } from './games'
import { tool } from './icon'
import { look } from './look'
import { accuracyOf, full, losses, meaning, pointsLost } from './score'
import { ratingIn } from './rating'
import { retry } from './retry'
import type { Store } from './store'
import { judgement, line, numbered, over, type Node, type Reviewed } from './tree'
import { fixed, has, text } from './words'

const times = [200, 500, 1000, 3000, 10_000]
const levels = [4, 8, 12, 16, 20, 24, 30]

/** Review shows the cost of each move of the game, as ply review does. */
export function Review({ store, done }: { store: Store; done: () => void }) {
  const [limit, setLimit] = useState('time 500')
  const { looking } = store
  const all = line(store.here)
  const run = () => {
    const [kind, n] = [limit.split(' ')[0], Number(limit.split(' ')[1])]
    void look(store, kind === 'time' ? { time_ms: n } : { level: n })
  }
  const go = (n: Node) => {
    store.go(n.parent!)
    done()
  }
  return (
    <div class="review">
      <p>{text('review.about', { n: all.length - 1 })}</p>
      <div class="row">
        {store.game.solver ? <span>{text('review.solver')}</span> : <label>
          <span>{text('review.limit')}</span>
          <select value={limit} onChange={(e) => setLimit(e.currentTarget.value)} disabled={!!looking}>
            <optgroup label={text('review.time')}>
              {times.map((t) => <option value={`time ${t}`}>{t / 1000} {text('figure.second')}</option>)}
            </optgroup>
            <optgroup label={text('engine.level')}>
              {levels.map((n) => <option value={`level ${n}`}>{n} · {meaning(store.game.levels?.[n - 1])}</option>)}
            </optgroup>
          </select>
        </label>}
        <span class="grow" />
        {looking ? (
          <button type="button" onClick={looking.stop}>{text('review.stop')}</button>
        ) : (
          <button type="button" class="primary" onClick={run}>{text('review.begin')}</button>
        )}
      </div>
      {looking && <progress max={looking.of} value={looking.done} aria-label={text('review.progress')} />}
      {store.error && <p class="error" role="alert">{store.error}</p>}
      {store.review && <Summary store={store} review={store.review} />}
      {store.review && !looking && <Retries store={store} nodes={store.review.nodes} done={done} />}
      <Found store={store} all={store.review?.nodes ?? all} running={!!looking} go={go} />
    </div>
  )
}

/** usual is the time of a review after a game, for each move. */
const usual = { time_ms: 500 }

/** ReviewBar offers a review at the end of a game, and shows its progress. Then it leads through the marked
 * moves, the worst first; after a game against the engine it offers the reader's for a second try. */
export function ReviewBar({ store, open }: { store: Store; open: () => void }) {
  useEffect(() => void (store.finished = () => void look(store, usual)), [store])
  const { looking, review } = store
  if (looking) {
    return (
      <div class="retry">
        <span>{text('review.running', { done: looking.done, of: looking.of })}</span>
        <button type="button" class="small" onClick={looking.stop}>{text('review.stop')}</button>
      </div>
    )
  }
  if (store.retry || store.veiled()) return null
  const worst = worstOf(review?.nodes ?? [])
  const at = worst.findIndex((n) => n.parent === store.here)
  if (at >= 0) return <Moment store={store} worst={worst} at={at} />
  if (!ended(store)) return null
  if (!review) {
    return (
      <div class="retry">
        <span>{over(store.here) ? text('review.over') : `${text('heading.result')}: ${store.heading!.result}`}{own(store)}</span>
        <button type="button" class="small primary" onClick={() => void look(store, usual)}>{text('review.begin')}</button>
      </div>
    )
  }
  const tour = worst.length > 0 && <button type="button" class="small" onClick={() => store.go(worst[0]!.parent!)}>{text('review.tour')}</button>
  if (!store.playing()) {
    return (
      <div class="retry" role="status">
        <span>{store.game.sides.map((side, i) => `${side}: ${accuracy(review, i)}`).join(' · ')}</span>
        <button type="button" class="small" onClick={open}>{text('moves.review')}</button>
        {tour}
      </div>
    )
  }
  const side = store.settings.engine === 'first' ? 1 : 0
  const faults = faultsOf(review.nodes, side)
  return (
    <div class="retry" role="status">
      <span>{text('review.faults', { n: faults.length })}{own(store)}</span>
      <button type="button" class="small" onClick={open}>{text('moves.review')}</button>
      {tour}
      {faults.length > 0 && <button type="button" class="small primary" onClick={() => retry(store, faults)}>{text('retry.begin', { side: store.game.sides[side], n: faults.length })}</button>}
    </div>
  )
}

/** own says the reader's rating after a game against a rated opponent. */
const own = (store: Store) => store.playing() && store.opponent()?.elo !== undefined && ratingIn(store.game) && <span title={text('rating.means')}> {ratingIn(store.game)}</span>

/** ended reports whether a game is at its end: over, or where a record with a result stops. */
const ended = ({ here, heading }: Store): boolean =>
  here.ply > 0 && !here.children.length && (over(here) || /^[^*?]/.test(heading?.result ?? ''))

/** Moment shows one of the marked moves in the position before it. */
function Moment({ store, worst, at }: { store: Store; worst: Node[]; at: number }) {
  const node = worst[at]!
  const m = node.reviewed!
  const words = [text('review.moment', { n: at + 1, of: worst.length, move: `${numbered(node)} ${store.spell(m.move)}${m.mark}`, better: store.spell(m.best ?? '') }), ...reasons(store, node)].join(' · ')
  const go = (to: number) => store.go(worst[to]!.parent!)
  return (
    <div class="retry" role="status">
      <span>{words}</span>
      {tool('back', 'review.worse', () => go(at - 1), !at)}
      {tool('forward', 'review.smaller', () => go(at + 1), at + 1 === worst.length)}
    </div>
  )
}

/** reasons says why a move was bad, as far as that is certain. */
function reasons(store: Store, node: Node): string[] {
  const m = node.reviewed!
  const [side, other] = seats(store, node)
  return (m.why ?? []).map((w) => {
    const next = w.kind === 'only' && !(w.exact && w.next!.outcome < 0)
    const key = `why.${next ? 'next' : w.taken ? 'loses-for' : w.kind}`
    const own = `${key}.${store.game.board?.pieces[0]!.shape}` // a king is mated
    return text(has(own) ? own : key, {
      n: Math.ceil((w.plies ?? 0) / 2), lost: named(w.lost), taken: named(w.taken), cell: w.cell ?? '',
      move: store.spell(m.best ?? ''), value: next ? full(w.next!, side, other, !!w.exact) : '',
    })
  })
}

/** named names pieces with their numbers. */
const named = (all: Pieces[] = []) => all.map(({ piece, count: n }) => text(`why.${piece}`, { n, count: n > 1 ? `${n} ` : '' })).join(text('why.and'))

/** seats returns the names of the side that made a move and of the other. */
const seats = ({ game }: Store, node: Node) => (node.parent!.state.side === 0 ? game.sides : [game.sides[1], game.sides[0]] as const)

const ranks = ['', '?!', '?', '??']

/** worstOf returns marked and turning moves, the worst first: by mark, then by what they cost. */
function worstOf(nodes: Node[]): Node[] {
  const cost = ({ reviewed: m }: Node) => ranks.indexOf(m!.mark) * 1e6 + (pointsLost(m!) ?? 0) * 1e3 + Math.min(999, m!.loss ?? 0) / 1e3
  return nodes.filter((n) => n.reviewed?.mark || n.reviewed?.turning).sort((a, b) => cost(b) - cost(a))
}

/** accuracy writes the accuracy of a side's moves. */
function accuracy({ nodes }: Reviewed, side: number): string {
  const share = accuracyOf(nodes.flatMap((n) => (n.reviewed && n.parent!.state.side === side ? [n.reviewed] : [])))
  return share === undefined ? '–' : `${fixed(100 * share, 1)} %`
}

/** faultsOf returns the marked moves of a side. */
const faultsOf = (nodes: Node[], side: number) => nodes.filter((n) => n.reviewed?.mark && n.parent!.state.side === side)

/** Retries offers each side its marked moves for a second try. */
function Retries({ store, nodes, done }: { store: Store; nodes: Node[]; done: () => void }) {
  const begin = (faults: Node[]) => {
    retry(store, faults)
    done()
  }
  return (
    <p class="row">
      {store.game.sides.map((side, i) => {
        const faults = faultsOf(nodes, i)
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
      <p class="said" role="status">{boundary(store, r)}</p>
      <table class="totals">
        <thead>
          <tr>
            <th scope="col">{text('review.side')}</th>
            <th scope="col">{text('review.judged')}</th>
            <th scope="col"><abbr title={text('review.accuracy-means')}>{text('review.accuracy')}</abbr></th>
            <th scope="col">{text('review.lost')}</th>
            {counted.map(([mark]) => <th scope="col">{mark}</th>)}
          </tr>
        </thead>
        <tbody>
          {r.sides.map((t, side) => (
            <tr>
              <th scope="row">{store.game.sides[side]}</th>
              <td>{t.judged}</td>
              <td title={text('review.accuracy-means')}>{accuracy(r, side)}</td>
              <td>{losses(t.loss)}</td>
              {counted.map(([, of]) => <td>{of(t) || '–'}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{text('review.legend')}</p>
      <p class="note">{text('review.accuracy-means')}</p>
    </>
  )
}

/** boundary describes where estimates end and proofs begin. */
function boundary(store: Store, r: Reviewed): string {
  const first = r.nodes[r.exact_from]!
  if (r.exact_from === 0) return text('review.exact-none')
  return r.exact_from === 1 ? text('review.exact-all') : text('review.exact-from', { move: `${numbered(first)} ${store.spell(first.state.move!)}` })
}

/** Found lists the moves that are marked or at which the game turned, the worst first. */
function Found({ store, all, running, go }: { store: Store; all: Node[]; running: boolean; go: (n: Node) => void }) {
  const worst = worstOf(all)
  return (
    <>
      <h3>{text('review.worst')}</h3>
      {worst.length ? (
        <ol class="turnings">{worst.map((n) => <Fault key={n.id} store={store} node={n} go={go} />)}</ol>
      ) : <p class="empty">{text(all.some((n) => n.reviewed) && !running ? 'review.none' : 'review.unseen')}</p>}
    </>
  )
}

/** Fault says what a move changed and which move was better. */
function Fault({ store, node, go }: { store: Store; node: Node; go: (n: Node) => void }) {
  const m = node.reviewed!
  const j = judgement(node)
  const [side, other] = seats(store, node)
  const why = reasons(store, node).join(' · ')
  const ahead = (v: Value) => (v.value || v.outcome ? text('review.ahead', { side: (v.value || v.outcome) > 0 ? side : other }) : text('review.even'))
  return (
    <li>
      <button type="button" onClick={() => go(node)}>
        <b>{numbered(node)} {store.spell(m.move)}{m.mark}</b>
        <span class="lost">{side}{j?.loss ? ` · ${text('review.loses', { loss: losses({ [j.unit]: j.loss }) })}` : ''}</span>
        {m.turning && <span>{text(m.exact ? 'review.swing' : 'review.swing-estimate', { before: ahead(m.best_value!), after: ahead(m.value!) })}</span>}
        {why && <span>{why}</span>}
        <span class="better">{text('review.better', { move: store.spell(m.best ?? ''), value: full(m.best_value!, side, other, m.exact) })} · <i>{m.pv?.slice(0, 12).map(store.spell).join(' ')}</i></span>
      </button>
    </li>
  )
}
