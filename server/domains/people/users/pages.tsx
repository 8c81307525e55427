import { listHistory } from '#db/queries/history.ts'
import { listRolesWithClaims, type RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { listUserAccountIds } from '#db/queries/platform/seats.ts'
import { openSessions } from '#db/queries/platform/sessions.ts'
import { linkReach } from '#server/access/link-reach.ts'
import { countSeats } from '#server/access/seats.ts'
import { describeRole } from '#server/domains/people/roles/describe-role.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { UserDialog } from '#views/people/users/dialog.tsx'
import { EmailDialog } from '#views/people/users/email.tsx'
import { Users } from '#views/people/users/list.tsx'
import { usersExport } from './api-export.ts'
import { getSeat } from './change-person.ts'
import { findPeople } from './find-people.ts'
import { UserList } from './input.ts'
import { canHandOverLink, invitationWaits } from './invitation-link.tsx'
import { findWorkerToInvite, workersToJoin } from './join-worker.ts'
import { presentPerson } from './present.ts'
import { canBeWrittenTo } from './send-messages.ts'

const claim = 'users.manage'
const PAGE = 'pages.admin.users'
/** As many as one dialog can list and one sitting can write to. */
const MAX_WRITTEN = 500

type Query = {
  search?: string
  archived?: boolean
  skip?: number
  take?: number
  sort?: string
  role?: string
  status?: 'active' | 'invited' | 'noseat' | ''
  confirmed?: boolean
}

const OfWorker = object({ worker: t.Optional(id()) })

const findPage = (c: Context, { status, role, ...query }: Query) =>
  findPeople(c, { ...query, role: role || undefined, status: status || undefined })

export function userListPage(c: Context, query: Query = {}) {
  const { allRoles, title, zone } = c.read((db) => ({
    allRoles: listRolesWithClaims(db),
    title: pageTitle(db, PAGE),
    zone: readZone(db),
  }))
  const { rows, total } = findPage(c, query)
  const url = c.url.pathname === '/admin/users' ? c.url.pathname + c.url.search : '/admin/users'
  return view(
    <Users
      title={title}
      total={total}
      query={query}
      url={url}
      zone={zone}
      rows={rows.map((row) => presentPerson(row, allRoles))}
      roles={roleChoices(allRoles)}
      seats={c.platform.read((db) => countSeats(db, c.person.accountid))}
      canexport={c.can('records.export')}
    />,
    { title, page: PAGE },
  )
}

/** Roles to choose from; an archived one only where it is held still. */
const roleChoices = (allRoles: readonly RoleWithClaims[], held: readonly string[] = []) =>
  allRoles
    .filter((role) => !role.archived || held.includes(role.id))
    .map((role) => ({ value: role.id, label: roleLabel(role.name), note: describeRole(role) }))

function userDialog(c: Context, userid: string) {
  const { accountid } = c.person
  const now = c.now().toISOString()
  const { allRoles, zone, history, workers } = c.read((db) => ({
    workers: c.can('workers.write') ? workersToJoin(db, userid) : undefined,
    allRoles: listRolesWithClaims(db),
    zone: readZone(db),
    history: c.can('history.read') ? listHistory(db, 'users', userid) : undefined,
  }))
  return c.platform.read((db) => {
    const person = presentPerson(getSeat(db, accountid, userid), allRoles)
    const held = person.roles.map((role) => role.id)
    return (
      <UserDialog
        person={person}
        zone={zone}
        history={history}
        own={userid === c.person.userid ? c.person.sessionid : undefined}
        elsewhere={
          userid !== c.person.userid && listUserAccountIds(db, userid).some((one) => one !== accountid)
        }
        workers={workers}
        handsover={canHandOverLink(c, person.email)}
        roles={roleChoices(allRoles, held)}
        seats={countSeats(db, accountid)}
        sessions={openSessions(db, now, userid, accountid)}
        keys={listApiKeys(db, userid, accountid)}
      />
    )
  })
}

export const usersPages: Route[] = [
  page('GET /admin/users', { claim, query: UserList, summary: 'Lists people.' }, (c) =>
    userListPage(c, c.query),
  ),

  usersExport,

  page(
    'GET /admin/users/new',
    { claim, query: OfWorker, summary: 'The dialog that invites a person.' },
    (c) => {
      const { allRoles, ...shown } = c.read((db) => ({
        allRoles: listRolesWithClaims(db),
        workers: c.can('workers.write') ? workersToJoin(db) : undefined,
        worker: c.can('workers.write') ? findWorkerToInvite(db, c.query.worker) : undefined,
        zone: readZone(db),
      }))
      const seats = c.platform.read((db) => countSeats(db, c.person.accountid))
      const dialog = (
        <UserDialog
          roles={roleChoices(allRoles)}
          seats={seats}
          reach={linkReach(c)}
          handsover={canHandOverLink(c, shown.worker?.email ?? '')}
          waits={invitationWaits(c, shown.worker?.email ?? '')}
          {...shown}
        />
      )
      return dialogReply(c, dialog, () => userListPage(c))
    },
  ),

  page(
    'GET /admin/users/email',
    { summary: 'Whether an address has been invited already.', claim, query: UserList },
    (c) => {
      const { rows, total } = findPage(c, {
        ...c.query,
        archived: false,
        confirmed: true,
        skip: 0,
        take: MAX_WRITTEN,
      })
      const people = rows.filter(canBeWrittenTo).map((row) => presentPerson(row, []))
      return dialogReply(c, <EmailDialog people={people} more={total - rows.length} />, () => userListPage(c))
    },
  ),

  page('GET /admin/users/:id', { claim, params: ById, summary: 'The dialog of a person.' }, (c) =>
    dialogReply(c, userDialog(c, c.params.id), () => userListPage(c)),
  ),
]
