import { Fragment, h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { get, type Puzzle } from './api'
import { straight } from './board'
import { Position } from './boardview'
import { usePosition } from './gamelab'
import { deepest, played, puzzleAddress, type SetUp } from './labsetup'
import type { Replay } from './replay'
import { named } from './games'
import { text } from './words'

/** firstPuzzle is the laboratory's first puzzle: a goal two moves away. */
export const firstPuzzle = { name: 'tiles:3', position: '1 2 3 4 0 6 7 5 8' }

let listed: Promise<Puzzle[]> | undefined

const texts = new Map<string, Puzzle>() // those whose names are texts

/** listPuzzles lists the puzzles. */
function listPuzzles(): Promise<Puzzle[]> {
  listed ??= get<{ puzzles: Puzzle[] }>('puzzles').then((r) => r.puzzles)
  listed.catch(() => (listed = undefined))
  return listed
}

/** findPuzzle returns the named puzzle. */
export async function findPuzzle(name: string): Promise<Puzzle> {
  const known = (await listPuzzles()).find((p) => p.name === name) ?? texts.get(name)
  if (known) return known
  const [found] = (await get<{ puzzles: Puzzle[] }>(`puzzles?puzzle=${encodeURIComponent(name)}`)).puzzles
  texts.set(name, found!)
  return found!
}

/** usePuzzles returns the puzzles and the named one, once they have loaded. */
export function usePuzzles(name: string): Puzzle[] {
  const [puzzles, setPuzzles] = useState<Puzzle[]>([])
  useEffect(() => {
    const show = async () => {
      const all = await listPuzzles()
      setPuzzles(all)
      const found = await findPuzzle(name)
      setPuzzles([...all.filter((p) => p !== found), found])
    }
    show().catch(() => {})
  }, [name])
  return puzzles
}

/** puzzleTitle names a puzzle in the reader's language. */
export const puzzleTitle = (p: Puzzle): string => named('puzzle', p.name.replace(':', '-')) === p.name.replace(':', '-') ? p.title : named('puzzle', p.name.replace(':', '-'))

/** asGame describes a puzzle as a game, for the board. */
export const asGame = (p: Puzzle) => ({ ...p, sizes: '', solved: '', sides: ['', ''] as [string, string], unit: '', levels: [], formats: [] })

interface Props {
  setup: SetUp
  change: (to: Partial<SetUp>) => void
}

/** PuzzleText chooses a puzzle and a position of it. */
export function PuzzleText({ setup, change }: Props) {
  const puzzles = usePuzzles(setup.puzzle)
  const puzzle = puzzles.find((p) => p.name === setup.puzzle)
  const [typed, setTyped] = useState(setup.position)
  const wait = useRef(0)
  useEffect(() => setTyped(setup.position), [setup.position, setup.puzzle])
  useEffect(() => () => clearTimeout(wait.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(wait.current)
    wait.current = window.setTimeout(() => change({ position: value.trim(), moves: '', step: undefined }), 500)
  }
  const choose = (name: string) => change({ puzzle: name, position: name === firstPuzzle.name ? firstPuzzle.position : '', moves: '', heuristic: '', goal: '', step: undefined })
  return (
    <>
      <label class="pick">
        <span class="hidden">{text('puzzle.pick')}</span>
        <select value={setup.puzzle} onChange={(e) => choose(e.currentTarget.value)}>
          {puzzles.map((p) => <option value={p.name}>{puzzleTitle(p)}</option>)}
        </select>
      </label>
      <textarea rows={2} value={typed} spellcheck={false} aria-label={text('puzzle.position')} title={puzzle?.positions} onInput={(e) => type(e.currentTarget.value)} />
    </>
  )
}

/** Bound chooses the lower bound and, for a fixed depth, the depth. */
export function Bound({ setup, change }: Props) {
  const puzzle = usePuzzles(setup.puzzle).find((p) => p.name === setup.puzzle)
  return (
    <>
      <label>
        <span>{text('puzzle.heuristic')}</span>
        <select value={setup.heuristic || puzzle?.heuristics[0]} onChange={(e) => change({ heuristic: e.currentTarget.value, step: undefined })}>
          {puzzle?.heuristics.map((name) => <option value={name}>{named('heuristic', name.replaceAll(':', '-'))}</option>)}
        </select>
      </label>
      {setup.algorithm === 'dfs' && (
        <label class="inline depth">
          <span>{text('figure.depth')}</span>
          <input
            type="range" min={1} max={Math.max(deepest, setup.depth)} value={setup.depth} aria-valuetext={String(setup.depth)}
            onInput={(e) => change({ depth: Number(e.currentTarget.value), step: undefined })}
          />
          <output>{setup.depth}</output>
        </label>
      )}
    </>
  )
}

type NodeProps = Props & { replay: Replay; node: number; select: (node: number) => void }

/** PuzzleNode shows the position of a tree node. A move on its board goes down the tree. */
export function PuzzleNode({ replay, node, select, setup, change }: NodeProps) {
  const puzzle = usePuzzles(replay.scene.game).find((p) => p.name === replay.scene.game)
  const path = replay.path(node)
  const state = usePosition(replay, path, 'puzzle')
  if (!state || !puzzle) return null
  const down = new Map((replay.nodes[node]!.children ?? []).map((c) => [replay.nodes[c]!.move!, c]))
  const on = state.legal.flatMap((m, i) => (down.has(m) ? [i] : []))
  const { board } = state
  return (
    <section class="panel node" aria-label={text('lab.node', { node: replay.nodes[node]!.label })}>
      <h2>{[replay.nodes[node]!.label, ...path].join(' ')}</h2>
      <Position
        game={asGame(puzzle)} view={straight} scores={false} sides={['', '']}
        state={{ ...state, legal: on.map((i) => state.legal[i]!), board: board && { ...board, paths: on.map((i) => board.paths[i]!) } }}
        onPlay={down.size ? (move) => select(down.get(move)!) : undefined}
      />
      <p class="account">{replay.account(node)}</p>
      <div class="row">
        {path.length > 0 && !state.over && <button type="button" class="small" onClick={() => change({ moves: [...played(setup), ...path].join('.'), step: undefined })}>{text('lab.here')}</button>}
        <a class="button small" href={puzzleAddress(setup.puzzle, setup.goal, setup.position, [...played(setup), ...path])}>{text('lab.play')}</a>
      </div>
    </section>
  )
}
