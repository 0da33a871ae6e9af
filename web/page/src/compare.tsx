import { h } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { aborted, post } from './api'
import { useScene } from './lab'
import { algorithms, choices, place, type SetUp } from './labsetup'
import { Replay } from './replay'
import { TreeView } from './treeview'
import { text } from './words'

interface Row {
  algorithm: string
  value: string
  leaves: number
  evaluations: number
  nodes: number
  visits: number
  cutoffs: number
  pruned: number
  ratio: number
}

interface Comparison {
  summary: string
  minimum: number
  leaves: number
  rows: Row[]
}

const figures = ['value', 'leaves', 'evaluations', 'nodes', 'visits', 'cutoffs', 'pruned'] as const

/** Compare puts all algorithms on one tree beside each other. */
export function Compare({ setup, show, change }: { setup: SetUp; show: (algorithm: string) => void; change: (to: Partial<SetUp>) => void }) {
  const [found, setFound] = useState<Comparison | null>(null)
  const [error, setError] = useState('')
  const [pair, setPair] = useState<[string, string]>(['minimax', 'alphabeta'])
  const [step, setStep] = useState(1000)
  const { tree, order, seed, cut, fail } = setup
  useEffect(() => {
    const ask = new AbortController()
    post<Comparison>('trees/compare', place(setup), ask.signal).then((c) => (setFound(c), setError('')), (e) => aborted(e) || setError(e.message))
    return () => ask.abort()
  }, [tree, order, seed, cut, fail])
  const most = Math.max(1, ...(found?.rows.map((r) => r.leaves) ?? []))
  return (
    <div class="compare">
      <section class="panel">
        <div class="row">
          <h2>{text('compare.title')}</h2>
          <span class="grow" />
          <label class="inline">
            <span>{text('setting.order')}</span>
            <select value={order} onChange={(e) => change({ order: e.currentTarget.value })}>
              {choices.order.map(([v, label]) => <option value={v}>{text(label)}</option>)}
            </select>
          </label>
        </div>
        {error && <p class="error" role="alert">{error}</p>}
        {found && (
          <div class="scroll" tabIndex={0} role="region" aria-label={text('compare.title')}>
            <table>
              <thead>
                <tr><th scope="col">{text('setting.algorithm')}</th>{figures.map((f) => <th scope="col" key={f}>{text(`compare.${f}`)}</th>)}<th scope="col">{text('compare.ratio')}</th></tr>
              </thead>
              <tbody>
                {found.rows.map((r) => (
                  <tr key={r.algorithm}>
                    <th scope="row"><button type="button" class="quiet" onClick={() => show(r.algorithm)}>{text(`algorithm.${r.algorithm}`)}</button></th>
                    {figures.map((f) => <td key={f}>{f === 'leaves' && <i class="bar-of" style={{ width: `${(r.leaves / most) * 100}%` }} />}{r[f]}</td>)}
                    <td>{r.ratio.toFixed(2)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p class="note">{found?.summary}</p>
      </section>
      <div class="pair">
        {pair.map((name, i) => (
          <One
            key={i} setup={{ ...setup, algorithm: name }} percent={step}
            choose={(to) => setPair(i ? [pair[0], to] : [to, pair[1]])}
          />
        ))}
      </div>
      <label class="inline slider"><span>{text('lab.step')}</span><input type="range" min={0} max={1000} value={step} onInput={(e) => setStep(Number(e.currentTarget.value))} /></label>
    </div>
  )
}

function One({ setup, percent, choose }: { setup: SetUp; percent: number; choose: (algorithm: string) => void }) {
  const { scene } = useScene(setup)
  const replay = useMemo(() => scene && new Replay(scene), [scene])
  const [selected, setSelected] = useState(0)
  const step = replay ? Math.round((replay.steps.length * percent) / 1000) : 0
  replay?.to(step)
  return (
    <section class="panel">
      <div class="row">
        <select aria-label={text('setting.algorithm')} value={setup.algorithm} onChange={(e) => choose(e.currentTarget.value)}>
          {algorithms.map((a) => <option value={a}>{text(`algorithm.${a}`)}</option>)}
        </select>
        <span class="grow" />
        {replay && <span class="note">{replay.stats.leaves} {text('compare.leaves')} · {step}/{replay.steps.length}</span>}
      </div>
      {replay && <TreeView replay={replay} step={step} selected={Math.min(selected, replay.nodes.length - 1)} select={setSelected} label={text(`algorithm.${setup.algorithm}`)} />}
    </section>
  )
}
