import type { Requester } from '#server/fair-queue.ts'
import { imageProblem, PICTURE_BYTES, pictureTooLarge } from '#server/files/image-problem.ts'
import { measurePicture } from '#server/files/picture.ts'
import { MAX_PIXELS, requestThumbnail } from '#server/files/thumbnails.ts'
import { pictureType } from '#server/files.ts'

/**
 * Drawn anew, so that nothing of the file itself (where it was taken) is ever served.
 * @throws unless a sound PNG or JPEG
 */
export async function pictureBytes(requester: Requester, upload: unknown): Promise<Uint8Array> {
  if (!(upload instanceof Blob) || upload.size === 0) throw imageProblem('Please choose a file to upload')
  if (upload.size > PICTURE_BYTES) throw pictureTooLarge()
  const bytes = new Uint8Array(await upload.arrayBuffer())
  const media = pictureType(bytes)
  if (!media) throw imageProblem('This file is not a PNG or JPEG picture.')
  const size = measurePicture(bytes)
  if (size && size.width * size.height > MAX_PIXELS)
    throw imageProblem('The picture may have at most 40 million pixels.')
  const small = size && isWhole(bytes, media) && (await requestThumbnail(requester, media, () => bytes))
  if (!small) throw imageProblem('This picture is damaged: please export it anew.')
  return small
}

/** Whether the picture has its end: of one that was cut short, nothing at all would be drawn, without a word. */
function isWhole(bytes: Uint8Array, media: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (media === 'image/jpeg') return buffer.lastIndexOf(END_OF_JPEG) > 0
  for (let at = 8; at + 12 <= buffer.length; at += 12 + buffer.readUInt32BE(at))
    if (buffer.toString('latin1', at + 4, at + 8) === 'IEND') return true
  return false
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])
