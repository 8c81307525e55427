import { attachmentGroups, isAttachmentOwner } from '#db/queries/work/attachments.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { id, t } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { AttachmentsPanel } from '#views/work/attachments/panel.tsx'
import { findFiles } from './find-files.ts'
import { PanelQuery } from './input.ts'
import { PHOTOS } from './store-upload.ts'

/** Undefined where the person only looks on. */
function findPhotographed(db: TenantDb, viewer: Viewer, jobid: string) {
  const job = visibleJob(db, viewer, jobid)
  return hasPermission(viewer, job.boardid, 'work') ? job : undefined
}

export const attachmentsPages: Route[] = [
  page(
    'GET /documents/panel/:noun/:id',
    {
      claim: 'documents.read',
      params: t.Object({ noun: t.String(), id: id() }),
      query: PanelQuery,
      summary: 'The files (attachments) of a record, with the form to upload one.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { noun } = c.params
        if (!isAttachmentOwner(noun)) throw notFound()
        const found = findFiles(db, viewer, noun, c.params.id, c.query)
        const own = noun === 'jobs' && !found.canwrite && c.can('steps.work')
        return fragment(
          <AttachmentsPanel
            {...found}
            photoof={own ? findPhotographed(db, viewer, c.params.id) : undefined}
            referenceid={c.params.id}
            groups={attachmentGroups(db, c.params.id)}
            known={attachmentGroups(db)}
            photos={PHOTOS}
            maxuploadmb={c.services.config.maxuploadmb}
          />,
        )
      }),
  ),
]
