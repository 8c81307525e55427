import { Problem } from '#server/errors.ts'
import type { Requester } from '#server/fair-queue.ts'
import { imageProblem } from '#server/files/image-problem.ts'
import { measurePicture } from '#server/files/picture.ts'
import { renderPdf } from '#server/pdf/render.ts'

/** Pixels of a logo: a hand's breadth in print. What is decoded to print it takes four bytes for each. */
const MAX_PIXELS = 4_000_000

/** One cut short, or lying about its size, would stop every document of the organisation. @throws unless it is sound */
export async function checkLogo(requester: Requester, logo: Uint8Array): Promise<void> {
  const size = measurePicture(logo)
  if (!size) throw imageProblem('This picture is damaged: please export it anew.')
  if (size.width * size.height > MAX_PIXELS)
    throw imageProblem('The logo may have at most 4 million pixels, such as 2 000 by 2 000.')
  const organisation = { name: 'x', logo }
  await renderPdf(requester, {
    document: 'joblist',
    data: { organisation, title: 'x', filter: '', printed: '', money: false, rows: [] },
  }).catch((error) => {
    throw error instanceof Problem && error.status === 500
      ? imageProblem('This picture is damaged: please export it anew.')
      : error
  })
}
