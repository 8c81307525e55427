import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { countSeats } from '#server/access/seats.ts'
import { seatIn } from '#server/domains/people/users/change-person.ts'
import { presentPerson } from '#server/domains/people/users/present.ts'
import type { Context } from '#server/http/context.ts'
import { api, type Route } from '#server/http/route.ts'
import { menuFor } from '#server/menu.ts'
import { readLabels } from '#server/resources.ts'

/** What everybody may open, whatever their roles. */
const ALWAYS = ['/', '/account', '/account/profile', '/applink']

/** The paths that the person's menu leads to (specification 1, section 6). */
function menuPaths(c: Context): string[] {
  const owneronly = c.person.platformowner && !c.services.config.singleaccount
  return c.read((db, viewer) => {
    const seen = viewer.boards
    const boards = menuBoards(db).filter(({ id }) => seen.has(id))
    const groups = menuFor(c.can, readLabels(db), boards, { path: '' }, owneronly)
    return [...new Set([...ALWAYS, ...groups.flatMap(({ links }) => links.map(({ href }) => href))])]
  })
}

export function readMyself(c: Context) {
  const { person } = c
  const facts = c.read(listRolesWithClaims)
  const found = c.platform.read((db) => ({
    seat: seatIn(db, person.accountid, person.userid),
    subscriptions: listUserAccounts(db, person.userid),
    seats: c.can('users.manage') || c.can('account.manage') ? countSeats(db, person.accountid) : null,
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
    routes: menuPaths(c),
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
    (c) => readMyself(c),
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
