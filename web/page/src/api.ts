// The interface behind the page, as openapi.yaml describes it.

export interface State {
  move?: string
  position: string
  to_move: string
  side: 0 | 1
  legal: string[]
  over: boolean
  result?: 'first' | 'second' | 'draw'
  margin?: number
  opening?: string
}

export interface Value {
  value: number
  unit: string
  outcome: number
  plies?: number
  rank: number
}

export interface Line extends Value {
  move: string
  exact: boolean
  bound: string
  depth: number
  pv: string[]
}

export interface Analysis {
  position: string
  best: string
  exact: boolean
  outcome: '' | 'win' | 'draw' | 'loss'
  depth: number
  seldepth: number
  confidence?: number
  pv: string[]
  nodes: number
  time_ms: number
  nps: number
  threads: number
  multipv: Line[]
  stopped: string
}

export interface Tick {
  time_ms: number
  nodes?: number
  nps?: number
}

export interface Game {
  name: string
  title: string
  sizes: string
  positions: string
  moves: string
  solved: string
  sides: [string, string]
  unit: string
  levels: string[]
  formats: { name: string; title: string }[]
}

export interface Place {
  game: string
  position?: string
  moves?: string[]
}

/** Refused is an answer of the server that is an error. */
export class Refused extends Error {}

async function refusal(answer: Response): Promise<Refused> {
  try {
    return new Refused((await answer.json()).error)
  } catch {
    return new Refused(answer.statusText || `HTTP ${answer.status}`)
  }
}

async function ask(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`/api/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok) throw await refusal(answer)
  return answer
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask(path, body, signal)).json()
}

export async function get<T>(path: string): Promise<T> {
  const answer = await fetch(`/api/v1/${path}`)
  if (!answer.ok) throw await refusal(answer)
  return answer.json()
}

/**
 * stream calls back for each event that the server sends. It ends when the
 * server ends it or signal is raised, which ends the search too.
 */
export async function stream(
  path: string,
  body: unknown,
  signal: AbortSignal,
  event: (name: string, doc: any) => void,
): Promise<void> {
  const answer = await ask(path, body, signal)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (name === 'error') throw new Refused(JSON.parse(data!).error)
      if (name) event(name, JSON.parse(data!))
    }
  }
}

/** aborted reports whether an error only says that its asker left. */
export const aborted = (e: unknown) => e instanceof DOMException && e.name === 'AbortError'
