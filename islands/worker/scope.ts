/** What a service worker has and a page has not: TypeScript knows either the one or the other. */
export type Scope = {
  clients: {
    get(id: string): Promise<Addressee | undefined>
    claim(): Promise<void>
  }
  location: Location
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof Events>(type: K, listen: (event: Events[K]) => void): void
}

type Addressee = { postMessage(message: FromWorker): void }
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }

export type FetchEvent = Extendable & {
  request: Request
  clientId: string
  resultingClientId: string
  respondWith(answer: Promise<Response>): void
}

type Events = {
  install: Extendable
  activate: Extendable
  fetch: FetchEvent
  message: Extendable & { data: ToWorker; source: Addressee | null }
}

/** What is to be there without a line, though nobody opened it: pages, parts as htmx asks for them, what a script reads. */
export type PathsToKeep = {
  pages?: readonly string[]
  parts?: readonly string[]
  data?: readonly string[]
  account: string
}

/** `activate`: the new version takes over now. `isBack`: the line was gone meanwhile, and rights may be others. `built`: the files that the page is made of. */
export type ToWorker =
  | { activate: true }
  | { keep: PathsToKeep; isBack?: boolean }
  | { built: readonly string[] }

/** The page is shown as it was stored then (UTC, ISO 8601); `came`: the answer that was too slow for it is there now; `unanswered`: none came of the program. `newest`: the page is of the worker's own build. */
export type FromWorker = { stored: string } | { came: true } | { unanswered: true } | { newest: boolean }
