import { serialize } from 'bun:jsc'
import { Lru } from '#server/cache.ts'
import { busyProblem } from '#server/errors.ts'
import { CORES, FairQueue, type Requester } from '#server/fair-queue.ts'
import { ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { AppendedPdf } from './append-pdfs.ts'
import { askWorker, askWorkerForMany } from './ask-worker.ts'
import type { PdfSource } from './engine.ts'
import type { Bytes } from './worker-messages.ts'

const workers = new ThreadPool(workerAddress('server/pdf/worker.ts'), {
  patienceMs: 30_000,
  idleMs: 300_000,
  kept: 1,
  most: CORES,
})

/** Forty of the largest previews take one worker ten seconds, which is as long as people wait. */
export const pdfQueue = new FairQueue({
  places: CORES,
  account: 40,
  person: 20,
  refusal: busyProblem('documents of your account are being made at the moment', 'pdfbusy', 5),
})

const PREVIEW_BYTES = 16_000_000
const previews = new Lru<string, Bytes>(PREVIEW_BYTES, ({ length }) => length)

/** @throws 503 when too many of the account wait, 500 when it cannot be made or takes longer than half a minute */
export function renderPdf(
  requester: Requester,
  source: PdfSource,
  append?: readonly AppendedPdf[],
): Promise<Bytes> {
  return pdfQueue.run(requester, () => askWorker(workers, { source, append }))
}

/** In one turn of the queue, all or none. @throws as `renderPdf` */
export const renderPdfs = (requester: Requester, sources: readonly PdfSource[]): Promise<Bytes[]> =>
  pdfQueue.run(requester, () => askWorkerForMany(workers, { sources }))

/** Kept for whoever asks for the same, who does not wait for a turn. `width` in pixels. @throws as `renderPdf` */
export async function renderPreview(
  requester: Requester,
  source: PdfSource,
  { width }: { width: number },
): Promise<Bytes> {
  const key = previewKey(requester, source, width)
  const known = previews.get(key)
  if (known) return known
  return pdfQueue.run(requester, async () => {
    const madeMeanwhile = previews.get(key)
    if (madeMeanwhile) return madeMeanwhile
    const made = await askWorker(workers, { source, width })
    previews.set(key, made)
    return made
  })
}

/** The key holds the account: none sees another's. */
const previewKey = ({ accountid }: Requester, source: PdfSource, width: number): string =>
  `${accountid} ${width} ${new Bun.CryptoHasher('sha256').update(serialize(source)).digest('base64url')}`
