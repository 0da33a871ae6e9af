import { Fragment, h, type ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { aborted, post } from './api'
import { useGame, useGames } from './games'
import { useKeys } from './keys'
import { download, save } from './picture'
import { Player } from './player'
import { Replay, type Layout, type Scene } from './replay'
import { even, nested, passes, reach, sprout } from './sprout'
import { Key, TreeView } from './treeview'
import { count, has, text } from './words'
import { Depth, GameText, NodeBoard } from './gamelab'
import { Bound, firstPuzzle, PuzzleNode, PuzzleText } from './puzzlelab'
import { algorithms, choices, examples, fixed, grows, place, toAddress, usual, written, type SetUp } from './labsetup'
import { Copied } from './share'
import { begin, First, isOwn, Match, Write } from './write'

interface Props {
  setup: SetUp
  change: (to: Partial<SetUp>) => void
}

/** useScene requests the search of a setup, and returns the previous one while the new one
 * loads. */
export function useScene(setup: SetUp): { scene: Scene | null; error: string; busy: boolean } {
  const [scene, setScene] = useState<Scene | null>(null)
  const [error, setError] = useState('')
  const [done, setDone] = useState('')
  const body = place(setup)
  const key = JSON.stringify(body)
  useEffect(() => {
    const ask = new AbortController()
    post<Scene>('trees/scene', body, ask.signal).then(
      (s) => (setScene(s), setError(''), setDone(key)),
      (e) => aborted(e) || (setError(String(e.message)), setDone(key)),
    )
    return () => ask.abort()
  }, [key])
  return { scene, error, busy: done !== key }
}

/** useTold returns the explanation of a step. Explanations of long searches are fetched on
 * demand. */
export function useTold(scene: Scene | null, setup: SetUp | null, step: number): string {
  const [more, setMore] = useState<{ scene: Scene; from: number; told: string[] } | null>(null)
  const here = scene && (scene.told[step] ?? (more?.scene === scene ? more.told[step - more.from] : undefined))
  useEffect(() => {
    if (!scene || !setup || here !== undefined) return
    const ask = new AbortController()
    const from = Math.max(0, step - 50)
    const timer = setTimeout(() => {
      post<{ from: number; told: string[] }>('trees/explain', { ...place(setup), from }, ask.signal).then((r) => setMore({ scene, ...r }), () => {})
    }, 150)
    return () => (clearTimeout(timer), ask.abort())
  }, [scene, step, here])
  return here ?? '…'
}

/** looks are what may change without another tree, whose nodes would have other numbers. */
const looks = ['step', 'fold', 'layout', 'style', 'shapes', 'signs']

export function Lab({ setup, change: put }: Props) {
  const change = (to: Partial<SetUp>) => put(Object.keys(to).every((key) => looks.includes(key)) ? to : { ...to, fold: undefined })
  const { scene, error, busy } = useScene(setup)
  const [selected, setSelected] = useState(0)
  const [shown, setShown] = useState(false) // to an audience
  useEffect(() => setSelected(0), [setup.game, setup.puzzle, setup.position, setup.moves])
  const replay = useMemo(() => scene && new Replay(scene), [scene])
  const step = replay ? Math.min(setup.step ?? 0, replay.length) : 0
  const said = useTold(scene, setup, step)
  const told = step ? said : `${said} ${text('lab.press')}`
  replay?.to(step)
  const own = isOwn(setup)
  const at = replay ? Math.min(selected, replay.nodes.length - 1) : 0
  const edit = (tree: string) => change({ tree, order: 'given' })
  const go = (to: number) => {
    change({ step: to || undefined })
    if (setup.game || setup.puzzle) setSelected(replay?.at(to) ?? 0) // the board follows
  }
  useKeys({ p: () => setShown(!shown), Escape: () => setShown(false) })
  return (
    <div class={`lab ${shown ? 'presenting' : ''}`}>
      {own && <Write setup={setup} change={change} />}
      <section class={`stage ${busy ? 'busy' : ''}`} aria-busy={busy} aria-label={text('lab.section')}>
        {replay && (
          <>
            <TreeView key={String(shown)} replay={replay} step={step} selected={at} select={setSelected} follow layout={setup.layout as Layout} grand={shown} fold={setup.fold} refold={(fold) => change({ fold })} drop={replay.scene.written ? (node, to) => edit(moved(replay, node, to)) : undefined} />
            <Player replay={replay} step={step} go={go} told={told}>
              <button type="button" class="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>{text(shown ? 'lab.present-end' : 'lab.present')}</button>
            </Player>
            <Code replay={replay} step={step} />
            <Counts replay={replay} />
            {scene!.shown < scene!.seen && <p class="note">{text('lab.sampled', { n: count(scene!.shown), all: count(scene!.seen) })}</p>}
            <Key replay={replay} />
          </>
        )}
        {error && <p class="error" role="alert">{error}</p>}
        {error && own && setup.game && <First name={setup.game} />}
      </section>
      <aside class="side">
        <Source setup={setup} change={change}>
          {setup.puzzle ? <PuzzleText setup={setup} change={change} /> : setup.game ? <GameText setup={setup} change={change} /> : <TreeText setup={setup} edit={edit} change={change} />}
        </Source>
        {replay?.scene.path ? <PuzzleNode key={scene!.text} replay={replay} node={at} select={setSelected} setup={setup} change={change} /> : replay && (!replay.scene.written ? <NodeBoard key={scene!.text} replay={replay} node={at} select={setSelected} setup={setup} change={change} /> : <Inspector replay={replay} node={at} edit={edit} />)}
        <SetUpPanel setup={setup} change={change} />
        {own && setup.game && <Match name={setup.game} />}
        <Export setup={setup} />
      </aside>
    </div>
  )
}

/** Code shows the algorithm as a text, with the line of the step. */
function Code({ replay, step }: { replay: Replay; step: number }) {
  const { code, line } = replay.scene
  if (!code) return null
  return (
    <ol class="code" aria-label={text('lab.code')}>
      {code.map((said, i) => <li aria-current={line![step] === i + 1 ? 'step' : undefined}><code>{said || ' '}</code></li>)}
    </ol>
  )
}

/** moved returns the tree of a search with a node moved to another place among its siblings. */
function moved(replay: Replay, node: number, to: number): string {
  const root = sprout(replay.scene.text)
  const path = pathOf(replay, node)
  const siblings = reach(root, path.slice(0, -1))?.children
  if (siblings) siblings.splice(to, 0, ...siblings.splice(path.at(-1)!, 1))
  return nested(root)
}

/** pathOf returns the child indices that lead to a node. */
function pathOf(replay: Replay, node: number): number[] {
  const path: number[] = []
  for (let at = replay.nodes[node]!; at.parent >= 0; at = replay.nodes[at.parent]!) path.unshift(at.index)
  return path
}

function Counts({ replay }: { replay: Replay }) {
  const s = replay.stats
  const one = (key: string, n: number) => <div><dt>{text(key)}</dt><dd>{n}</dd></div>
  if (replay.scene.path) {
    return (
      <dl class="figures counts">
        {one('compare.nodes', s.nodes)} {one('compare.visits', s.visits)} {one(replay.lists[1], s.open)} {one(replay.lists[0], s.closed)} {one('tree.dropped', s.dropped)}
      </dl>
    )
  }
  if (replay.scene.meaning) {
    return (
      <dl class="figures counts">
        {one('compare.nodes', s.nodes)} {one('lab.rounds', s.rounds)}
        <div><dt>{text('lab.root')}</dt><dd>{replay.look(0).value || '…'}</dd></div>
      </dl>
    )
  }
  return (
    <dl class="figures counts">
      {one('compare.leaves', s.leaves)} {one('compare.nodes', s.nodes)} {one('compare.visits', s.visits)}
      {one('compare.cutoffs', s.cutoffs)} {one('compare.pruned', s.pruned)}
      <div><dt>{text('compare.value')}</dt><dd>{replay.look(0).value || '…'}</dd></div>
    </dl>
  )
}

/** Source chooses the tree or game to search. */
function Source({ setup, change, children }: Props & { children: ComponentChildren }) {
  const games = useGames()
  const own = isOwn(setup)
  const choice = (key: string, on: boolean, choose: () => void) => (
    <label class={on ? 'on' : ''}><input type="radio" name="source" checked={on} onChange={choose} /><span>{text(key)}</span></label>
  )
  return (
    <section class="panel source">
      <div class="segments" role="radiogroup" aria-label={text('lab.source')}>
        {choice('lab.tree', !setup.game && !setup.puzzle, () => change({ ...written(setup), step: undefined }))}
        {choice('game.pick', !!setup.game && !own, () => games[0] && change({ ...written(setup), game: games[0].name, position: '', moves: '', depth: usual.depth, order: 'given', step: undefined }))}
        {choice('puzzle.pick', !!setup.puzzle && !own, () => change({ puzzle: firstPuzzle.name, goal: '', position: firstPuzzle.position, game: '', moves: '', algorithm: 'astar', step: undefined }))}
        {choice('write.own', own, () => void begin(setup).then(change, () => {}))}
      </div>
      {children}
    </section>
  )
}

function TreeText({ setup, edit, change }: { setup: SetUp; edit: (tree: string) => void; change: Props['change'] }) {
  const [typed, setTyped] = useState(setup.tree)
  const wait = useRef(0)
  useEffect(() => setTyped(setup.tree), [setup.tree])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(wait.current)
    wait.current = window.setTimeout(() => edit(value), 500)
  }
  const load = async (e: Event) => {
    const file = (e.currentTarget as HTMLInputElement).files?.[0]
    if (file) edit(await file.text())
  }
  return (
    <>
      <div class="top">
        <h2>{text('lab.tree')}</h2>
        <select aria-label={text('lab.example')} value="" onChange={(e) => change({ tree: examples[Number(e.currentTarget.value)]![1], order: 'given', step: undefined })}>
          <option value="">{text('lab.example')}</option>
          {examples.map(([key], i) => <option value={i}>{text(key)}</option>)}
        </select>
      </div>
      <textarea rows={4} value={typed} spellcheck={false} aria-label={text('lab.tree')} onInput={(e) => type(e.currentTarget.value)} />
      <p class="note">{text('lab.form')}</p>
      <label class="button small"><input type="file" class="hidden" onChange={(e) => void load(e)} />{text('paste.file')}</label>
    </>
  )
}

/** Inspector edits the selected node. */
function Inspector({ replay, node, edit }: { replay: Replay; node: number; edit: (tree: string) => void }) {
  const n = replay.nodes[node]!
  const root = useMemo(() => sprout(replay.scene.text), [replay])
  const path = pathOf(replay, node)
  const here = reach(root, path)
  const leaf = `${node} ${replay.scene.text}` // what was typed for another is forgotten
  const [typed, setTyped] = useState({ leaf: '', value: '' })
  const value = typed.leaf === leaf ? typed.value : here?.value ?? ''
  if (!here || !replay.scene.written) return null
  const apply = (act: () => void) => (act(), edit(nested(root))) // which loads another scene
  const up = reach(root, path.slice(0, -1))
  const grow = () => apply(() => {
    if (here.children) {
      here.children.splice(here.children.length - (passes(here.children.at(-1)) ? 1 : 0), 0, { name: '', value: '0' })
      even(here)
    } else {
      here.children = [{ name: '', value: here.value }, { name: '', value: '0' }]
      delete here.value
    }
  })
  const cut = () => apply(() => {
    up!.children!.splice(path.at(-1)!, 1)
    even(up!)
    if (up!.children!.every(passes)) {
      delete up!.children
      up!.value ??= '0'
      up!.before = up!.before?.replace(/(max|min|chance) ?$/, '')
    }
  })
  return (
    <section class="panel inspector">
      <h2>{text('lab.node', { node: n.label ?? '' })}</h2>
      <p class="account">{replay.account(node)}</p>
      <div class="row">
        {!here.children && (
          <form onSubmit={(e) => (e.preventDefault(), apply(() => (here.value = value.trim())))}>
            <input value={value} aria-label={text('lab.leaf')} inputmode="decimal" onInput={(e) => setTyped({ leaf, value: e.currentTarget.value })} />
            <button type="submit">{text('lab.set')}</button>
          </form>
        )}
        <button type="button" onClick={grow}>{text('lab.grow')}</button>
        {path.length > 0 && <button type="button" onClick={cut}>{text('lab.cut')}</button>}
        {[-1, 1].map((by) => up && path.length > 0 && up.children![path.at(-1)! + by] && !passes(here) && !passes(up.children![path.at(-1)! + by]) && (
          <button type="button" title={text(by < 0 ? 'lab.left' : 'lab.right')} aria-label={text(by < 0 ? 'lab.left' : 'lab.right')} onClick={() => edit(moved(replay, node, path.at(-1)! + by))}>{by < 0 ? '←' : '→'}</button>
        ))}
      </div>
    </section>
  )
}

function SetUpPanel({ setup, change }: Props) {
  const game = useGame(setup.game)
  const able = algorithms(setup, game?.chance)
  useEffect(() => {
    if (game && !able.includes(setup.algorithm)) change({ algorithm: able.includes(usual.algorithm) ? usual.algorithm : able[0], step: undefined })
  }, [game, setup.algorithm])
  const select = (key: string, name: keyof SetUp, from: [string, string][]) => (
    <label>
      <span>{text(key)}</span>
      <select value={String(setup[name] ?? '')} onChange={(e) => change({ [name]: e.currentTarget.value, ...(name !== 'layout' && { step: undefined }) })}>
        {from.map(([value, label]) => <option value={value}>{text(label)}</option>)}
      </select>
    </label>
  )
  const number = (key: string, name: 'seed' | 'rounds' | 'explore', step: number, most: number) => (
    <label>
      <span>{text(key)}</span>
      <input type="number" min={0} max={most} step={step} value={setup[name] || ''} placeholder={text('lab.usual')} onChange={(e) => change({ [name]: Math.min(most, Math.max(0, Number(e.currentTarget.value))), step: undefined })} />
    </label>
  )
  return (
    <section class="panel settings">
      <h2>{text('lab.search')}</h2>
      <div class="grid">
        {select('setting.algorithm', 'algorithm', able.map((a) => [a, `algorithm.${a}`]))}
        {!setup.game && !setup.puzzle && select('setting.order', 'order', choices.order)}
        {!setup.game && !setup.puzzle && setup.order === 'shuffle' && (
          <label><span>{text('lab.seed')}</span><input type="number" min={0} value={setup.seed ?? 0} onChange={(e) => change({ seed: Number(e.currentTarget.value) })} /></label>
        )}
        {setup.algorithm === 'pns' && (setup.game ? select('lab.goal', 'goal', choices.goal) : (
          <label><span>{text('lab.goal')}</span><input value={setup.goal} placeholder={text('lab.greatest')} spellcheck={false} onChange={(e) => change({ goal: e.currentTarget.value.trim(), step: undefined })} /></label>
        ))}
        {grows(setup) && number('lab.rounds', 'rounds', 1, 5000)}
        {setup.algorithm === 'uct' && number('lab.explore', 'explore', 0.1, 1000)}
        {setup.algorithm === 'uct' && setup.order !== 'shuffle' && number('lab.seed', 'seed', 1, 1e9)}
        {!setup.game && setup.algorithm === 'quiescence' && <Depth setup={setup} change={change} />}
        {!setup.game && !setup.puzzle && !grows(setup) && (
          <label><span>{text('setting.window')}</span><input value={setup.window} placeholder="−∞, ∞" spellcheck={false} onChange={(e) => change({ window: e.currentTarget.value.trim(), step: undefined })} /></label>
        )}
        {setup.puzzle ? <Bound setup={setup} change={change} /> : (
          <>
            {!fixed(setup) && select('setting.cut', 'cut', choices.cut)}
            {!fixed(setup) && select('setting.fail', 'fail', choices.fail)}
            {!grows(setup) && select('setting.signs', 'signs', choices.signs)}
            {!grows(setup) && select('lab.style', 'style', choices.style)}
            {select('lab.shapes', 'shapes', choices.shapes)}
          </>
        )}
        {select('lab.layout', 'layout', choices.layout)}
      </div>
    </section>
  )
}

const formats = ['svg', 'tikz', 'dot', 'text', 'outline', 'json', 'events']
const named: Record<string, string> = { tikz: 'TikZ' }
const extension: Record<string, string> = { tikz: 'tex', text: 'txt', outline: 'txt', events: 'json' }

function Export({ setup }: { setup: SetUp }) {
  const [error, setError] = useState('')
  const write = async (format: string) => {
    setError('')
    try {
      const body = { ...place(setup), layout: setup.layout, format: format === 'png' ? 'svg' : format, step: setup.step ?? 0 }
      const { text: drawn } = await post<{ text: string }>('trees/picture', body)
      if (format === 'png') await save('png', drawn, 'tree')
      else download(new Blob([drawn]), `tree.${extension[format] ?? format}`)
    } catch (e) {
      setError((e as Error).message)
    }
  }
  return (
    <section class="panel">
      <h2>{text('lab.export')}</h2>
      <div class="row formats">
        {['png', ...formats].map((f) => <button type="button" class="small" onClick={() => void write(f)}>{has(`format.${f}`) ? text(`format.${f}`) : named[f] ?? f.toUpperCase()}</button>)}
        <button type="button" class="small" onClick={() => print()}>{text('lab.print')}</button>
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      <Copied label={text('share.link')} value={new URL(`${location.pathname}#/learn/lab?${toAddress(setup)}`, location.href).href} />
    </section>
  )
}

