import { fieldMark } from '#views/documents/parts.tsx'

type Box = { left: number; top: number; right: number; bottom: number }
type Lettering = { x: number; y: number; size: number; bold: boolean; colour: string; text: string }

export type SvgShape = Box & (({ kind: 'text' } & Lettering) | { kind: 'rect'; colour: string })

/** Masks clip to boxes that nothing leaves. @throws for anything else, so that no template silently loses ink */
export function parseSvg(svg: string): SvgShape[] {
  const body = svg.replace(/<mask .*?<\/mask>/gs, '').replace(/^<svg[^>]*>|<\/svg>$/g, '')
  const shapes: SvgShape[] = []
  const rest = body.replace(/<(rect|text) ([^>]*?)(?:\/>|>(.*?)<\/text>)/gs, (_, tag, attributes, text) => {
    const of = Object.fromEntries(
      Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, key, value]) => [key, value]),
    )
    if (tag === 'rect') shapes.push(rect(of))
    else if (!joinsLast(shapes.at(-1), of, text)) shapes.push(paintedText(of, text))
    return ''
  })
  if (rest.trim()) throw new Error(`A document can hold text and rectangles only, not ${rest.slice(0, 80)}`)
  return shapes
}

type Attributes = Record<string, string>

function rect(of: Attributes): SvgShape {
  const [left, top] = [Number(of.x), Number(of.y)]
  const [right, bottom] = [left + Number(of.width), top + Number(of.height)]
  return { kind: 'rect', left, top, right, bottom, colour: of.fill ?? '#000000' }
}

function paintedText(of: Attributes, text: string): SvgShape {
  const [x, y, size] = [Number(of.x), Number(of.y), Number(of['font-size'])]
  const extent = { left: x, right: x + Number(of.width), top: y - size, bottom: y + size * 0.25 }
  return {
    kind: 'text',
    ...extent,
    x,
    y,
    size,
    bold: of['font-weight'] === '600',
    colour: of.fill ?? '#000000',
    text: unescapeXml(text),
  }
}

/** So that kerning and copying work: layouts come word by word. */
function joinsLast(last: SvgShape | undefined, of: Attributes, text: string): boolean {
  const next = paintedText(of, text)
  if (last?.kind !== 'text' || next.kind !== 'text' || [last.text, next.text].includes(fieldMark))
    return false
  const sameInk =
    last.y === next.y && last.size === next.size && last.bold === next.bold && last.colour === next.colour
  if (!sameInk || Math.abs(last.right - next.left) > 0.5) return false
  last.text += next.text
  last.right = next.right
  return true
}

function unescapeXml(text: string): string {
  const entities: Attributes = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#x27': "'" }
  return text.replace(/&([#\w]+);/g, (whole, name) => entities[name] ?? whole)
}
