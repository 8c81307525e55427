import { attachmentById, isAttachment, listAttachments } from '#db/queries/work/attachments.ts'
import { notFound } from '#server/errors.ts'
import { requestThumbnail, storedThumbnails } from '#server/files/thumbnails.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type Static, type StaticDecode } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { whileConnected } from '#server/while-connected.ts'
import { visibleAttachment, visibleOwner } from './attachment-owner.ts'
import { AttachmentsQuery, AttachmentUpload } from './input.ts'
import { hasThumbnail, presentAttachment } from './present.ts'
import { sendAttachment } from './send.ts'
import { addAttachment, inspectContent, nameFor, uploadedBytes } from './store-attachment.ts'

type OfOne = Context<Static<typeof ById>>
type Uploading = Context<unknown, unknown, StaticDecode<typeof AttachmentUpload>>

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

  api(
    'POST /api/documents/file',
    {
      claim: 'documents.write',
      body: AttachmentUpload,
      upload: true,
      summary: 'Uploads one `file` with its `filename` (what it is) for the record `referenceid`.',
    },
    (c) => store(c),
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

async function store(c: Uploading) {
  const { files, config } = c.services
  const { file, group = '', referenceid } = c.body
  const { accountid } = c.person
  const filename = nameFor(c.body.filename || c.body.description)
  const bytes = await uploadedBytes(file, config.maxuploadmb)
  c.read((db, viewer) => {
    visibleOwner(db, viewer, referenceid)
    files.recover(accountid, (known) => isAttachment(db, known))
  })
  const content = inspectContent(bytes, file.name ?? '')
  const staged = await files.stage(accountid, bytes)
  const stored = c.write((tx, viewer) => {
    addAttachment(tx, viewer, { id: staged.id, filename, group, referenceid }, content)
    return dataReply(presentAttachment(attachmentById(tx.db, staged.id)!), {
      message: 'File has been uploaded successfully',
    })
  })
  const reply = await stored.catch(async (error) => {
    await staged.drop()
    throw error
  })
  await staged.keep()
  return reply
}

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
