import { existsSync, mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BunFile, randomUUIDv7 } from 'bun'

export type ThumbnailQuestion = { bytes: Uint8Array; media: string }
export type ThumbnailAnswer = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }

/** Decoded, a pixel takes four bytes: at most 160 MB for the moment that one picture is made small. */
export const MOST_PIXELS = 40_000_000

const PATIENCE_MS = 15_000
const IDLE_MS = 20_000

/** The compiled program keeps its entries by their path in the project. */
const path =
  import.meta.file === 'thumbnails.ts' ? './thumbnail-worker.ts' : './server/files/thumbnail-worker.ts'
const address = new URL(path, import.meta.url).href

type Thread = Worker & { unref: () => void; ref: () => void }
let worker: Thread | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let turn: Promise<unknown> = Promise.resolve()

/** Makes a thumbnail in a worker, one at a time; null when the picture is broken or takes too long. */
export function requestThumbnail(question: ThumbnailQuestion): Promise<Uint8Array | null> {
  const mine = turn.then(() => ask(question))
  turn = mine
  return mine
}

async function ask(question: ThumbnailQuestion): Promise<Uint8Array | null> {
  clearTimeout(idle)
  const thread = worker ?? (await startWorker())
  worker = undefined
  if (!thread) return null
  thread.ref()
  const answer = await nextAnswer(thread, () => thread.postMessage(question))
  if (!answer) return null
  thread.unref()
  worker = thread
  // Decoding leaves a heap behind that an idle worker would keep.
  idle = setTimeout(rest, IDLE_MS)
  idle.unref()
  return 'bytes' in answer ? answer.bytes : null
}

async function startWorker(): Promise<Thread | null> {
  const fresh = new Worker(address) as Thread
  return (await nextAnswer(fresh, () => {})) ? fresh : null
}

function rest() {
  worker?.terminate()
  worker = undefined
}

/** What a worker says next; null, and the worker ended, when it dies or keeps silent. */
function nextAnswer(thread: Thread, speak: () => void): Promise<ThumbnailAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<ThumbnailAnswer | null>()
  const over = new AbortController()
  const listen = (event: string, act: (event: never) => void) =>
    thread.addEventListener(event, act as EventListener, { signal: over.signal })
  const giveUp = () => {
    thread.terminate()
    resolve(null)
  }
  const timer = setTimeout(giveUp, PATIENCE_MS)
  listen('message', ({ data }: MessageEvent<ThumbnailAnswer>) => resolve(data))
  listen('error', giveUp)
  listen('close', giveUp)
  speak()
  return promise.finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}

/** Thumbnails that were made before, `files/<account id>/thumbs/<id>` in the data folder. They can be made again. */
export function storedThumbnails(data: string) {
  const pathOf = (accountid: string, id: string) => join(data, 'files', accountid, 'thumbs', id)
  return {
    open(accountid: string, id: string): BunFile | null {
      const path = pathOf(accountid, id)
      return existsSync(path) ? Bun.file(path) : null
    },
    async store(accountid: string, id: string, bytes: Uint8Array) {
      mkdirSync(join(data, 'files', accountid, 'thumbs'), { recursive: true })
      const temporary = `${pathOf(accountid, id)}.${randomUUIDv7()}`
      await writeFile(temporary, bytes)
      await rename(temporary, pathOf(accountid, id))
    },
  }
}
