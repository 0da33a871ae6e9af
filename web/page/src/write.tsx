import { h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { get, post, type State } from './api'
import { straight } from './board'
import { Position } from './boardview'
import { findGame, sidesOf, title, useGame } from './games'
import { keep, kept } from './keep'
import { playAddress, puzzleAddress, usual, type SetUp } from './labsetup'
import { download } from './picture'
import { findPuzzle } from './puzzlelab'
import { text } from './words'

interface Props {
  setup: SetUp
  change: (to: Partial<SetUp>) => void
}

interface Remark {
  line?: number
  text: string
}

/** Checked is the server's opinion of a text: the name of its game or puzzle, or a fault. */
export interface Checked {
  name?: string
  puzzle?: boolean
  fault?: Remark
  notes: Remark[]
}

/** isOwn reports whether a setup searches a game whose name is its text. */
export const isOwn = (s: SetUp): boolean => (s.game || s.puzzle).startsWith('star:')

let listed: Promise<Record<string, string>> | undefined

/** templates returns the texts to begin with, by their names. */
function templates(): Promise<Record<string, string>> {
  listed ??= get<{ templates: Record<string, string> }>('scripts').then((r) => r.templates)
  listed.catch(() => (listed = undefined))
  return listed
}

const check = (text: string) => post<Checked>('scripts/check', { text })

/** searched returns the setup of a text's game or puzzle. */
export function searched({ name, puzzle }: Checked, s: SetUp): Partial<SetUp> {
  const fresh = { position: '', moves: '', goal: '', heuristic: '', step: undefined }
  if (puzzle) return { ...fresh, puzzle: name, game: '', algorithm: s.puzzle ? s.algorithm : 'astar' }
  return { ...fresh, puzzle: '', game: name, algorithm: s.game ? s.algorithm : usual.algorithm }
}

/** begin returns the setup of the text that the reader wrote last, or of the first template. */
export async function begin(s: SetUp): Promise<Partial<SetUp>> {
  const mine = kept<string>('script', '')
  const found = mine && await check(mine)
  if (found && found.name) return searched(found, s)
  return searched(await check((await templates()).torus!), s)
}

/** Write is the text of a reader's own game, with what is wrong with it. */
export function Write({ setup, change }: Props) {
  const name = setup.game || setup.puzzle
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Checked | null>(null)
  const [error, setError] = useState('')
  const [all, setAll] = useState<Record<string, string>>({})
  const own = useRef('') // the name of the text that is shown
  const wait = useRef(0)
  const latest = useRef('')
  const area = useRef<HTMLTextAreaElement>(null)
  const fail = (e: Error) => setError(e.message)
  useEffect(() => void templates().then(setAll, fail), [])
  useEffect(() => {
    if (name === own.current) return
    own.current = name
    const before = latest.current
    void (setup.puzzle ? findPuzzle(name) : findGame(name)).then(({ script = '' }) => {
      if (latest.current !== before) return // the reader has written meanwhile
      show(script)
      void read(script)
    }, fail)
  }, [name])
  useEffect(() => () => clearTimeout(wait.current), [])
  const show = (value: string) => {
    setTyped(value)
    latest.current = value
  }
  const read = async (value: string) => {
    try {
      const r = await check(value)
      if (latest.current !== value) return
      setFound(r)
      setError('')
      if (!r.name || r.name === own.current) return
      own.current = r.name
      change(searched(r, setup))
    } catch (e) {
      fail(e as Error)
    }
  }
  const write = (value: string, pause = 600) => {
    show(value)
    keep('script', value)
    clearTimeout(wait.current)
    wait.current = window.setTimeout(() => void read(value), pause)
  }
  const jump = (line: number) => {
    const at = area.current!
    const before = typed.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    at.focus()
    at.setSelectionRange(before, before + typed.slice(before).split('\n')[0]!.length)
    at.scrollTop = at.scrollHeight * ((line - 3) / typed.split('\n').length)
  }
  const load = async (e: Event) => {
    const file = (e.currentTarget as HTMLInputElement).files?.[0]
    if (file) write(await file.text(), 0)
  }
  const remark = (r: Remark, kind: string) => (
    <p class={kind} role={kind === 'error' ? 'alert' : undefined}>
      {r.line ? <button type="button" class="small" onClick={() => jump(r.line!)}>{text('write.line', { n: r.line })}</button> : null} {r.text}
    </p>
  )
  return (
    <section class="panel write" aria-label={text('write.text')}>
      <div class="top">
        <h2>{text('write.text')}</h2>
        <select aria-label={text('write.templates')} value="" onChange={(e) => write(all[e.currentTarget.value]!, 0)}>
          <option value="">{text('write.templates')}</option>
          {Object.keys(all).map((t) => <option value={t}>{text(`template.${t}`)}</option>)}
        </select>
      </div>
      <textarea ref={area} rows={18} wrap="off" value={typed} spellcheck={false} autocapitalize="off" aria-label={text('write.text')} onInput={(e) => write(e.currentTarget.value)} />
      {error && <p class="error" role="alert">{error}</p>}
      {found?.fault ? remark(found.fault, 'error') : found && <p class="note">{text('write.holds')}</p>}
      {found?.notes.map((n) => remark(n, 'note'))}
      <div class="row">
        <label class="button small"><input type="file" class="hidden" accept=".star" onChange={(e) => void load(e)} />{text('paste.file')}</label>
        <button type="button" class="small" onClick={() => download(new Blob([typed]), 'game.star')}>{text('share.file')}</button>
        <a class="button small" href={setup.puzzle ? puzzleAddress(name, '', '', []) : playAddress({ ...setup, position: '', moves: '' }, [])}>{text('nav.play')}</a>
      </div>
    </section>
  )
}

/** First shows the first position of a game that has no tree. */
export function First({ name }: { name: string }) {
  const game = useGame(name)
  const [state, setState] = useState<State | null>(null)
  useEffect(() => void post<{ states: State[] }>('position', { game: name }).then((r) => setState(r.states[0]!), () => {}), [name])
  if (!game || !state) return null
  return (
    <section class="panel node" aria-label={title(game)}>
      <h2>{title(game)}</h2>
      <Position game={game} state={state} view={straight} scores={false} sides={sidesOf(game)} />
    </section>
  )
}

interface Played {
  games: number
  won: number
  drawn: number
  lost: number
  points: number
  points_error?: number
}

/** Match plays games between two players of a reader's game: evaluations, or depths. */
export function Match({ name }: { name: string }) {
  const game = useGame(name)
  const [players, setPlayers] = useState([{ word: '', depth: 1 }, { word: '', depth: 3 }])
  const [pairs, setPairs] = useState(10)
  const [done, setDone] = useState<Played | null>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => (setDone(null), setError('')), [name])
  const set = (i: number, to: object) => setPlayers(players.map((p, j) => (i === j ? { ...p, ...to } : p)))
  const play = async () => {
    setBusy(true)
    setError('')
    try {
      setDone(await post<Played>('match', { game: name, players, pairs, plies: 2, seed: 1 }))
    } catch (e) {
      setError((e as Error).message)
    }
    setBusy(false)
  }
  const percent = (x: number) => (100 * x).toFixed(1)
  return (
    <section class="panel settings" aria-busy={busy}>
      <h2>{text('contest.title')}</h2>
      {players.map((p, i) => (
        <div class="grid">
          <label>
            <span>{text('contest.player', { n: i + 1 })}</span>
            <select value={p.word} onChange={(e) => set(i, { word: e.currentTarget.value })}>
              <option value="">evaluate</option>
              {game?.rival && <option value="evaluate2">evaluate2</option>}
            </select>
          </label>
          <label><span>{text('figure.depth')}</span><input type="number" min={1} max={20} value={p.depth} onChange={(e) => set(i, { depth: Number(e.currentTarget.value) })} /></label>
        </div>
      ))}
      <div class="grid">
        <label><span>{text('contest.pairs')}</span><input type="number" min={1} max={50} value={pairs} onChange={(e) => setPairs(Number(e.currentTarget.value))} /></label>
        <button type="button" class="primary" disabled={busy} onClick={() => void play()}>{text('contest.play')}</button>
      </div>
      {!game?.rival && <p class="note">{text('contest.rival')}</p>}
      {done && <p aria-live="polite">{text('contest.result', { games: done.games, won: done.won, drawn: done.drawn, lost: done.lost, points: percent(done.points), error: done.points_error === undefined ? '…' : percent(done.points_error) })}</p>}
      {error && <p class="error" role="alert">{error}</p>}
    </section>
  )
}
