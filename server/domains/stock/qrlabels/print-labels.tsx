import { WIDEST_PREVIEW } from '#server/documents/print-query.ts'
import type { Context } from '#server/http/context.ts'
import { documentReply } from '#server/http/document-reply.ts'
import { choice, integer, t } from '#server/http/fields.ts'
import { renderPdf, renderPreview } from '#server/pdf/render.ts'
import { whileConnected } from '#server/while-connected.ts'
import { type LabelPaperName, labelPapers, type StickerLabel } from '#views/documents/labels.ts'

const names = Object.keys(labelPapers) as [LabelPaperName, ...LabelPaperName[]]

/** Which paper, where on its first sheet to begin, and how many of each. */
export const labelQuery = {
  paper: t.Optional(choice(...names)),
  first: t.Optional(integer(1, 65)),
  copies: t.Optional(integer(1, 20)),
}

export const labelPrintQuery = {
  ...labelQuery,
  format: t.Optional(choice('pdf', 'png')),
  width: t.Optional(integer(50, WIDEST_PREVIEW)),
}

export type LabelQuery = { paper?: LabelPaperName; first?: number; copies?: number }
type LabelPrintQuery = LabelQuery & { format?: string; width?: number }
type Labels = { title: string; labels: readonly StickerLabel[]; etag: string }

export async function printLabels(c: Context<unknown, LabelPrintQuery>, { title, labels, etag }: Labels) {
  const { paper = 'a4', first = 1, copies = 1, format, width = 800 } = c.query
  const data = {
    title,
    paper,
    author: c.person.accountname,
    // What is left of the last sheet, whichever paper it was counted on.
    skip: (first - 1) % (labelPapers[paper].columns * labelPapers[paper].rows),
    labels: labels.flatMap(({ name, code, note }) => Array<StickerLabel>(copies).fill({ name, code, note })),
  }
  const print = { document: 'labels', data } as const
  const requester = whileConnected(c)
  const bytes =
    format === 'png' ? await renderPreview(requester, print, { width }) : await renderPdf(requester, print)
  return documentReply(bytes, { name: title, etag })
}
