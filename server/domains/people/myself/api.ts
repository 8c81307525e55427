import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { countSeats } from '#server/access/seats.ts'
import { getSeat } from '#server/domains/people/users/change-person.ts'
import { presentPerson } from '#server/domains/people/users/present.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { api, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'

/** The pages that the person may open (specification 1, section 6); `:id` stands for any record. */
function pagePaths(c: Context, routes: readonly Route[]): string[] {
  const isOpen = ({ claim }: Route) => claim === null || claim === 'seat' || c.can(claim)
  const paths = routes
    .filter((route) => route.kind === 'page' && route.method === 'GET' && isOpen(route))
    .map(({ path }) => path)
  const [ofBoards, others] = [paths.filter(isOfBoard), paths.filter((path) => !isOfBoard(path))]
  return c.read((db, viewer) => {
    const segment = jobsSegment(readLabels(db))
    const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
    const each = boards.flatMap(({ slug }) =>
      ofBoards.map((path) => path.replace(':jobs', segment).replace(':board', slug)),
    )
    return [...others, ...each]
  })
}

const isOfBoard = (path: string) => path.startsWith('/:jobs/:board/')

export function readMyself(c: Context, routes: readonly Route[]) {
  const { person } = c
  const allRoles = c.read(listRolesWithClaims)
  const found = c.platform.read((db) => ({
    seat: getSeat(db, person.accountid, person.userid),
    subscriptions: listUserAccounts(db, person.userid),
    seats: c.can('users.manage') || c.can('account.manage') ? countSeats(db, person.accountid) : null,
  }))
  const { firstname, lastname, name, email, phone, picture, version, licensed } = presentPerson(
    found.seat,
    allRoles,
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
    routes: pagePaths(c, routes),
    subscriptions: found.subscriptions.map((one) => ({
      id: one.id,
      name: one.name,
      hide: Boolean(one.hide),
    })),
    licence: { licensed, seats: found.seats },
    utcexpires: person.utcexpires,
  }
}

export const myselfApi = (routes: () => readonly Route[]): Route[] => [
  api(
    'GET /api/users/myself',
    {
      claim: 'seat',
      fornarrowkeys: true,
      summary: 'Who is signed in, in which account, with which rights.',
    },
    (c) => readMyself(c, routes()),
  ),

  api(
    'GET /api/users/reporting/token',
    {
      claim: 'reports.read',
      summary:
        'A token by which another program takes reports, for 15 minutes: it opens nothing else. Needs `records.export` too.',
    },
    async (c) => {
      if (!c.can('records.export')) throw forbidden()
      const { userid, sessionid, accountid } = c.person
      return c.services.bearer.reports.sign({ sub: userid, sid: sessionid, acc: accountid })
    },
  ),
]
