import { roleFacts } from '#db/queries/people/role-facts.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { needsSignIn } from '#server/access/needs-sign-in.ts'
import { seatsOf } from '#server/access/seats.ts'
import { hideAccount } from '#server/access/switch-account.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { seatIn } from '#server/domains/people/users/change-person.ts'
import { presentPerson } from '#server/domains/people/users/present.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { menuFor } from '#server/menu.ts'
import { labelsOf } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { changeMyself } from './change-myself.ts'
import { changePassword } from './change-password.ts'
import { Hide, HideBody, Myself, NewPassword } from './input.ts'

/** What everybody may open, whatever their roles. */
const ALWAYS = ['/', '/account', '/account/profile', '/applink']

/** The paths that the person's menu leads to (specification 1, section 6). */
function routesOf(services: Services, c: Context): string[] {
  const owneronly = c.person.platformowner && !services.config.singleaccount
  return c.read((db, viewer) => {
    const seen = viewer.boards
    const boards = menuBoards(db).filter(({ id }) => seen.has(id))
    const groups = menuFor(c.can, labelsOf(db), boards, { path: '' }, owneronly)
    return [...new Set([...ALWAYS, ...groups.flatMap(({ links }) => links.map(({ href }) => href))])]
  })
}

function readMyself(services: Services, c: Context) {
  const { person } = c
  const facts = c.read(roleFacts)
  const found = c.platform.read((db) => ({
    seat: seatIn(db, person.accountid, person.userid),
    subscriptions: listUserAccounts(db, person.userid),
    seats: c.can('users.manage') || c.can('account.manage') ? seatsOf(db, person.accountid) : null,
  }))
  const { firstname, lastname, name, email, phone, picture, version, licensed } = presentPerson(
    found.seat,
    facts,
  )
  return {
    id: person.userid,
    version,
    firstname,
    lastname,
    name,
    email,
    phone,
    picture,
    accountid: person.accountid,
    account: { id: person.accountid, name: person.accountname },
    roles: person.roles,
    claims: [...person.claims],
    routes: routesOf(services, c),
    subscriptions: found.subscriptions.map((one) => ({
      id: one.id,
      name: one.name,
      hide: Boolean(one.hide),
    })),
    licence: { licensed, seats: found.seats },
    utcexpires: person.utcexpires,
  }
}

export const myselfApi: Route[] = [
  api(
    'GET /api/users/myself',
    { claim: 'seat', summary: 'Who is signed in, in which account, with which rights.' },
    (c) => readMyself(c.services, c as Context),
  ),

  api(
    'PATCH /api/users/myself',
    {
      claim: 'seat',
      body: Myself,
      evenexpired: true,
      summary: 'My name and phone. A new e-mail needs my `password`, and counts once its link was used.',
    },
    async (c) => {
      if (c.body.email !== undefined) needsSignIn(c as Context)
      const message = await changeMyself(c.services, c.person, c.body)
      await syncMembershipsNow(c.services)
      return data(readMyself(c.services, c as Context), { message })
    },
  ),

  api(
    'PATCH /api/users/:id/changepassword',
    {
      claim: 'seat',
      params: ById,
      body: NewPassword,
      evenexpired: true,
      summary: 'My own password; every other session of mine ends.',
    },
    async (c) => {
      needsSignIn(c as Context)
      for (const sessionid of await changePassword(c.services, c.person, c.params.id, {
        ...c.body,
        address: c.meta.address,
      }))
        c.services.hub.closeSession(sessionid)
      return data({ id: c.person.userid }, { message: 'Your password has been changed successfully' })
    },
  ),

  api(
    'PATCH /api/users/account',
    {
      claim: 'seat',
      query: Hide,
      body: HideBody,
      evenexpired: true,
      summary: 'Hides one of my accounts from the switcher, or shows it again.',
    },
    (c) => {
      const { accountid = c.body?.accountid ?? c.body?.id ?? c.person.accountid } = c.query
      const hide = c.query.hide ?? c.body?.hide ?? true
      return c.platform.write((tx) => {
        hideAccount(tx, c.person.userid, accountid, hide)
        return { id: accountid, hide }
      })
    },
  ),

  api(
    'GET /api/users/reporting/token',
    {
      claim: 'reports.read',
      summary: 'A token for the report viewer: it reads, for 15 minutes, and opens no call.',
    },
    async (c) => {
      const { userid, sessionid, accountid } = c.person
      return c.services.bearer.reports.sign({ sub: userid, sid: sessionid, acc: accountid })
    },
  ),
]
