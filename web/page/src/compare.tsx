import { h } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { aborted, post } from './api'
import { Depth } from './gamelab'
import { title, useGame } from './games'
import { useScene } from './lab'
import { algorithms, choices, place, played, type SetUp } from './labsetup'
import { Replay } from './replay'
import { TreeView } from './treeview'
import { fixed, text } from './words'

interface Row {
  algorithm: string
  stopped?: boolean
  value: string
  leaves: number
  evaluations: number
  nodes: number
  visits: number
  cutoffs: number
  pruned?: number
  ratio?: number
}

interface Comparison {
  summary: string
  algorithms: Row[]
}

const figures = ['value', 'leaves', 'evaluations', 'nodes', 'visits', 'cutoffs', 'pruned'] as const

/** name is the text key of a figure: leaves pruned, not branches. */
const name = (f: string) => `compare.${f === 'pruned' ? 'spared' : f}`

const most = 6 // searches at once

/** Compare shows all algorithms on one tree side by side. */
export function Compare({ setup, show, change }: { setup: SetUp; show: (algorithm: string) => void; change: (to: Partial<SetUp>) => void }) {
  const [found, setFound] = useState<Comparison | null>(null)
  const [error, setError] = useState('')
  const [done, setDone] = useState('')
  const [chosen, setBeside] = useState(['minimax', 'alphabeta'])
  const [step, setStep] = useState(1000)
  const { order } = setup
  const game = useGame(setup.game)
  const body = place({ ...setup, algorithm: 'alphabeta', style: '', shapes: '', signs: '' })
  const key = JSON.stringify(body)
  useEffect(() => {
    const ask = new AbortController()
    const end = (c: Comparison | null, error = '') => (setFound(c), setError(error), setDone(key))
    post<Comparison>('trees/compare', body, ask.signal).then((c) => end(c), (e) => aborted(e) || end(null, e.message))
    return () => ask.abort()
  }, [key])
  const longest = Math.max(1, ...(found?.algorithms.map((r) => r.leaves) ?? []))
  const all = algorithms(setup, game?.chance)
  const beside = chosen.map((a, i) => (all.includes(a) ? a : all[i % all.length]!))
  return (
    <div class="compare">
      <section class="panel">
        <div class="row">
          <h2>{text(setup.game ? 'compare.game' : 'compare.title')}</h2>
          {setup.game && <span class="note">{[game ? title(game) : setup.game, ...played(setup)].join(' ')}</span>}
          <span class="grow" />
          {setup.game ? <Depth setup={setup} change={change} /> : (
            <label class="inline">
              <span>{text('setting.order')}</span>
              <select value={order} onChange={(e) => change({ order: e.currentTarget.value })}>
                {choices.order.map(([v, label]) => <option value={v}>{text(label)}</option>)}
              </select>
            </label>
          )}
        </div>
        {error && <p class="error" role="alert">{error}</p>}
        {found && (
          <div class={`scroll ${done === key ? '' : 'busy'}`} aria-busy={done !== key} tabIndex={0} role="region" aria-label={text('compare.title')}>
            <table>
              <thead>
                <tr><th scope="col">{text('setting.algorithm')}</th>{figures.map((f) => <th scope="col" key={f}>{text(name(f))}</th>)}<th scope="col">{text('compare.ratio')}</th></tr>
              </thead>
              <tbody>
                {found.algorithms.map((r) => (
                  <tr key={r.algorithm}>
                    <th scope="row"><button type="button" class="quiet" onClick={() => show(r.algorithm)}>{text(`algorithm.${r.algorithm}`)}</button></th>
                    {figures.map((f) => <td key={f}>{f === 'leaves' && <i class="bar-of" style={{ width: `${(r.leaves / longest) * 100}%` }} />}{r.stopped ? '–' : r[f] ?? '–'}</td>)}
                    <td>{r.ratio ? fixed(r.ratio, 2) : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p class="note">{found?.summary}</p>
      </section>
      <div class="pair">
        {beside.map((name, i) => (
          <One
            key={i} setup={{ ...setup, algorithm: name }} all={all} percent={step}
            choose={(to) => setBeside(beside.map((b, j) => (i === j ? to : b)))}
            remove={beside.length > 2 ? () => setBeside(beside.filter((_, j) => i !== j)) : undefined}
          />
        ))}
      </div>
      {beside.length < Math.min(most, all.length) && (
        <p><button type="button" onClick={() => setBeside([...beside, all.find((a) => !beside.includes(a))!])}>{text('compare.add')}</button></p>
      )}
      <label class="inline slider"><span>{text('lab.step')}</span><input type="range" min={0} max={1000} value={step} onInput={(e) => setStep(Number(e.currentTarget.value))} /></label>
    </div>
  )
}

type OneProps = { setup: SetUp; all: string[]; percent: number; choose: (algorithm: string) => void; remove?: () => void }

function One({ setup, all, percent, choose, remove }: OneProps) {
  const { scene, error, busy } = useScene(setup)
  const replay = useMemo(() => scene && new Replay(scene), [scene])
  const [selected, setSelected] = useState(0)
  const step = replay ? Math.round((replay.length * percent) / 1000) : 0
  replay?.to(step)
  return (
    <section class={`panel ${busy ? 'busy' : ''}`} aria-busy={busy}>
      <div class="row">
        <select aria-label={text('setting.algorithm')} value={setup.algorithm} onChange={(e) => choose(e.currentTarget.value)}>
          {all.map((a) => <option value={a}>{text(`algorithm.${a}`)}</option>)}
        </select>
        <span class="grow" />
        {replay && <span class="note">{text('compare.count', { n: replay.stats.leaves })} · {step}/{replay.length}</span>}
        {remove && <button type="button" class="icon" aria-label={text('moves.remove')} title={text('moves.remove')} onClick={remove}>×</button>}
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      {replay && !error && <TreeView replay={replay} step={step} selected={Math.min(selected, replay.nodes.length - 1)} select={setSelected} label={text(`algorithm.${setup.algorithm}`)} />}
    </section>
  )
}
