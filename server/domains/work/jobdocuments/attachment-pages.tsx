import { readPosition } from '#db/queries/position.ts'
import { shrinkForPrint } from '#server/files/print-pictures.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, choice, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import type { AttachmentReportData } from '#views/documents/types.ts'
import {
  MOST_PDF_BYTES,
  MOST_PHOTOS,
  type ReportedFile,
  readAttachmentReport,
} from './build-attachment-report.ts'

type Asked = Context<{ id: string }, { perpage?: '2' | '4' }>
type Photo = AttachmentReportData['photos'][number]

export const attachmentReportPages: Route[] = [
  page(
    'GET /render/attachment/:id',
    {
      claim: 'documents.read',
      params: ById,
      query: object({ perpage: t.Optional(choice('2', '4')) }),
      summary:
        'The files of a job as one PDF: their list, photos two or four to a page, and the PDFs behind.',
    },
    async (c) => {
      const etag = c.read((db) => computeEtag(VERSION, c.url.href, readPosition(db), readToday(db)))
      const report = c.read((db, viewer) => readAttachmentReport(db, viewer, c.params.id))
      const same = notModified(c.request, etag)
      if (same) return same
      const { places, photos, appended } = await readFiles(c, report.files)
      const { logofile, ...organisation } = report.head.organisation
      const logo = (logofile && c.services.files.read(c.person.accountid, logofile)) || undefined
      const data: AttachmentReportData = {
        ...report.head,
        organisation: { ...organisation, logo },
        perpage: c.query.perpage === '2' ? 2 : 4,
        files: report.files.map(({ filename: name, added }, at) => ({
          name,
          added,
          place: places[at] ?? '',
        })),
        photos,
      }
      const bytes = await renderPdf(whileConnected(c), { document: 'attachments', data }, appended)
      return documentReply(bytes, { name: `Attachments ${report.reference}`, etag })
    },
  ),
]

/** One picture after another: only one is decoded at a time, however many there are. */
async function readFiles(c: Asked, files: readonly ReportedFile[]) {
  const { accountid } = c.person
  const places: string[] = []
  const photos: Photo[] = []
  const appended: { path: string; at: number }[] = []
  let room = MOST_PDF_BYTES
  for (const [at, { id, filename, media, size, added }] of files.entries()) {
    const file = () => c.services.files.open(accountid, id)
    places[at] = 'Not printed: open it by itself'
    if (media === 'application/pdf') {
      const path = file()?.name
      if (size > room) places[at] = `Not appended: more than ${MOST_PDF_BYTES / 1_000_000} MB of PDFs`
      else if (path) {
        appended.push({ path, at })
        places[at] = 'At the end'
        room -= size
      }
    } else if (media.startsWith('image/') && photos.length === MOST_PHOTOS)
      places[at] = `Not printed: more than ${MOST_PHOTOS} photos`
    else if (media.startsWith('image/')) {
      const bytes = await shrinkForPrint(whileConnected(c), media, file)
      places[at] = bytes ? `Photo ${photos.length + 1}` : 'Not printed: it cannot be read'
      if (bytes) photos.push({ bytes, caption: `${photos.length + 1}. ${filename}, ${added}` })
    }
  }
  return { places, photos, appended }
}
