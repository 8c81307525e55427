import { drawSvg } from '#server/draw-svg.ts'
import { type DataOf, type DocumentName, documentViews } from '#views/documents/index.ts'
import type { LabelsData } from '#views/documents/labels.ts'
import type { DocumentView, VariedDocumentView } from '#views/documents/parts.tsx'
import { type AppendedPdf, joinPdfs, putBefore } from './append-pdfs.ts'
import { compile } from './compile.ts'
import { labelTemplate, layOutLabels } from './labels.ts'
import { paginate } from './paginate.ts'
import type { Template } from './template.ts'
import { writePdf } from './write-pdf.ts'
import { writeSvg } from './write-svg.ts'

export type PdfDocument = { [Name in DocumentName]: { document: Name; data: DataOf<Name> } }[DocumentName]
/** One after another in one file, each with page numbers of its own. */
type Together = { document: 'together'; title: string; author: string; sources: readonly PdfDocument[] }
export type PdfSource = PdfDocument | { document: 'labels'; data: LabelsData } | Together

const templates = new Map<string, Promise<Template>>()

/** In this thread; a server asks `render.ts` instead. */
export async function makePdf(source: PdfSource): Promise<Uint8Array<ArrayBuffer>> {
  const { pages, content, template } = await layOutPages(source)
  return writePdf(pages, { paper: template.paper, title: content.title, author: content.author })
}

/** What could not be opened says so in the list of files. */
export async function makeReport(
  { data, ...source }: PdfDocument & { document: 'attachments' },
  appended: readonly AppendedPdf[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { whole, refused } = await joinPdfs(appended)
  const isRefused = new Set(refused.map(({ at }) => at))
  const place = 'Not appended: broken, closed by a password, or too much once unpacked'
  const files = data.files.map((file, at) => (isRefused.has(at) ? { ...file, place } : file))
  const report = await makePdf({ ...source, data: { ...data, files } })
  if (refused.length === appended.length) return report
  const title = `Attachments ${data.reference}`
  return putBefore(whole, report, { title, author: data.organisation.name })
}

export async function makePreview(source: PdfSource, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const { pages, template } = await layOutPages(source)
  return drawSvg(writeSvg(pages[0] ?? [], template.paper), { fitTo: { mode: 'width', value: width } })
}

async function layOutPages(source: PdfSource) {
  if (source.document === 'labels')
    return { template: labelTemplate(source.data), content: source.data, pages: layOutLabels(source.data) }
  return source.document === 'together' ? layOutTogether(source) : fillPages(source)
}

async function layOutTogether({ sources, ...content }: Together) {
  const each = await Promise.all(sources.map(fillPages))
  const [first] = each
  if (!first) throw new Error('There is nothing to print together')
  return { template: first.template, content, pages: each.flatMap(({ pages }) => pages) }
}

export async function fillPages({ document, data }: PdfDocument) {
  const view: DocumentView<never> | VariedDocumentView<never> = documentViews[document]
  const template = await compiledTemplate(document, view, data as never)
  const content = view.content(data as never)
  return { template, content, pages: paginate(template, content) }
}

function compiledTemplate(
  name: DocumentName,
  view: DocumentView<never> | VariedDocumentView<never>,
  data: never,
): Promise<Template> {
  const { key, layout } = 'vary' in view ? view.vary(data) : { key: '', layout: () => view.layout }
  const known = templates.get(name + key)
  if (known) return known
  const template = compile({ paper: view.paper, layout: layout() })
  templates.set(name + key, template)
  return template
}
