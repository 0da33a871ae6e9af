// A worker of a page without a server: it runs the engines as WebAssembly, and passes requests
// to them. cmd/ply-site is the other side.

declare const Go: new () => { importObject: WebAssembly.Imports, run(instance: WebAssembly.Instance): Promise<void> }
declare function importScripts(...addresses: string[]): void

type Request = { id: number, cancel?: true, method: string, path: string, body: string, language: string }

const scope = self as unknown as {
  plywood(method: string, path: string, body: string, language: string, answer: object): (() => void) | null
  plywoodReady(): void
  postMessage(message: object): void
  onmessage: (e: MessageEvent<Request>) => void
}

const cancels = new Map<number, () => void>()

/** boot starts the engines. The file is compressed, since not every host does that. */
async function boot() {
  importScripts('wasm_exec.js')
  const go = new Go()
  const ready = new Promise<void>((resolve) => { scope.plywoodReady = resolve })
  const file = await fetch('engines.wasm.gz')
  if (!file.ok) throw new Error(`engines.wasm.gz: HTTP ${file.status}`)
  const plain = file.body!.pipeThrough(new DecompressionStream('gzip'))
  const made = await WebAssembly.instantiateStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }), go.importObject)
  void go.run(made.instance)
  await ready
}

let booted: Promise<void> | undefined

scope.onmessage = async ({ data: { id, cancel, method, path, body, language } }) => {
  if (cancel) {
    cancels.get(id)?.()
    cancels.delete(id)
    return
  }
  let stopped = false
  cancels.set(id, () => { stopped = true })
  try {
    await (booted ??= boot())
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
