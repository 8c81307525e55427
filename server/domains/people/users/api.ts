import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { findPeople } from './find-people.ts'
import { UserList } from './input.ts'
import { presentPerson } from './present.ts'

const claim = 'users.manage'

export const usersApi: Route[] = [
  api('GET /api/users', { claim, query: UserList, summary: 'The people of the account.' }, (c) => {
    const { status, ...query } = c.query
    const { rows, total } = findPeople(c, { ...query, status: status || undefined })
    const allRoles = c.read(listRolesWithClaims)
    return dataReply(
      rows.map((row) => presentPerson(row, allRoles)),
      { total },
    )
  }),
]
