// Whether the server answers. Who asks in vain waits until it does again, so that
// everything goes on by itself.

let lost = false
let waiting: Promise<void> | undefined
const listeners = new Set<() => void>()

export const isLost = () => lost

/** onConnection calls back when the server is lost, and when it is back. */
export function onConnection(f: () => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

function set(now: boolean) {
  lost = now
  for (const f of listeners) f()
}

const soonest = 250 // milliseconds between two attempts, at first
const latest = 4000

/** regained resolves when the server, which did not answer, answers again. */
export function regained(): Promise<void> {
  waiting ??= attempts().finally(() => (waiting = undefined))
  return waiting
}

async function attempts() {
  set(true)
  for (let ms = soonest; !(await answers()); ms = Math.min(2 * ms, latest)) await new Promise((done) => setTimeout(done, ms))
  set(false)
}

/** answers reports whether the server is there. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch('/api/v1/games', { method: 'HEAD' })).status < 500
  } catch {
    return false
  }
}

/** check makes sure that the server is there, after it has said that it ends. */
export async function check() {
  if (!(await answers())) await regained()
}
