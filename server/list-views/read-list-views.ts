import { allListViews, type ListViewRow } from '#db/queries/settings/listviews.ts'
import { rolesWithClaims } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import type { Person } from '#server/access/person.ts'
import { compareNaturally } from '#server/natural-sort.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'

export type ListViewer = Pick<Person, 'userid' | 'roles' | 'claims'>

const byList = cachedByReferenceVersion((db) =>
  Map.groupBy(
    allListViews(db).toSorted((a, b) => compareNaturally(a.name, b.name)),
    ({ list }) => list,
  ),
)
const namesByRole = cachedByReferenceVersion(
  (db) => new Map(rolesWithClaims(db).map(({ id, name }) => [id, name])),
)

export const roleName = (db: TenantDb, id: string): string => namesByRole(db).get(id) ?? ''

const holds = (db: TenantDb, person: ListViewer, { roleid }: ListViewRow) =>
  roleid !== null && person.roles.includes(roleName(db, roleid))

const manages = ({ claims }: ListViewer) => claims.has('settings.manage')

/** Their own, those of their roles, and every shared one for whoever manages them; by name. */
export const listViewsFor = (db: TenantDb, person: ListViewer, list: string): ListViewRow[] =>
  (byList(db).get(list) ?? []).filter(
    (view) => view.userid === person.userid || holds(db, person, view) || (view.roleid && manages(person)),
  )

export const findListView = (db: TenantDb, person: ListViewer, list: string, id: string) =>
  listViewsFor(db, person, list).find((view) => view.id === id)

/** What the list opens with for this person, by the first of its views that says so for one of their roles. */
export const findOpeningView = (db: TenantDb, person: ListViewer, list: string) =>
  (byList(db).get(list) ?? []).find((view) => view.opens && holds(db, person, view))

export const canChangeView = (
  person: ListViewer,
  { userid, roleid }: Pick<ListViewRow, 'userid' | 'roleid'>,
) => userid === person.userid || (roleid !== null && manages(person))

/** With whom a person may share: everybody's roles for whoever manages views, else their own. */
export const listShareableRoles = (db: TenantDb, person: ListViewer) =>
  [...namesByRole(db)]
    .map(([value, label]) => ({ value, label }))
    .filter(({ label }) => manages(person) || person.roles.includes(label))
