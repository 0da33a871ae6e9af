import { h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { aborted, stream } from './api'
import { signed } from './score'
import type { Store } from './store'
import { line, loss, opinion, type Node } from './tree'
import { text } from './words'

const times = [200, 500, 1000, 3000, 10_000]

interface Turning {
  node: Node
  lost: number
  better: string
}

/** turnings returns the moves that gave away the most, the worst first. */
export function turnings(all: Node[]): Turning[] {
  return all.flatMap((node): Turning[] => {
    const lost = loss(node)
    const better = node.parent?.analysis?.best ?? ''
    return lost && lost >= 1 && better !== node.state.move ? [{ node, lost, better }] : []
  }).sort((a, b) => b.lost - a.lost).slice(0, 8)
}

/** Review looks at every position of the game, from the last to the first. */
export function Review({ store, done }: { store: Store; done: () => void }) {
  const [ms, setMs] = useState(500)
  const [left, setLeft] = useState<number | null>(null)
  const [error, setError] = useState('')
  const search = useRef<AbortController>(null)
  useEffect(() => () => search.current?.abort(), [])
  const all = line(store.here)
  const run = async () => {
    store.set({ analyse: false })
    const now = (search.current = new AbortController())
    setLeft(all.length)
    setError('')
    try {
      const body = { game: store.game.name, moves: all.slice(1).map((n) => n.state.move!), time_ms: ms, ...(store.start && { position: store.start }) }
      await stream('review', body, now.signal, (name, doc) => {
        if (name !== 'position') return
        all[doc.ply]!.analysis = doc.analysis
        setLeft(doc.ply)
        store.changed()
      })
    } catch (e) {
      if (!aborted(e)) setError((e as Error).message)
    }
    setLeft(null)
  }
  const go = (n: Node) => {
    store.go(n.parent ?? n)
    done()
  }
  const worst = turnings(all)
  const seen = all.filter((n) => opinion(n)).length
  return (
    <div class="review">
      <p>{text('review.about', { n: all.length - 1 })}</p>
      <div class="row">
        <label>
          <span>{text('review.time')}</span>
          <select value={ms} onChange={(e) => setMs(Number(e.currentTarget.value))}>
            {times.map((t) => <option value={t}>{t / 1000} {text('figure.second')}</option>)}
          </select>
        </label>
        <span class="grow" />
        {left === null ? (
          <button type="button" class="primary" onClick={() => void run()}>{text('review.begin')}</button>
        ) : (
          <button type="button" onClick={() => search.current?.abort()}>{text('review.stop')}</button>
        )}
      </div>
      {left !== null && <progress max={all.length} value={all.length - left} aria-label={text('review.progress')} />}
      {error && <p class="error" role="alert">{error}</p>}
      <h3>{text('review.turnings')}</h3>
      {worst.length === 0 && <p class="empty">{text(seen > 1 ? 'review.none' : 'review.unseen')}</p>}
      <ol class="turnings">
        {worst.map(({ node, lost, better }) => (
          <li>
            <button type="button" onClick={() => go(node)}>
              <b>{node.ply}. {node.state.move}</b>
              <span class="lost">{lost === Infinity ? '??' : signed(-lost)}</span>
              <span>{text('review.better', { move: better })}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
