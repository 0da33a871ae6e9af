import { Fragment, h } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { post, type State } from './api'
import { straight } from './board'
import { Position } from './boardview'
import { notation, sidesOf, title, useGame, useGames } from './games'
import { deepest, playAddress, played, type SetUp } from './labsetup'
import type { Replay } from './replay'
import { text } from './words'

interface Props {
  setup: SetUp
  change: (to: Partial<SetUp>) => void
}

/** GameText chooses a game, a position and the depth of the search. */
export function GameText({ setup, change }: Props) {
  const games = useGames()
  const game = useGame(setup.game)
  const choose = (game: string) => change({ game, position: '', moves: '', step: undefined })
  return (
    <>
      <div class="top">
        <label class="pick game">
          <span class="hidden">{text('game.pick')}</span>
          <select value={setup.game} onChange={(e) => choose(e.currentTarget.value)}>
            {games.every((g) => g.name !== setup.game) && <option value={setup.game}>{game ? title(game) : setup.game}</option>}
            {games.map((g) => <option value={g.name}>{title(g)}</option>)}
          </select>
        </label>
        <Depth setup={setup} change={change} />
      </div>
      <PositionText setup={setup} change={change} notation={game ? notation(game) : undefined} />
    </>
  )
}

/** Depth chooses the depth of a game's search. */
export function Depth({ setup, change }: Props) {
  return (
    <label class="inline depth">
      <span>{text('figure.depth')}</span>
      <input
        type="range" min={1} max={Math.max(deepest, setup.depth)} value={setup.depth} aria-valuetext={String(setup.depth)}
        onInput={(e) => change({ depth: Number(e.currentTarget.value), step: undefined })}
      />
      <output>{setup.depth}</output>
    </label>
  )
}

/** PositionText reads a position or moves in any supported notation. */
function PositionText({ setup, change, notation }: Props & { notation?: string }) {
  const now = [setup.position, ...played(setup)].filter(Boolean).join(' ')
  const [typed, setTyped] = useState(now)
  const [error, setError] = useState('')
  const wait = useRef(0)
  useEffect(() => (setTyped(now), setError('')), [now, setup.game])
  useEffect(() => () => clearTimeout(wait.current), [])
  const read = async (value: string) => {
    if (!value.trim()) return change({ position: '', moves: '', step: undefined })
    try {
      const { records } = await post<{ records: { game: string; position: string; moves: string[] }[] }>('records/read', { text: value, game: setup.game })
      const { game, position, moves } = records[0]!
      change({ game, position, moves: moves.join('.'), step: undefined })
    } catch (e) {
      setError((e as Error).message)
    }
  }
  const type = (value: string) => {
    setTyped(value)
    setError('')
    clearTimeout(wait.current)
    wait.current = window.setTimeout(() => void read(value), 500)
  }
  return (
    <>
      <textarea
        rows={2} value={typed} spellcheck={false} placeholder={text('lab.first')} aria-label={text('lab.position')} title={notation}
        onInput={(e) => type(e.currentTarget.value)}
      />
      {error && <p class="error" role="alert">{error}</p>}
    </>
  )
}

/** usePosition returns the position at a node of a game's or puzzle's tree, or the previous one
 * while it loads. */
export function usePosition(replay: Replay, path: string[], of: 'game' | 'puzzle'): State | null {
  const known = useMemo(() => new Map<string, State>(), [replay])
  const [state, setState] = useState<State | null>(null)
  const key = path.join(' ')
  useEffect(() => {
    const had = known.get(key)
    if (had) return setState(had)
    const ask = new AbortController()
    const timer = setTimeout(() => {
      post<{ states: State[] }>(of === 'game' ? 'position' : 'puzzles/position', { [of]: replay.scene.game, position: replay.scene.text, moves: path }, ask.signal).then(({ states }) => {
        known.set(key, states.at(-1)!)
        setState(states.at(-1)!)
      }, () => {})
    }, 30)
    return () => (clearTimeout(timer), ask.abort())
  }, [replay, key])
  return state
}

type NodeProps = Props & { replay: Replay; node: number; select: (node: number) => void }

/** NodeBoard shows the position of a tree node. A move on its board goes down the tree. */
export function NodeBoard({ replay, node, select, setup, change }: NodeProps) {
  const path = replay.path(node)
  const state = usePosition(replay, path, 'game')
  const game = useGame(replay.scene.game)
  const down = new Map((replay.nodes[node]!.children ?? []).map((c) => [replay.nodes[c]!.move!, c]))
  if (!state || !game) return null
  const sides = sidesOf(game)
  const { board } = state
  const on = state.legal.flatMap((m, i) => (down.has(m) ? [i] : []))
  const here = () => change({ moves: [...played(setup), ...path].join('.'), step: undefined })
  const up = () => change({ moves: played(setup).slice(0, -1).join('.'), step: undefined })
  return (
    <section class="panel node" aria-label={text('lab.node', { node: path.at(-1) ?? '' })}>
      <h2>{path.length ? path.join(' ') : text('lab.root')}</h2>
      <Position
        game={game} view={straight} scores={false} sides={sides}
        state={{ ...state, legal: on.map((i) => state.legal[i]!), board: board && { ...board, paths: on.map((i) => board.paths[i]!) } }}
        onPlay={down.size ? (move) => select(down.get(move)!) : undefined}
      />
      <p class="account">{!state.over && <b>{text('status.turn', { side: sides[state.side] })} · </b>}{replay.account(node)}</p>
      <div class="row">
        {path.length > 0 && !state.over && <button type="button" class="small" onClick={here}>{text('lab.here')}</button>}
        {path.length === 0 && setup.moves && <button type="button" class="small" onClick={up}>{text('lab.up')}</button>}
        <a class="button small" href={playAddress(setup, path)}>{text('lab.play')}</a>
      </div>
    </section>
  )
}
