// How requests reach the engines: a server, or WebAssembly in workers of a page that has no
// server. Both answer with the same Response.

import { embedded } from './keep'
import { unpacked } from './packed'

/** engines is the address of the folder with the engines, if the page has no server. */
const engines = document.documentElement.dataset.engines

/** served reports whether a server answers the requests. */
export const served = engines === undefined

/** request sends a request to the interface. */
export const request: (path: string, init?: RequestInit) => Promise<Response> =
  engines === undefined ? (path, init) => fetch(`/api/v1/${path}`, init) : ask

/** An Answer is the part of an answer that a worker sends: the head, a chunk or the end, or
 * that the engines could not be loaded. */
type Answer = { id: number, status?: number, type?: string, failed?: true, chunk?: Uint8Array<ArrayBuffer>, end?: true }

/** Open is a request without an end. */
interface Open {
  fail(): void
  head(status: number, type: string): void
  chunk(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
}

let program: Promise<WebAssembly.Module> | undefined

/** compiled fetches and compiles the engines, again if that has failed. */
function compiled(): Promise<WebAssembly.Module> {
  return program ??= WebAssembly.compileStreaming(unpacked(`${engines}engines.wasm.gz`, 'application/wasm')).catch((why) => {
    program = undefined
    throw why
  })
}

/** Two workers, so that a game goes on while a position is analysed. */
const workers: (Worker | undefined)[] = []
const open = new Map<number, Open>()
let last = 0

function worker(path: string): Worker {
  const which = /^(analysis|review|match)/.test(path) ? 1 : 0
  return workers[which] ??= start()
}

function start(): Worker {
  const w = new Worker(`${engines}engines.js`)
  w.onmessage = ({ data }: MessageEvent<Answer>) => {
    const o = open.get(data.id)
    if (!o) return
    if (data.failed) o.fail()
    if (data.status !== undefined) o.head(data.status, data.type!)
    if (data.chunk) o.chunk(data.chunk)
    if (data.end) o.end()
  }
  return w
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const id = ++last
  const w = worker(path)
  const { signal } = init
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
    let ended = false
    const stop = () => {
      if (ended) return
      ended = true
      open.delete(id)
      w.postMessage({ id, cancel: true })
      const why = new DOMException('cancelled', 'AbortError')
      reject(why)
      body.error(why)
    }
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (c) => { body = c }, cancel: stop })
    open.set(id, {
      fail: () => {
        open.delete(id)
        reject(new TypeError('the engines cannot be loaded'))
      },
      head: (status, type) => resolve(new Response(stream, { status, headers: { 'Content-Type': type } })),
      chunk: (bytes) => body.enqueue(bytes),
      end: () => {
        ended = true
        open.delete(id)
        body.close()
        keep()
      },
    })
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    compiled().then((program) => {
      if (!ended) w.postMessage({ id, program, method: init.method ?? 'GET', path: `/api/v1/${path}`, body: init.body ?? '', language: document.documentElement.lang })
    }, () => open.get(id)?.fail())
  })
}

let kept = false

/** keep lets the page open without a network, for which the files of all games are fetched. It
 * waits a while after the first answer, so that those of the first game arrive earlier. */
function keep() {
  if (kept || embedded || !('serviceWorker' in navigator)) return
  kept = true
  setTimeout(() => void navigator.serviceWorker.register(`${engines}offline.js`).catch(() => {}), 5000)
}

/** home is the address of the page in a language, if it has no server. */
export const home = (code: string): string | undefined =>
  engines === undefined ? undefined : engines + (code === 'en' ? 'index.html' : `${code}/index.html`)
