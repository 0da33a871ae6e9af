import { Fragment, h } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { aborted, post, type Path, type Puzzle, type State } from './api'
import { straight } from './board'
import { Position } from './boardview'
import { tool } from './icon'
import { named } from './games'
import { useKeys } from './keys'
import { toAddress, puzzleAddress, usual } from './labsetup'
import { asGame, firstPuzzle, puzzleTitle, usePuzzles } from './puzzlelab'
import { count, text } from './words'

/** Line is a position of a puzzle with the known moves from it, and the number of them already
 * played. */
interface Line {
  puzzle: string
  goal: string // as asked for; '' means the usual or else the reachable one
  position: string
  moves: string[]
  at: number
}

const algorithms = ['auto', 'astar', 'idastar', 'bfs', 'bidirectional', 'ucs', 'greedy', 'wastar', 'beam']

const pace = 450 // milliseconds between the moves of a solution

function read(): Line {
  const q = new URLSearchParams(location.hash.split('?')[1] ?? '')
  const moves = (q.get('moves') ?? '').split('.').filter(Boolean)
  return { puzzle: q.get('puzzle') ?? firstPuzzle.name, goal: q.get('goal') ?? '', position: q.get('position') ?? '', moves, at: moves.length }
}

/** Known is the server's description of a line, or the reason why it has none. */
interface Known {
  puzzle: string // of the line described, which may be an earlier one
  states: State[]
  goal?: string
  error: string
}

/** useStates returns the positions along the latest line that the server has described. */
function useStates(line: Line): Known {
  const [known, setKnown] = useState<Known>({ puzzle: line.puzzle, states: [], error: '' })
  const { puzzle } = line
  const key = [line.puzzle, line.goal, line.position, ...line.moves].join(' ')
  useEffect(() => {
    const ask = new AbortController()
    post<{ states: State[]; goal?: string }>('puzzles/position', { puzzle: line.puzzle, goal: line.goal, position: line.position, moves: line.moves }, ask.signal).then(
      ({ states, goal }) => setKnown({ puzzle, states, goal, error: '' }),
      (e) => aborted(e) || setKnown({ puzzle, states: [], error: (e as Error).message }),
    )
    return () => ask.abort()
  }, [key])
  return known
}

/** Puzzles is a board for puzzles, with their solutions. */
export function Puzzles() {
  const [line, setLine] = useState(read)
  const puzzles = usePuzzles(line.puzzle)
  const [found, setFound] = useState<Path | null>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [running, setRunning] = useState(false)
  const [algorithm, setAlgorithm] = useState('auto')
  const [heuristic, setHeuristic] = useState('')
  const { states, goal = '', error: refused, puzzle: shown } = useStates(line)
  const asked = useRef<AbortController | undefined>(undefined)
  const puzzle = puzzles.find((p) => p.name === shown) // the previous one until the next has arrived
  const current = shown === line.puzzle
  const state = states[current ? Math.min(line.at, states.length - 1) : states.length - 1]
  const address = puzzleAddress(line.puzzle, line.goal, line.position, line.moves.slice(0, line.at))
  useEffect(() => { if (location.hash.startsWith('#/puzzles')) history.replaceState(null, '', address) }, [address])
  useLayoutEffect(() => {
    const follow = () => location.hash.startsWith('#/puzzles') && begin(read())
    addEventListener('hashchange', follow)
    return () => (removeEventListener('hashchange', follow), asked.current?.abort())
  }, [])
  const begin = (to: Line) => (asked.current?.abort(), setRunning(false), setBusy(false), setFound(null), setError(''), setLine(to))
  const go = (at: number) => setLine({ ...line, at: Math.min(Math.max(0, at), line.moves.length) })
  const play = (move: string) => {
    setRunning(false)
    if (line.moves[line.at] === move) return go(line.at + 1)
    setFound(null)
    setLine({ ...line, moves: [...line.moves.slice(0, line.at), move], at: line.at + 1 })
  }
  useEffect(() => {
    if (!running) return
    if (line.at >= line.moves.length) return setRunning(false)
    const timer = setTimeout(() => states.length > line.moves.length && go(line.at + 1), pace)
    return () => clearTimeout(timer)
  }, [running, line, states])
  const ask = async <T,>(path: string, body: object, then: (r: T) => void) => {
    asked.current?.abort()
    const mine = (asked.current = new AbortController())
    setRunning(false)
    setBusy(true)
    setError('')
    try {
      then(await post<T>(path, { puzzle: line.puzzle, goal: line.goal, ...body }, mine.signal))
    } catch (e) {
      if (!aborted(e)) setError((e as Error).message)
    }
    if (asked.current === mine) setBusy(false)
  }
  const shuffle = () => ask<{ position: string }>('puzzles/shuffle', { seed: Math.floor(Math.random() * 2 ** 31) }, ({ position }) => {
    setFound(null)
    setLine({ ...line, position, moves: [], at: 0 })
  })
  const here = line.moves.slice(0, line.at)
  const solve = (all: boolean) => ask<Path>('puzzles/solve', { position: line.position, moves: here, algorithm, heuristic: heuristic || undefined }, (r) => {
    setFound(r)
    if (!r.moves?.length) return
    setLine({ ...line, moves: [...here, ...r.moves], at: line.at + (all ? 0 : 1) })
    setRunning(all)
  })
  useKeys({
    ArrowLeft: () => (setRunning(false), go(line.at - 1)), ArrowRight: () => go(line.at + 1), Home: () => (setRunning(false), go(0)),
    End: () => go(line.moves.length), ' ': () => setRunning(!running && line.at < line.moves.length), s: () => void solve(true), h: () => void solve(false), n: () => void shuffle(),
  })
  const again = (position: string) => begin({ ...line, position, moves: [], at: 0 })
  const turned = line.goal ? undefined : puzzle?.goals?.slice(1).find((g) => g.name === goal)
  if (!puzzle || !state) return refused || error ? <Refused puzzle={puzzle} position={line.position} reason={refused || error} begin={again} /> : null
  return (
    <div class="play puzzle">
      <section class="table" aria-label={text('board.section')}>
        <h1>{puzzleTitle(puzzle)}</h1>
        <Position key={shown} game={asGame(puzzle)} state={atOnce(state)} view={straight} scores={false} sides={['', '']} onPlay={state.over || !current ? undefined : play} />
        {turned && <p class="note">{text('puzzle.turned', { goal: turned.text, usual: puzzle.goals![0]!.text })}</p>}
        <p class="account" aria-live="polite">{text(state.result ? 'puzzle.solved' : state.over ? 'puzzle.dead' : 'puzzle.moved', { n: line.at })}</p>
        {state.board && puzzle.board && long(state) && <Turns state={state} play={play} />}
        <div class="row">
          {tool('back', 'lab.back', () => (setRunning(false), go(line.at - 1)), !line.at)}
          {tool('forward', 'lab.on', () => go(line.at + 1), line.at >= line.moves.length)}
          <button type="button" onClick={() => void shuffle()}>{text('puzzle.shuffle')}</button>
          <button type="button" disabled={state.over || busy} onClick={() => void solve(false)}>{text('puzzle.hint')}</button>
          {running
            ? <button type="button" class="primary" onClick={() => setRunning(false)}>{text('lab.pause')}</button>
            : <button type="button" class="primary" disabled={state.over || busy} onClick={() => void solve(true)}>{text('puzzle.solve')}</button>}
        </div>
      </section>
      <aside class="side">
        <section class="panel settings" aria-busy={busy}>
          <h2>{text('puzzle.pick')}</h2>
          <div class="grid">
            <label>
              <span>{text('puzzle.pick')}</span>
              <select value={line.puzzle} onChange={(e) => (setHeuristic(''), begin({ puzzle: e.currentTarget.value, goal: '', position: '', moves: [], at: 0 }))}>
                {puzzles.map((p) => <option value={p.name}>{puzzleTitle(p)}</option>)}
              </select>
            </label>
            {puzzle.goals && (
              <label>
                <span>{text('puzzle.goal')}</span>
                <select value={goal} onChange={(e) => begin({ puzzle: line.puzzle, goal: e.currentTarget.value, position: '', moves: [], at: 0 })}>
                  {puzzle.goals.map((g) => <option value={g.name}>{g.text}</option>)}
                </select>
              </label>
            )}
            <label>
              <span>{text('setting.algorithm')}</span>
              <select value={algorithm} onChange={(e) => setAlgorithm(e.currentTarget.value)}>
                {algorithms.map((a) => <option value={a}>{text(`algorithm.${a}`)}</option>)}
              </select>
            </label>
            <label>
              <span>{text('puzzle.heuristic')}</span>
              <select value={heuristic || puzzle.heuristics[0]} onChange={(e) => setHeuristic(e.currentTarget.value)}>
                {puzzle.heuristics.map((name) => <option value={name}>{named('heuristic', name.replaceAll(':', '-'))}</option>)}
              </select>
            </label>
          </div>
        </section>
        <section class="panel" aria-live="polite">
          <h2>{text('puzzle.solution')}</h2>
          {busy ? <p class="note">{text('puzzle.searching')}</p> : found ? <Found found={found} line={line} /> : <p class="note">{text('puzzle.none')}</p>}
          {error && <p class="error" role="alert">{error}</p>}
        </section>
        <section class="panel">
          <PositionText puzzle={puzzle} position={state.position} begin={again} />
          <p class="row"><a class="button small" href={`#/learn/lab?${toAddress({ ...usual, puzzle: line.puzzle, goal, position: state.position, algorithm: 'astar' })}`}>{text('puzzle.look')}</a></p>
        </section>
      </aside>
    </div>
  )
}

/** atOnce returns a state whose moves are entered by their first cells, if these are distinct: a
 * tile slides at one click. */
function atOnce(s: State): State {
  const paths = s.board?.paths.map((p) => p.slice(0, 1)) ?? []
  return s.board && new Set(paths.map(String)).size === paths.length ? { ...s, board: { ...s.board, paths } } : s
}

/** long reports whether moves need more than one click, so that their names help. */
const long = (s: State) => s.legal.length > 6

function Turns({ state, play }: { state: State; play: (move: string) => void }) {
  return (
    <div class="legal-moves" role="group" aria-label={text('moves.legal')}>
      {state.legal.map((move) => <button key={move} type="button" class="small" data-move={move} onClick={() => play(move)}>{move}</button>)}
    </div>
  )
}

/** Found shows the result of a search, and marks the next move. */
function Found({ found, line }: { found: Path; line: Line }) {
  if (found.reason) return <p>{text('path.impossible', { reason: found.reason })}</p>
  if (found.lower_bound === null) return <p>{text('path.none')}</p>
  const least = found.lower_bound
  if (found.cost === null) return <p>{text('path.at-least', { least })}</p>
  const worth = { optimal: 'path.optimal', bounded: 'path.bounded', unknown: 'path.unknown' }[found.optimality]
  const first = line.moves.length - found.moves!.length
  return (
    <>
      <p><b>{text('path.cost')}</b> {text(worth, { n: found.cost, least })}</p>
      <p class="solution">{found.moves!.map((m, i) => <><span class={first + i < line.at ? 'done' : ''}>{m}</span> </>)}</p>
      <p class="note">{text('puzzle.effort', { algorithm: text(`algorithm.${found.algo}`), n: count(found.generated), ms: count(found.time_ms) })}</p>
    </>
  )
}

/** Refused explains why a position or puzzle is invalid, and lets the reader correct it. */
function Refused({ puzzle, position, reason, begin }: { puzzle?: Puzzle; position: string; reason: string; begin: (position: string) => void }) {
  return (
    <section class="panel puzzle">
      <h1>{puzzle ? puzzleTitle(puzzle) : text('nav.puzzles')}</h1>
      <p class="error" role="alert">{reason}</p>
      {puzzle && <PositionText puzzle={puzzle} position={position} begin={begin} />}
    </section>
  )
}

/** PositionText shows a position as text, and reads a new one. */
function PositionText({ puzzle, position, begin }: { puzzle: Puzzle; position: string; begin: (position: string) => void }) {
  const [typed, setTyped] = useState(position)
  useEffect(() => setTyped(position), [position])
  return (
    <form onSubmit={(e) => (e.preventDefault(), begin(typed.trim()))}>
      <h2>{text('puzzle.position')}</h2>
      <textarea rows={2} value={typed} spellcheck={false} aria-label={text('puzzle.position')} title={puzzle.positions} onInput={(e) => setTyped(e.currentTarget.value)} />
      <button type="submit" class="small" disabled={typed.trim() === position}>{text('lab.set')}</button>
    </form>
  )
}
