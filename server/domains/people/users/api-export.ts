import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import type { SeatRow } from '#db/queries/platform/seats.ts'
import type { ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { findPeople } from './find-people.ts'
import { UserList } from './input.ts'
import { presentPerson } from './present.ts'

const heads = ['E-mail', 'First name', 'Last name', 'Phone', 'Roles', 'Seat', 'Archived']
const columns: ExportColumn[] = heads.map((head) => ({ head }))

export const usersExport: Route = page(
  'GET /admin/users/export',
  {
    summary: 'A file of the people of the account.',
    claim: 'users.manage',
    query: object({ ...UserList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, role, status, ...query } = c.query
    const allRoles = c.read(listRolesWithClaims)
    const exportRow = (row: SeatRow) => {
      const { email, firstname, lastname, phone, roles, licensed, archived } = presentPerson(row, allRoles)
      return [email, firstname, lastname, phone, roles.map(({ name }) => name).join(', '), licensed, archived]
    }
    return exportReply(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.admin.users')),
      columns,
      batches: byPages(
        c,
        (_db, part) =>
          findPeople(c, {
            ...query,
            ...part,
            role: role || undefined,
            status: status || undefined,
          }).rows,
        ({ id }) => id,
        exportRow,
      ),
    })
  },
)
