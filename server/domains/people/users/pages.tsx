import { listHistory } from '#db/queries/history.ts'
import { type RoleFact, roleFacts } from '#db/queries/people/role-facts.ts'
import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { listUserAccountIds } from '#db/queries/platform/seats.ts'
import { openSessions } from '#db/queries/platform/sessions.ts'
import { seatsOf } from '#server/access/seats.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogOver, saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { smtpFor } from '#server/mail/transport.ts'
import { pageTitle } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { zoneOf } from '#server/zone.ts'
import { UserDialog } from '#views/people/users/dialog.tsx'
import { EmailDialog } from '#views/people/users/email.tsx'
import { Users } from '#views/people/users/list.tsx'
import { sendReset, sendTo } from './api.ts'
import { usersExport } from './api-export.ts'
import { findPeople, manage } from './api-managing.ts'
import { archivePerson, restorePerson } from './archive-person.ts'
import { changePerson, seatIn } from './change-person.ts'
import { NewUser, UserChange, UserList, UserMessage } from './input.ts'
import { invitePerson } from './invite-person.ts'
import { type PresentedPerson, presentPerson } from './present.ts'
import { canBeWrittenTo } from './send-messages.ts'

const claim = 'users.manage'
const PAGE = 'pages.admin.users'
/** As many as one dialog can list and one sitting can write to. */
const MOST_WRITTEN = 500

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

const found = (services: Services, c: Context, { status, role, ...query }: Query) =>
  findPeople(services, c, { ...query, role: role || undefined, status: status || undefined })

/** The list, also behind a dialog that was opened by its own address. */
export function userListPage(services: Services, c: Context, query: Query = {}) {
  const { facts, title, zone } = c.read((db) => ({
    facts: roleFacts(db),
    title: pageTitle(db, PAGE),
    zone: zoneOf(db),
  }))
  const { rows, total } = found(services, c, query)
  const url = c.url.pathname === '/admin/users' ? c.url.pathname + c.url.search : '/admin/users'
  return view(
    <Users
      title={title}
      total={total}
      query={query}
      url={url}
      zone={zone}
      rows={rows.map((row) => presentPerson(row, facts))}
      roles={offered(facts)}
      seats={c.platform.read((db) => seatsOf(db, c.person.accountid))}
      canexport={c.can('records.export')}
    />,
    { title, page: PAGE },
  )
}

/** Roles to choose from; an archived one only where it is held still. */
const offered = (facts: readonly RoleFact[], held: readonly string[] = []) =>
  facts
    .filter((role) => !role.archived || held.includes(role.id))
    .map((role) => ({ value: role.id, label: role.name }))

function dialogOf(services: Services, c: Context, userid: string) {
  const { accountid } = c.person
  const now = services.clock().toISOString()
  const { facts, zone, history } = c.read((db) => ({
    facts: roleFacts(db),
    zone: zoneOf(db),
    history: c.can('history.read') ? listHistory(db, 'users', userid) : undefined,
  }))
  return c.platform.read((db) => {
    const person = presentPerson(seatIn(db, accountid, userid), facts)
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
        roles={offered(facts, held)}
        seats={seatsOf(db, accountid)}
        sessions={openSessions(db, now, userid, accountid)}
        keys={listApiKeys(db, userid, accountid)}
      />
    )
  })
}

/** Nobody waits for a mail that no server takes: who invites is told what is missing. */
function invited(services: Services, accountid: string, { email, status }: PresentedPerson): string {
  const { demo, development } = services.config
  // The first link of somebody new takes another way than what the account writes.
  const smtp = smtpFor(services, accountid, status === 'active' ? undefined : email)
  if (demo || development || smtp) return `An invitation is on its way to ${email}`
  if (smtpFor(services, accountid))
    return `${email} is invited. The mail waits until whoever runs this installation sets a mail server.`
  return `${email} is invited. The mail waits until a mail server is set under Account, Configuration.`
}

/** An unticked box of the form sends nothing, which means no. */
const ticked = <B extends { licensed?: boolean }>(body: B) => ({ ...body, licensed: body.licensed ?? false })

export const usersPages: Route[] = [
  page('GET /admin/users', { claim, query: UserList }, (c) =>
    userListPage(c.services, c as Context, c.query),
  ),

  usersExport,

  page('GET /admin/users/new', { claim }, (c) => {
    const { facts, zone } = c.read((db) => ({ facts: roleFacts(db), zone: zoneOf(db) }))
    const seats = c.platform.read((db) => seatsOf(db, c.person.accountid))
    const dialog = <UserDialog roles={offered(facts)} seats={seats} zone={zone} />
    return dialogOver(c, dialog, () => userListPage(c.services, c as Context))
  }),

  page('POST /admin/users', { claim, body: NewUser }, async (c) => {
    const person = await manage(c.services, c as Context, null, (tx, by, facts) => ({
      person: invitePerson(tx, c.services, by, facts, ticked(c.body)),
    }))
    return saved(invited(c.services, c.person.accountid, person), 'users')
  }),

  page('GET /admin/users/email', { claim, query: UserList }, (c) => {
    const { rows, total } = found(c.services, c as Context, {
      ...c.query,
      archived: false,
      confirmed: true,
      skip: 0,
      take: MOST_WRITTEN,
    })
    const people = rows.filter(canBeWrittenTo).map((row) => presentPerson(row, []))
    return dialogOver(c, <EmailDialog people={people} more={total - rows.length} />, () =>
      userListPage(c.services, c as Context),
    )
  }),

  page('POST /admin/users/email', { claim, body: UserMessage }, async (c) => {
    const { sent } = await sendTo(c.services, c as Context, c.body)
    return saved(`The mail is on its way to ${sent} ${sent === 1 ? 'person' : 'people'}`, 'users')
  }),

  page('GET /admin/users/:id', { claim, params: ById }, (c) =>
    dialogOver(c, dialogOf(c.services, c as Context, c.params.id), () =>
      userListPage(c.services, c as Context),
    ),
  ),

  page('PATCH /admin/users/:id', { claim, params: ById, body: UserChange }, async (c) => {
    const { name } = await manage(c.services, c as Context, c.params.id, (tx, by, facts) => ({
      person: changePerson(tx, by, facts, c.params.id, ticked(c.body)),
    })).catch(asFormErrors)
    return saved(`${name} saved`, 'users')
  }),

  page('POST /admin/users/:id/archive', { claim, params: ById }, async (c) => {
    const { name } = await manage(c.services, c as Context, c.params.id, (tx, by, facts) =>
      archivePerson(tx, by, facts, c.params.id),
    )
    return saved(`${name} archived`, 'users', `/admin/users/${c.params.id}/restore`)
  }),

  page('POST /admin/users/:id/restore', { claim, params: ById }, async (c) => {
    const { name } = await manage(c.services, c as Context, c.params.id, (tx, by, facts) => ({
      person: restorePerson(tx, by, facts, c.params.id),
    }))
    return saved(`${name} restored`, 'users')
  }),

  page('POST /admin/users/:id/resetpassword', { claim, params: ById }, async (c) => {
    const reply = await sendReset(c.services, c as Context, c.params.id)
    return saved(reply.kind === 'data' ? (reply.message ?? '') : '', 'users')
  }),
]
