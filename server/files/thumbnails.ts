import { existsSync, mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BunFile, randomUUIDv7 } from 'bun'
import { busyProblem, Problem } from '#server/errors.ts'
import { CORES, FairQueue, type Requester } from '#server/fair-queue.ts'
import { ThreadFailed, ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'

export type ThumbnailRequest = { bytes: Uint8Array; media: string }
export type ThumbnailReply = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }

/** Decoded, a pixel takes four bytes: at most 160 MB for the moment that one picture is made small. */
export const MAX_PIXELS = 40_000_000

/** At most 640 MB are decoded at once. */
const PLACES = Math.min(CORES, 4)

// Decoding leaves a heap behind that an idle worker would keep.
const workers = new ThreadPool(workerAddress('server/files/thumbnail-worker.ts'), {
  patienceMs: 30_000,
  idleMs: 20_000,
  most: PLACES,
})

/** A page shows some fifty pictures. */
export const pictureQueue = new FairQueue({
  places: PLACES,
  account: 100,
  person: 50,
  refusal: busyProblem('pictures of your account are being read at the moment', 'picturesbusy', 5),
})

/** @param read asked when it is its turn. Null when the picture is broken or gone. @throws 503 */
export async function requestThumbnail(
  requester: Requester,
  media: string,
  read: () => Uint8Array | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return pictureQueue.run(requester, async () => {
    const bytes = read()
    return bytes && ask({ bytes, media })
  })
}

async function ask(request: ThumbnailRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const reply = await workers.ask<ThumbnailReply>(request)
    return 'bytes' in reply ? reply.bytes : null
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    if (!error.slow) return null
    const sentence = 'The picture took too long to read. Please try again, or choose a smaller one.'
    throw new Problem(503, sentence, { code: 'pictureslow', retryafter: 30 })
  }
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
