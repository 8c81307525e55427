import type { PageSize } from '#views/documents/parts.tsx'
import { embedFont, findSubsets, type Subset } from './embed-fonts.ts'
import { embedImage, type PdfImage } from './embed-images.ts'
import { createPdfFile, deflated, type PdfFile, type PdfRef, pdfText } from './pdf-file.ts'
import type { GraphicsElement, PdfPage, Run } from './template.ts'

type PdfProperties = { paper: PageSize; title: string; author: string }
type Subsets = readonly [Subset, Subset]

/** Fonts and pictures are embedded as they were made for an earlier document: a page costs its own operators alone. */
export async function writePdf(
  pages: PdfPage[],
  { paper, title, author }: PdfProperties,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = createPdfFile()
  const subsets = findSubsets(pages)
  const images = await embedImages(file, pages)
  const tree = file.reserve()
  const resources = file.add({
    ProcSet: ['PDF', 'Text', 'ImageB', 'ImageC', 'ImageI'],
    Font: { F1: embedFont(file, subsets[0]), F2: embedFont(file, subsets[1]) },
    XObject: Object.fromEntries([...images.values()].map(({ name, ref }) => [name, ref])),
  })
  const kids = pages.map((page) => addPage(file, drawPage(page, paper, subsets, images), { tree, resources }))
  file.put(tree, {
    Type: 'Pages',
    Count: kids.length,
    Kids: kids,
    MediaBox: [0, 0, paper.width, paper.height],
  })
  const root = file.add({
    Type: 'Catalog',
    Pages: tree,
    Lang: pdfText('en-ZA'),
    ViewerPreferences: { DisplayDocTitle: true },
  })
  const made = pdfText('Joblane')
  return file.bytes(
    root,
    file.add({ Title: pdfText(title), Author: pdfText(author), Creator: made, Producer: made }),
  )
}

function addPage(
  file: PdfFile,
  operators: string,
  { tree, resources }: Record<'tree' | 'resources', PdfRef>,
) {
  const contents = file.add({ Filter: 'FlateDecode' }, deflated(operators))
  return file.add({ Type: 'Page', Parent: tree, Resources: resources, Contents: contents })
}

type Images = Map<Uint8Array, PdfImage & { name: string }>

async function embedImages(file: PdfFile, pages: readonly PdfPage[]): Promise<Images> {
  const images: Images = new Map()
  for (const { elements } of pages.flat())
    for (const element of elements) {
      if (element.kind !== 'image' || images.has(element.bytes)) continue
      const image = await embedImage(file, element.bytes)
      if (image) images.set(element.bytes, { ...image, name: `I${images.size + 1}` })
    }
  return images
}

function drawPage(page: PdfPage, { height }: PageSize, subsets: Subsets, images: Images): string {
  const shapes: string[] = []
  const letters: string[] = []
  const ink: Ink = { colour: '', bold: false, size: 0 }
  for (const { y, elements } of page)
    for (const element of elements) {
      if (element.kind === 'text') letters.push(drawText(element, y, subsets, ink))
      else if (element.kind === 'rect') shapes.push(rectangle(element, y))
      else shapes.push(drawImage(element, y, images.get(element.bytes)))
    }
  // The page's y axis points down.
  return `1 0 0 -1 0 ${figure(height)} cm\n${shapes.join('\n')}\nBT\n${letters.join('\n')}\nET`
}

/** How far right and up a point of the unit square of a picture is shown, by its EXIF orientation: of x, of y, and beside. */
const turns: Record<number, readonly [right: readonly number[], up: readonly number[]]> = {
  1: [
    [1, 0, 0],
    [0, 1, 0],
  ],
  2: [
    [-1, 0, 1],
    [0, 1, 0],
  ],
  3: [
    [-1, 0, 1],
    [0, -1, 1],
  ],
  4: [
    [1, 0, 0],
    [0, -1, 1],
  ],
  5: [
    [0, -1, 1],
    [-1, 0, 1],
  ],
  6: [
    [0, 1, 0],
    [-1, 0, 1],
  ],
  7: [
    [0, 1, 0],
    [1, 0, 0],
  ],
  8: [
    [0, -1, 1],
    [1, 0, 0],
  ],
}

/** As large as its box allows, at the side that it is aligned to and halfway down. */
function drawImage(
  { x, y, width, height, align }: GraphicsElement & { kind: 'image' },
  by: number,
  image: (PdfImage & { name: string }) | undefined,
): string {
  if (!image) return ''
  const across = image.turn > 4 ? [image.height, image.width] : [image.width, image.height]
  const [broad = 1, tall = 1] = across
  const scale = Math.min(width / broad, height / tall)
  const [wide, high] = [broad * scale, tall * scale]
  const left = align === 'right' ? x + width - wide : x
  const foot = y + by + (height + high) / 2
  const [right, up] = turns[image.turn] ?? turns[1] ?? []
  const [a = 0, c = 0, e = 0] = (right ?? []).map((part) => part * wide)
  const [b = 0, d = 0, f = 0] = (up ?? []).map((part) => -part * high)
  const matrix = [a, b, c, d, left + e, foot + f].map(figure).join(' ')
  return `q ${matrix} cm /${image.name} Do Q`
}

function rectangle({ x, y, width, height, colour }: GraphicsElement & { kind: 'rect' }, by: number): string {
  return `${paint(colour)} ${figure(x)} ${figure(y + by)} ${figure(width)} ${figure(height)} re f`
}

/** What letters are written in so far. */
type Ink = { colour: string; bold: boolean; size: number }

function drawText(
  element: GraphicsElement & { kind: 'text' },
  by: number,
  subsets: Subsets,
  ink: Ink,
): string {
  const { colour, bold, size } = element
  const isSame = colour === ink.colour && bold === ink.bold && size === ink.size
  const change = isSame ? '' : `${paint(colour)} /${bold ? 'F2' : 'F1'} ${figure(size)} Tf\n`
  if (!isSame) Object.assign(ink, { colour, bold, size })
  const { codes } = subsets[bold ? 1 : 0]
  // Letters are turned back.
  return `${change}1 0 0 -1 ${figure(element.x)} ${figure(element.y + by)} Tm ${showText(element.run, codes)}`
}

function showText({ glyphs, kerns }: Run, codes: Subset['codes']): string {
  let text = '[<'
  for (let i = 0; i < glyphs.length; i++) {
    text += codes[glyphs[i] ?? 0] ?? '0000'
    const kern = kerns[i]
    if (kern) text += `>${Math.round(-kern)}<`
  }
  return `${text}>]TJ`
}

const paints = new Map<string, string>()

function paint(colour: string): string {
  const known = paints.get(colour)
  if (known) return known
  const parts = [1, 3, 5].map((at) => figure(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  const made = `${parts.join(' ')} rg`
  if (paints.size < 1000) paints.set(colour, made)
  return made
}

function figure(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
