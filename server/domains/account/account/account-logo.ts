import { imageProblem } from '#server/files/image-problem.ts'
import { measurePicture } from '#server/files/picture.ts'
import { pictureType } from '#server/files.ts'

const LARGEST = 2 * 1024 * 1024
const MAX_PIXELS = 4_000_000

/** By its content; SVG can hold scripts. @throws unless a PNG or JPEG of at most 2 MB and 4 million pixels */
export async function accountLogo(upload: unknown): Promise<{ bytes: Uint8Array; type: string }> {
  if (!(upload instanceof Blob) || upload.size === 0) throw imageProblem('Please choose a file to upload')
  if (upload.size > LARGEST) throw imageProblem('The logo may have at most 2 MB.', 413)
  const bytes = new Uint8Array(await upload.arrayBuffer())
  const type = pictureType(bytes)
  if (!type) throw imageProblem('This file is not a PNG or JPEG picture.')
  const size = measurePicture(bytes)
  if (!size) throw imageProblem('This picture is damaged: please export it anew.')
  if (size.width * size.height > MAX_PIXELS)
    throw imageProblem('The logo may have at most 4 million pixels, such as 2 000 by 2 000.')
  return { bytes, type }
}
