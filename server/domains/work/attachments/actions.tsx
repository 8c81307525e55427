import { attachmentById } from '#db/queries/work/attachments.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type StaticDecode } from '#server/http/fields.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { FileList } from '#views/work/attachments/list.tsx'
import { findFiles } from './find-files.ts'
import { AttachmentArchival, PanelQuery } from './input.ts'
import { presentAttachment } from './present.ts'
import { archiveAttachment } from './store-attachment.ts'

type InPanel = Context<{ id: string }, StaticDecode<typeof PanelQuery>>

export const attachmentsActions: Route[] = [
  ...action(
    { api: 'PATCH /api/documents/archive/:id', page: 'POST /documents/:id/archive' },
    {
      claim: 'documents.write',
      params: ById,
      body: AttachmentArchival,
      form: { query: PanelQuery, input: () => ({ body: { archived: true } }) },
      summary: 'Takes a file out of its list; `archived: false` puts it back.',
    },
    (tx, viewer, c) => {
      archiveAttachment(tx, viewer, c.params.id, c.body?.archived ?? true, c.body?.version)
      return presentAttachment(attachmentById(tx.db, c.params.id)!)
    },
    (_, c) => panelList(c, 'archived', { undo: `/documents/${c.params.id}/restore` }),
  ),

  // An undo has no place for the list: whatever shows the file is refreshed.
  page(
    'POST /documents/:id/restore',
    { claim: 'documents.write', params: ById, query: PanelQuery, summary: 'Puts an archived file back.' },
    async (c) => {
      await c.write((tx, viewer) => archiveAttachment(tx, viewer, c.params.id, false))
      return panelList(c, 'restored', { refresh: { table: 'documents' } })
    },
  ),
]

function panelList(c: InPanel, done: string, events: Parameters<typeof snackbarHeaders>[1]) {
  const { filename, list } = c.read((db, viewer) => {
    const { filename, entity, referenceid } = attachmentById(db, c.params.id)!.attachment
    return { filename, list: findFiles(db, viewer, entity, referenceid, c.query) }
  })
  return fragment(<FileList {...list} />, { headers: snackbarHeaders(`${filename} ${done}`, events) })
}
