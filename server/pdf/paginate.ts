import type { DocumentContent, Texts } from '#views/documents/parts.tsx'
import { fill } from './fill.ts'
import type { Band, FilledBand, PdfPage, Template } from './template.ts'

type Piece = FilledBand & { head: Band | undefined }
type Block = Piece[]

/** Rows repeat, their head is repeated on a new page, neighbours that keep together stay with the row before them. */
export function paginate(template: Template, content: DocumentContent): PdfPage[] {
  const { paper, bands, foot, continued } = template
  const bottom = paper.height - (foot?.height ?? 0)
  const first = continued?.height ?? 0
  const pages = breakPages(splitBlocks(bands, content, bottom - first), content, { first, bottom })
  return pages.map((page, index) => decoratePage(page, index + 1, pages.length, template, content))
}

type Room = { first: number; bottom: number }

function breakPages(blocks: Block[], content: DocumentContent, room: Room): PdfPage[] {
  const { pages, starts } = layPages(blocks, content, room)
  const start = startOfCompany(blocks, starts, room)
  return start === undefined ? pages : layPages(blocks, content, room, start).pages
}

/** The block with which the last page is to begin, where little stood alone on it: what is before it comes along. */
function startOfCompany(blocks: Block[], starts: Start[], { first, bottom }: Room): number | undefined {
  const [before, last] = starts.slice(-2)
  if (!before || !last || last.goeson) return undefined
  let start = last.at
  let height = blocks.slice(start).reduce((sum, block) => sum + heightOf(block), 0)
  while (height < (bottom - first) * company && start - 1 > before.at) {
    height += heightOf(blocks[start - 1] ?? [])
    if (height > (bottom - first) * mostMoved) break
    start--
  }
  return start === last.at ? undefined : start
}

/** Shares of a page: less than that has company, which takes at most so much of it. */
const company = 0.25
const mostMoved = 0.5

/** The block at the top of a page; `goeson`: the rest of one that is higher than a page. */
type Start = { at: number; goeson: boolean }

function layPages(
  blocks: Block[],
  content: DocumentContent,
  { first, bottom }: Room,
  turnedAt?: number,
): { pages: PdfPage[]; starts: Start[] } {
  let y = 0
  let page: PdfPage = []
  const pages = [page]
  const starts: Start[] = [{ at: 0, goeson: false }]
  const put = (filled: FilledBand) => {
    page.push({ ...filled, y })
    y += filled.height
  }
  const turn = (head: Band | undefined, start: Start) => {
    page = []
    pages.push(page)
    starts.push(start)
    y = first
    if (head) fill(head, { texts: content.texts, content }).forEach(put)
  }
  for (const [at, block] of blocks.entries()) {
    if (page.length && (y + heightOf(block) > bottom || at === turnedAt))
      turn(block[0]?.head, { at, goeson: false })
    for (const piece of block) {
      // Only for a block that is higher than a page.
      if (page.length && y + piece.height > bottom) turn(piece.head, { at, goeson: true })
      put(piece)
    }
  }
  return { pages, starts }
}

function splitBlocks(bands: Band[], content: DocumentContent, room: number): Block[] {
  const blocks: Block[] = []
  let before: Band | undefined
  for (const band of bands) {
    const head = bands.find((other) => other.name === band.head)
    for (const filled of fillBand(band, content, room * highest)) {
      const last = blocks.at(-1)
      const joins =
        before?.leads ||
        (band.clings && before?.rows && before !== band) ||
        keepsTogether(band, before, last, room)
      if (last && joins) last.push({ ...filled, head })
      else blocks.push([{ ...filled, head }])
      before = band
    }
  }
  return blocks
}

/** A higher band is cut, a higher block of neighbours kept together is parted; both are shares of a page. */
const highest = 0.8
const partedAbove = 0.3

function keepsTogether(band: Band, before: Band | undefined, last: Block | undefined, room: number): boolean {
  return Boolean(band.keep && band.keep === before?.keep && last && heightOf(last) < room * partedAbove)
}

function fillBand(band: Band, content: DocumentContent, most: number): FilledBand[] {
  if (band.when && !content.texts[band.when] && !content.rows[band.when]?.length) return []
  const rows: Texts[] = band.rows ? (content.rows[band.name] ?? []) : [content.texts]
  return rows.flatMap((texts) => fill(band, { texts, content }, most))
}

function decoratePage(
  page: PdfPage,
  number: number,
  count: number,
  template: Template,
  content: DocumentContent,
): PdfPage {
  const { foot, continued, paper } = template
  const texts = { ...content.texts, pagenumber: `Page ${number} of ${count}` }
  const above = continued && number > 1 ? fill(continued, { texts, content }) : []
  const below = foot
    ? fill(foot, { texts, content }).map((filled) => ({ ...filled, y: paper.height - filled.height }))
    : []
  return [...above, ...page, ...below]
}

function heightOf(block: Block): number {
  return block.reduce((sum, piece) => sum + piece.height, 0)
}
