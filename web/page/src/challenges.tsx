import { h } from 'preact'
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks'
import { get, post, type Game, type State } from './api'
import { facing, straight, type View } from './board'
import { Position } from './boardview'
import { sidesOf, spell, title, useGames } from './games'
import { tool } from './icon'
import { useKeys } from './keys'
import { keep, kept } from './keep'
import { playAddress, usual } from './labsetup'
import { attempts, attempted } from './progress'
import { text } from './words'

/** Challenge is a position with one proven best move. Its line is the best play, in which every
 * second move is the only best one. */
interface Challenge {
  position: string
  theme: keyof typeof themes
  value: number
  level: number
  line: string[]
}

const themes = {
  win: { ask: 'challenge.ask.win', name: 'challenge.theme.win' },
  draw: { ask: 'challenge.ask.draw', name: 'challenge.theme.draw' },
  quickest: { ask: 'challenge.ask.quickest', name: 'challenge.theme.quickest' },
}

/** grades are the difficulties, with the highest level of strength that each includes. */
const grades = [
  { grade: 'easy', most: 2, name: 'challenge.grade.easy' },
  { grade: 'medium', most: 4, name: 'challenge.grade.medium' },
  { grade: 'hard', most: Infinity, name: 'challenge.grade.hard' },
]

const gradeOf = (c: Challenge) => grades.find((g) => c.level <= g.most)!.grade

/** Filter says which challenges the reader wants; an empty word means all. */
interface Filter {
  theme: string
  grade: string
}

const fits = (c: Challenge, f: Filter) => (!f.theme || c.theme === f.theme) && (!f.grade || gradeOf(c) === f.grade)

/** At is a game and the number of one of its challenges, from 1; 0 for none yet. */
interface At {
  game: string
  n: number
}

function read(): At {
  const q = new URLSearchParams(location.hash.split('?')[1] ?? '')
  return { game: q.get('game') ?? kept('challenges.game', ''), n: Number(q.get('n')) || 0 }
}

/** useList returns the challenges of a game, once they have loaded. */
function useList(game: string, fail: (why: string) => void): Challenge[] {
  const [known, setKnown] = useState<{ game: string; list: Challenge[] }>({ game: '', list: [] })
  useEffect(() => {
    let left = false // an answer about the game before must not replace one about this game
    if (game) get<{ challenges: Challenge[] }>(`challenges?game=${encodeURIComponent(game)}`).then((r) => left || setKnown({ game, list: r.challenges }), (e) => left || fail(e.message))
    return () => { left = true }
  }, [game])
  return known.game === game ? known.list : []
}

/** next picks a challenge that fits, if possible one that the reader has not tried, or else has not
 * solved. It returns its number, or that of the present one if no other fits. */
function next(list: Challenge[], game: string, f: Filter, n: number): number {
  const tried = attempts(game)
  const fit = list.flatMap((c, i) => (fits(c, f) && i + 1 !== n ? [i + 1] : []))
  const state = (i: number) => tried[list[i - 1]!.position]
  const best = [fit.filter((i) => state(i) === undefined), fit.filter((i) => !state(i)), fit].find((some) => some.length)
  return best ? best[Math.floor(Math.random() * best.length)]! : n
}

/** Challenges asks for the best move in positions of a game. */
export function Challenges() {
  const games = useGames().filter((g) => g.challenges)
  const [at, setAt] = useState(read)
  const [filter, setFilter] = useState<Filter>({ theme: '', grade: '' })
  const [error, setError] = useState('')
  const [, again] = useReducer((n: number) => n + 1, 0)
  const game = games.find((g) => g.name === at.game) ?? games[0]
  const list = useList(game?.name ?? '', setError)
  useLayoutEffect(() => {
    const follow = () => location.hash.startsWith('#/challenges') && setAt(read())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const show = (n: number) => {
    const to = { game: game!.name, n }
    keep('challenges.game', to.game)
    history.replaceState(null, '', `#/challenges?${new URLSearchParams({ game: to.game, n: String(n) })}`)
    setAt(to)
  }
  const go = (f = filter) => show(next(list, game!.name, f, at.n))
  useEffect(() => { if (list.length && !list[at.n - 1]) go() }, [list, at.n])
  const challenge = list[at.n - 1]
  if (!game) return null
  const narrow = (to: Partial<Filter>) => {
    const f = { ...filter, ...to }
    setFilter(f)
    if (challenge && !fits(challenge, f)) go(f)
  }
  return (
    <div class="play puzzle">
      {challenge && <Board key={`${game.name} ${at.n}`} game={game} challenge={challenge} n={at.n} next={() => go()} judged={(solved) => (attempted(game.name, challenge.position, solved), again(0))} />}
      <aside class="side">
        {error && <p class="error" role="alert">{error}</p>}
        <Choices game={game} games={games} list={list} filter={filter} narrow={narrow} open={(name) => setAt({ game: name, n: 0 })} />
      </aside>
    </div>
  )
}

interface ChoicesProps {
  game: Game
  games: Game[]
  list: Challenge[]
  filter: Filter
  narrow: (to: Partial<Filter>) => void
  open: (game: string) => void
}

/** Choices chooses the kind of challenge and shows the reader's record. */
function Choices({ game, games, list, filter, narrow, open }: ChoicesProps) {
  const tried = attempts(game.name)
  const fit = list.filter((c) => fits(c, filter))
  const solved = fit.filter((c) => tried[c.position]).length
  const failed = fit.filter((c) => tried[c.position] === false).length
  const has = (f: Filter) => list.some((c) => fits(c, f))
  return (
    <section class="panel settings">
      <h2>{text('nav.challenges')}</h2>
      <div class="grid">
        <label>
          <span>{text('game.pick')}</span>
          <select value={game.name} onChange={(e) => open(e.currentTarget.value)}>{games.map((g) => <option value={g.name}>{title(g)}</option>)}</select>
        </label>
        <label>
          <span>{text('challenge.theme')}</span>
          <select value={filter.theme} onChange={(e) => narrow({ theme: e.currentTarget.value })}>
            <option value="">{text('challenge.all')}</option>
            {Object.entries(themes).filter(([theme]) => has({ theme, grade: '' })).map(([theme, t]) => <option value={theme} disabled={!has({ ...filter, theme })}>{text(t.name)}</option>)}
          </select>
        </label>
        <label>
          <span>{text('challenge.grade')}</span>
          <select value={filter.grade} onChange={(e) => narrow({ grade: e.currentTarget.value })}>
            <option value="">{text('challenge.all')}</option>
            {grades.map(({ grade, name }) => <option value={grade} disabled={!has({ ...filter, grade })}>{text(name)}</option>)}
          </select>
        </label>
      </div>
      <p class="note">{text('challenge.record', { solved, failed, all: fit.length })}</p>
      <p class="note">{text('challenge.about')}</p>
    </section>
  )
}

interface BoardProps {
  game: Game
  challenge: Challenge
  n: number
  next: () => void
  judged: (solved: boolean) => void // called after the first mistake, or without one at the end
}

/** useLine returns the positions along a challenge's line, and how the board is turned towards the
 * side to move. */
function useLine(game: Game, c: Challenge, fail: (why: string) => void): [State[], View] {
  const [states, setStates] = useState<State[]>([])
  const [view, setView] = useState(straight)
  useEffect(() => {
    const ask = (place: object) => post<{ states: State[] }>('position', { game: game.name, ...place })
    Promise.all([ask({}), ask({ position: c.position, moves: c.line })]).then(([start, line]) => {
      if (game.board) setView(facing(game.board, start.states[0]!, line.states[0]!.side))
      setStates(line.states)
    }, (e) => fail(e.message))
  }, [])
  return [states, view]
}

const pace = 600 // milliseconds before a reply

type Verdict = '' | 'right' | 'wrong' | 'solved' | 'shown'

/** Board asks for the moves of one challenge. */
function Board({ game, challenge: c, n, next, judged }: BoardProps) {
  const [error, setError] = useState('')
  const [states, view] = useLine(game, c, setError)
  const [at, setAt] = useState(0) // moves of the line that have been played
  const [verdict, setVerdict] = useState<Verdict>('')
  const [tried, setTried] = useState('')
  const [missed, setMissed] = useState(false)
  const state = states[at]
  const asks = !!state && at % 2 === 0 && at < c.line.length && verdict !== 'shown'
  const replies = at % 2 === 1 && at < c.line.length
  useEffect(() => {
    if (!replies) return
    const timer = setTimeout(() => setAt(at + 1), pace)
    return () => clearTimeout(timer)
  }, [at])
  const miss = (to: Verdict) => (missed || judged(false), setMissed(true), setVerdict(to))
  const play = (move: string) => {
    setTried(move)
    if (move !== c.line[at]) return miss('wrong')
    setAt(at + 1)
    if (at + 1 < c.line.length) return setVerdict('right')
    setVerdict('solved')
    if (!missed) judged(true)
  }
  const reveal = () => (miss('shown'), setAt(c.line.length))
  useKeys({ n: next, s: () => asks && reveal(), ArrowLeft: () => !asks && setAt(Math.max(0, at - 1)), ArrowRight: () => !asks && setAt(Math.min(c.line.length, at + 1)) })
  const ended = verdict === 'solved' || verdict === 'shown'
  const sides = sidesOf(game)
  const side = sides[states[0]?.side ?? 0]
  const line = c.line.map((m) => spell(game, m)).join(' ')
  const said = {
    '': () => '',
    right: () => `✓ ${text('challenge.right', { move: spell(game, tried) })}`,
    wrong: () => `✗ ${text('challenge.wrong', { move: spell(game, tried) })}`,
    solved: () => `✓ ${text('challenge.solved')} ${line}`,
    shown: () => text('challenge.shown', { line }),
  }[verdict]()
  return (
    <section class="table" aria-label={text('board.section')}>
      <h1>{text('challenge.title', { game: title(game), n })}</h1>
      {state && <p class="account">{text(themes[c.theme].ask, { side: side!, n: Math.ceil(c.value / 2) })}</p>}
      {state && <Position game={game} state={state} view={view} scores={false} sides={sides} onPlay={asks ? play : undefined} />}
      <p class="account said" role="status">{said}</p>
      {error && <p class="error" role="alert">{error}</p>}
      <div class="row">
        {ended && tool('back', 'lab.back', () => setAt(at - 1), !at)}
        {ended && tool('forward', 'lab.on', () => setAt(at + 1), at >= c.line.length)}
        {asks && <button type="button" onClick={reveal}>{text('quiz.reveal')}</button>}
        {ended && <a class="button" href={playAddress({ ...usual, game: game.name, position: c.position, moves: '' }, c.line.slice(0, at))}>{text('challenge.analyse')}</a>}
        <button type="button" class={ended ? 'primary' : ''} onClick={next}>{text('challenge.next')}</button>
      </div>
    </section>
  )
}
