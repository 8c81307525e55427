import { serialize } from 'bun:jsc'
import { Lru } from '#server/cache.ts'
import { Problem } from '#server/errors.ts'
import { CORES, FairQueue, type Requester } from '#server/fair-queue.ts'
import { ThreadPool } from '#server/thread-pool.ts'
import { askWorker } from './ask-worker.ts'
import type { Print } from './engine.ts'

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'render.ts' ? './worker.ts' : './server/pdf/worker.ts'
const address = new URL(path, import.meta.url).href

type Bytes = Uint8Array<ArrayBuffer>

const busy = () =>
  new Problem(
    503,
    'Too many documents of your account are being made at the moment. Please try again shortly.',
    { code: 'pdfbusy', retryafter: 5 },
  )

const workers = new ThreadPool(address, { patienceMs: 30_000, idleMs: 300_000, kept: 1, most: CORES })

/** Forty of the largest previews take one worker ten seconds, which is as long as people wait. */
export const pdfQueue = new FairQueue({ places: CORES, account: 40, person: 20, refusal: busy })

const PREVIEW_BYTES = 16_000_000
const previews = new Lru<string, Bytes>(PREVIEW_BYTES, ({ length }) => length)

/** @throws 503 when too many of the account wait, 500 when it cannot be made or takes longer than half a minute */
export function renderPdf(requester: Requester, print: Print): Promise<Bytes> {
  return pdfQueue.run(requester, () => askWorker(workers, { print }))
}

/** Kept for whoever asks for the same. `width` in pixels. @throws as `renderPdf` */
export function renderPreview(
  requester: Requester,
  print: Print,
  { width }: { width: number },
): Promise<Bytes> {
  const key = previewKey(requester, print, width)
  return pdfQueue.run(requester, async () => {
    const known = previews.get(key)
    if (known) return known
    const made = await askWorker(workers, { print, width })
    previews.set(key, made)
    return made
  })
}

/** The key holds the account: none sees another's. */
const previewKey = ({ accountid }: Requester, print: Print, width: number): string =>
  `${accountid} ${width} ${new Bun.CryptoHasher('sha256').update(serialize(print)).digest('base64url')}`
