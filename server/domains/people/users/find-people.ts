import { listPeople, type PeopleQuery, type SeatRow } from '#db/queries/platform/seats.ts'
import { lastActive } from '#server/access/last-active.ts'
import type { Context } from '#server/http/context.ts'

export function findPeople(c: Context, query: PeopleQuery) {
  const { accountid } = c.person
  const { rows, total } = c.platform.read((db) => listPeople(db, accountid, query))
  const seen = ({ id: userid, seenutc }: SeatRow) =>
    lastActive(c.services.platform, { userid, accountid, seenutc })
  return { rows: rows.map((row) => ({ ...row, seenutc: seen(row) })), total }
}
