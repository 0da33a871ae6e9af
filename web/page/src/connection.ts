// Whether the server answers. Requests that fail wait until it does again, so that the page
// resumes by itself.

import { request } from './transport'

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

/** regained resolves when the server answers again. */
export function regained(): Promise<void> {
  waiting ??= attempts().finally(() => (waiting = undefined))
  return waiting
}

async function attempts() {
  set(true)
  for (let ms = soonest; !(await answers()); ms = Math.min(2 * ms, latest)) await new Promise((done) => setTimeout(done, ms))
  set(false)
}

/** answers reports whether the server answers. */
async function answers(): Promise<boolean> {
  try {
    return (await request('games', { method: 'HEAD' })).status < 500
  } catch {
    return false
  }
}

/** check tests the connection after the server has announced its end. */
export async function check() {
  if (!(await answers())) await regained()
}
