// The service worker of a page without a server: it keeps all of its files, so that the page
// also opens without a network. 'ply site' puts before it the version of the files, and the
// addresses of those that the engines fetch.

declare const version: string, fetched: string[]

const files = [
  './', 'index.html', 'ru/index.html', 'zh/index.html', 'main.js', 'chunk.js', 'learn.js', 'style.css', 'icon.svg', 'app-en.webmanifest', 'app-ru.webmanifest', 'app-zh.webmanifest', 'engines.js', 'wasm_exec.js', 'engines.wasm.gz',
  ...fetched,
]
const kept = `plywood-${version}`

type Extendable = Event & { waitUntil(done: Promise<unknown>): void }
type Fetch = Extendable & { request: Request, respondWith(answer: Promise<Response>): void }
const scope = self as unknown as {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(name: string, f: (e: any) => void): void
}

scope.addEventListener('install', (e: Extendable) => {
  e.waitUntil(caches.open(kept).then((cache) => cache.addAll(files)).then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (e: Extendable) => {
  const old = caches.keys().then((all) => Promise.all(all.filter((n) => n.startsWith('plywood-') && n !== kept).map((n) => caches.delete(n))))
  e.waitUntil(old.then(() => scope.clients.claim()))
})

scope.addEventListener('fetch', (e: Fetch) => {
  if (e.request.method !== 'GET') return
  e.respondWith(caches.open(kept).then(async (cache) => await cache.match(e.request, { ignoreSearch: true }) ?? fetch(e.request)))
})
