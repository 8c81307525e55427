import type { BunFile } from 'bun'
import type { Requester } from '#server/fair-queue.ts'
import { MAX_PIXELS, pictureQueue } from './thumbnails.ts'

/** Pixels of the longest side: half a page of A4 at 150 dots to the inch. */
const SIDE = 1_100
const LARGEST_PNG = 500_000

/**
 * A picture as it is printed, upright and small; read and decoded in a thread of the runtime, in turn with all pictures.
 * Null when it is broken or gone. @throws 503 when too many of the account wait
 */
export function shrinkForPrint(
  requester: Requester,
  media: string,
  open: () => BunFile | null,
): Promise<Uint8Array | null> {
  return pictureQueue.run(requester, async () => {
    const file = open()
    if (!file) return null
    const made = () =>
      new Bun.Image(file, { maxPixels: MAX_PIXELS }).resize(SIDE, SIDE, {
        fit: 'inside',
        withoutEnlargement: true,
      })
    try {
      // A drawing keeps what is see-through; a photo saved as PNG would be ten times as large.
      const png = media === 'image/png' ? await made().png().bytes() : undefined
      return png && png.length <= LARGEST_PNG ? png : await made().jpeg({ quality: 80 }).bytes()
    } catch {
      return null
    }
  })
}
