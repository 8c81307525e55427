import { documentById, documentGroups, documentsOf, holders } from '#db/queries/work/attachments.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, id, object, t, text } from '#server/http/fields.ts'
import { fragment, says } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { zoneOf } from '#server/zone.ts'
import { withQuery } from '#views/ui/links.ts'
import { FileList } from '#views/work/attachments/list.tsx'
import { DocumentsPanel } from '#views/work/attachments/panel.tsx'
import { presentDocument } from './present.ts'
import { changeableHolder, visibleHolder } from './referenced.ts'
import { archiveDocument } from './store-document.ts'

const Shown = object({
  search: t.Optional(text(200)),
  group: t.Optional(text(60)),
  archived: t.Optional(flag()),
})
type Query = { search?: string; group?: string; archived?: boolean }

// A panel shows what a person can look through; more is found by searching.
const MOST = 200

/** What the list of a record's files needs. `canwrite` follows the board of a job too. */
function listOf(c: Context, db: TenantDb, viewer: Viewer, referenceid: string, query: Query) {
  const noun = visibleHolder(db, viewer, referenceid)
  const { rows, total } = documentsOf(db, referenceid, {
    ...query,
    group: query.group || undefined,
    take: MOST,
  })
  return {
    files: rows.map(presentDocument),
    total,
    query,
    url: withQuery(`/documents/panel/${noun}/${referenceid}`, query),
    zone: zoneOf(db),
    canwrite: c.can('documents.write') && isChangeable(db, viewer, referenceid),
  }
}

function isChangeable(db: TenantDb, viewer: Viewer, referenceid: string): boolean {
  try {
    changeableHolder(db, viewer, referenceid)
    return true
  } catch {
    return false
  }
}

/** The documents panel: a tab of the dialogs of jobs, locations, clients and inventory. */
export const documentsPages = ({ config }: Pick<Services, 'config'>): Route[] => [
  page(
    'GET /documents/panel/:noun/:id',
    { claim: 'documents.read', params: t.Object({ noun: t.String(), id: id() }), query: Shown },
    (c) =>
      c.read((db, viewer) => {
        const { noun } = c.params
        if (!holders.some((one) => one === noun) || visibleHolder(db, viewer, c.params.id) !== noun)
          throw notFound()
        return fragment(
          <DocumentsPanel
            {...listOf(c, db, viewer, c.params.id, c.query)}
            referenceid={c.params.id}
            groups={documentGroups(db, c.params.id)}
            known={documentGroups(db)}
            maxuploadmb={config.maxuploadmb}
          />,
        )
      }),
  ),

  page('POST /documents/:id/archive', { claim: 'documents.write', params: ById, query: Shown }, (c) =>
    setArchived(c, c.params.id, c.query, true),
  ),

  page('POST /documents/:id/restore', { claim: 'documents.write', params: ById, query: Shown }, (c) =>
    setArchived(c, c.params.id, c.query, false),
  ),
]

/** Answers the list as it is then. An undo has no place for it: it refreshes whatever shows the file. */
async function setArchived(c: Context, documentid: string, query: Query, archived: boolean) {
  const referenceid = await c.write((tx, viewer) => {
    archiveDocument(tx, viewer, documentid, archived)
    return documentById(tx.db, documentid)!.document.referenceid
  })
  const { filename } = c.read((db) => documentById(db, documentid)!.document)
  const headers = says(
    `${filename} ${archived ? 'archived' : 'restored'}`,
    archived ? { undo: `/documents/${documentid}/restore` } : { refresh: { table: 'documents' } },
  )
  return fragment(
    c.read((db, viewer) => <FileList {...listOf(c, db, viewer, referenceid, query)} />),
    { headers },
  )
}
