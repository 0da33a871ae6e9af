// A worker of a page without a server: it runs the engines as WebAssembly, and passes requests
// to them. cmd/ply-site is the other side. The page compiles the program, once for all workers.

import { unpacked } from './packed'

declare const Go: new () => { importObject: WebAssembly.Imports, run(instance: WebAssembly.Instance): Promise<void> }
declare function importScripts(...addresses: string[]): void

type Request = { id: number, program: WebAssembly.Module, cancel?: true, method: string, path: string, body: string, language: string }

const scope = self as unknown as {
  plywood(method: string, path: string, body: string, language: string, answer: object): (() => void) | null
  plywoodReady(): void
  plywoodFetch(address: string): Promise<Uint8Array>
  postMessage(message: object): void
  onmessage: (e: MessageEvent<Request>) => void
}

const cancels = new Map<number, () => void>()

scope.plywoodFetch = async (address) => new Uint8Array(await (await unpacked(address, 'application/octet-stream')).arrayBuffer())

/** boot starts the engines. */
async function boot(program: WebAssembly.Module) {
  importScripts('wasm_exec.js')
  const go = new Go()
  const ready = new Promise<void>((resolve) => { scope.plywoodReady = resolve })
  void go.run(await WebAssembly.instantiate(program, go.importObject))
  await ready
}

let booted: Promise<void> | undefined

scope.onmessage = async ({ data: { id, program, cancel, method, path, body, language } }) => {
  if (cancel) {
    cancels.get(id)?.()
    cancels.delete(id)
    return
  }
  let stopped = false
  cancels.set(id, () => { stopped = true })
  try {
    await (booted ??= boot(program))
  } catch {
    booted = undefined
    scope.postMessage({ id, failed: true })
    return
  }
  if (stopped) return
  const end = scope.plywood(method, path, body, language, {
    head: (status: number, type: string) => scope.postMessage({ id, status, type }),
    chunk: (chunk: Uint8Array) => scope.postMessage({ id, chunk }),
    end: () => {
      cancels.delete(id)
      scope.postMessage({ id, end: true })
    },
  })
  if (end && cancels.has(id)) cancels.set(id, end)
}
