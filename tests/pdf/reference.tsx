import encodeQR from 'qr'
import { Children, type CSSProperties, isValidElement, type ReactElement, type ReactNode } from 'react'
import satori from 'satori'
import { layoutFonts } from '#server/pdf/compile.ts'
import { regular } from '#server/pdf/fonts.ts'
import { pdfPictureType } from '#server/pdf/picture.ts'
import {
  type BandMarks,
  type DocumentContent,
  type DocumentView,
  type FieldMarks,
  type ImageMarks,
  type Texts,
  tintMark,
} from '#views/documents/parts.tsx'

type Props = {
  style?: CSSProperties
  children?: ReactNode
  'data-band'?: BandMarks
  'data-field'?: FieldMarks
  'data-image'?: ImageMarks
}

/**
 * One page laid out in full by the layout engine, with the real texts in the place of the fields: what a compiled
 * template has to come to. Letters are outlines.
 */
export function fullLayout(view: DocumentView<never>, content: DocumentContent): Promise<string> {
  const { width, height } = view.paper
  const [sheet] = Children.toArray(filled(view.layout, content, content.texts)) as ReactElement<Props>[]
  const page = <div style={{ ...sheet?.props.style, height }}>{sheet?.props.children}</div>
  return satori(page, { width, height, fonts: layoutFonts, embedFont: true, pointScaleFactor: 4 })
}

function filled(node: ReactNode, content: DocumentContent, texts: Texts): ReactNode {
  if (!isValidElement<Props>(node))
    return Array.isArray(node) ? node.map((each) => filled(each, content, texts)) : node
  if (typeof node.type === 'function') {
    const component = node.type as (props: Props) => ReactNode
    return filled(component(node.props), content, texts)
  }
  const { 'data-band': band, 'data-field': field, 'data-image': image } = node.props
  if (band) return bandOf(band, node, content)
  if (field) return fieldOf(field, node.props.style, texts)
  if (image) return imageOf(image, node.props.style, content)
  return {
    ...node,
    props: {
      ...node.props,
      style: tinted(node.props.style, content),
      children: inside(node, content, texts),
    },
  }
}

function inside(node: ReactElement<Props>, content: DocumentContent, texts: Texts): ReactNode {
  return Children.map(node.props.children, (child) => filled(child, content, texts))
}

function bandOf(band: BandMarks, node: ReactElement<Props>, content: DocumentContent): ReactNode {
  if (band.place === 'continued') return null
  if (band.when && !content.texts[band.when] && !content.rows[band.when]?.length) return null
  const texts = { ...content.texts, pagenumber: 'Page 1 of 1' }
  const style = { ...node.props.style, ...(band.place === 'foot' && { marginTop: 'auto' }) }
  const rows = band.rows ? (content.rows[band.name] ?? []) : [texts]
  return rows.map((row, index) => (
    <div key={`${band.name}${index.toString()}`} style={style}>
      {inside(node, content, row)}
    </div>
  ))
}

function fieldOf({ name, collapse }: FieldMarks, style: CSSProperties | undefined, texts: Texts): ReactNode {
  const text = regular.printable(texts[name] ?? '')
  if (!text && collapse) return null
  return <div style={{ ...style, whiteSpace: 'pre-wrap', minHeight: style?.lineHeight }}>{text}</div>
}

function imageOf(
  { name, align }: ImageMarks,
  style: CSSProperties | undefined,
  { images, codes }: DocumentContent,
): ReactNode {
  const [bytes, code] = [images?.[name], codes?.[name]]
  const source = bytes
    ? dataUrl(pdfPictureType(bytes), bytes)
    : code && dataUrl('image/svg+xml', drawCode(code))
  if (!source) return <div style={style} />
  return <img src={source} style={{ ...style, objectFit: 'contain', objectPosition: align }} alt="" />
}

const dataUrl = (type: string | undefined, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

const drawCode = (code: string) => encodeQR(code, 'svg', { ecc: 'medium', border: 4 })

function tinted(style: CSSProperties | undefined, { colour }: DocumentContent): CSSProperties | undefined {
  return style?.backgroundColor === tintMark ? { ...style, backgroundColor: colour } : style
}
