import { list_views } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { viewQuery } from '#server/list-views/open-list-view.ts'
import {
  canChangeView,
  type ListViewer,
  listShareableRoles,
  roleName,
} from '#server/list-views/read-list-views.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { presentListView } from './present-list-view.ts'

type Shared = { roleid?: string | null; opens?: boolean }
type NewView = Shared & { id?: string | null; list: string; name: string; query: string }
type Change = Shared & { name?: string; query?: string; archived?: boolean; version?: number }
type StoredView = typeof list_views.$inferSelect

/** @throws 400 by field */
export function addListView(tx: Tx, person: ListViewer, { id, ...view }: NewView): StoredView {
  const row = { ...view, query: viewQuery(new URLSearchParams(view.query)), userid: person.userid }
  checkShared(tx.db, person, row)
  const made = insert(tx, list_views, { ...row, id: id ?? undefined })
  tx.invalidateCaches()
  return made
}

/** @throws 404, 403, 400 by field, `VersionConflict` when somebody else saved first */
export function changeListView(
  tx: Tx,
  person: ListViewer,
  id: string,
  { query, ...change }: Change,
): StoredView {
  const before = getChangeableView(tx.db, person, id)
  checkShared(tx.db, person, { ...before, ...change }, before)
  const row = query === undefined ? change : { ...change, query: viewQuery(new URLSearchParams(query)) }
  const after = updateRecord(
    tx,
    list_views,
    id,
    row,
    (field, value) => (field === 'roleid' ? roleName(tx.db, String(value ?? '')) : String(value ?? '')),
    () => presentListView(before, person),
  )
  tx.invalidateCaches()
  return after
}

/** A private one of somebody else is not there. @throws 404, 403 */
export function getChangeableView(db: TenantDb, person: ListViewer, id: string): StoredView {
  const view = getRecord(db, list_views, id)
  if (!canChangeView(person, view)) throw view.roleid ? forbidden() : notFound('view')
  return view
}

type Sharing = { roleid?: string | null; opens?: boolean }

function checkShared(db: TenantDb, person: ListViewer, { roleid, opens }: Sharing, before?: StoredView) {
  const offered = listShareableRoles(db, person)
  if (roleid && roleid !== before?.roleid && !offered.some(({ value }) => value === roleid))
    throw invalid({ roleid: 'Share it with one of your own roles.' })
  if (!opens) return
  if (!roleid) throw invalid({ opens: 'Choose the role for which the list opens with it.' })
  if (!before?.opens && !person.claims.has('settings.manage'))
    throw invalid({ opens: 'Whoever may change settings decides what a list opens with.' })
}
