import { listAttachments } from '#db/queries/work/attachments.ts'
import { notFound } from '#server/errors.ts'
import { requestThumbnail, storedThumbnails } from '#server/files/thumbnails.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type Static } from '#server/http/fields.ts'
import { dataReply, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { api, asyncAction, type Route } from '#server/http/route.ts'
import { whileConnected } from '#server/while-connected.ts'
import { visibleAttachment, visibleOwner } from './attachment-owner.ts'
import { AttachmentsQuery, AttachmentUpload, PhotoUpload } from './input.ts'
import { hasThumbnail, presentAttachment } from './present.ts'
import { sendAttachment } from './send.ts'
import { nameFor } from './store-attachment.ts'
import { PHOTOS, storeUpload, UPLOADED } from './store-upload.ts'

type OfOne = Context<Static<typeof ById>>

export const attachmentsApi: Route[] = [
  api(
    'GET /api/documents/reference/:id',
    { claim: 'documents.read', params: ById, query: AttachmentsQuery, summary: 'The files of a record.' },
    (c) =>
      c.read((db, viewer) => {
        const noun = visibleOwner(db, viewer, c.params.id)
        const { rows, total } = listAttachments(db, noun, c.params.id, c.query)
        return dataReply(rows.map(presentAttachment), { total })
      }),
  ),

  ...asyncAction(
    { api: 'POST /api/documents/file', page: 'POST /mywork/jobs/:id/photo' },
    {
      claim: 'documents.write',
      canwait: true,
      body: AttachmentUpload,
      upload: 'any',
      form: {
        // A photo belongs to the work, also for who may upload nothing else.
        claim: 'steps.work',
        params: ById,
        body: PhotoUpload,
        input: ({ params, body }) => ({ body: { ...body, group: PHOTOS, referenceid: params.id } }),
      },
      summary: 'Uploads one `file` with its `filename` (what it is) for the record `referenceid`.',
    },
    (c) => {
      const { file, group = '', referenceid } = c.body
      const filename = nameFor(c.body.filename || c.body.description)
      return storeUpload(c, { file, filename, group, referenceid }, (row) =>
        dataReply(presentAttachment(row), { message: UPLOADED }),
      )
    },
    // The next photo is taken in the same dialog.
    () => noSwapReply(snackbarHeaders('Photo added', { refresh: { table: 'documents' } })),
  ),

  api(
    'GET /api/documents/download/:id',
    { claim: 'documents.read', params: ById, summary: 'The file itself.' },
    (c) => {
      const row = c.read((db, viewer) => visibleAttachment(db, viewer, c.params.id))
      const body = c.services.files.open(c.person.accountid, c.params.id)
      if (!body) throw notFound('file')
      return sendAttachment(c.request, row, body)
    },
  ),

  api(
    'GET /api/documents/thumb/:id',
    { claim: 'documents.read', params: ById, summary: 'A small PNG of a .png, .jpg or .jpeg file.' },
    (c) => thumbnail(c),
  ),
]

async function thumbnail(c: OfOne) {
  const { files, config } = c.services
  const stored = storedThumbnails(config.data)
  const { accountid } = c.person
  const { attachment } = c.read((db, viewer) => visibleAttachment(db, viewer, c.params.id))
  if (!hasThumbnail(attachment)) throw notFound('thumbnail')
  const known = stored.open(accountid, attachment.id)
  if (known) return picture(known)
  const made = await requestThumbnail(whileConnected(c), attachment.media, () =>
    files.read(accountid, attachment.id),
  )
  if (!made) throw notFound('thumbnail')
  await stored.store(accountid, attachment.id, made)
  return picture(new Blob([made]))
}

const picture = (body: Blob) =>
  new Response(body, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' } })
