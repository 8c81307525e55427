import { and, eq } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import type { AccountRow } from '#db/queries/platform/accounts.ts'
import { seats } from '#db/schema/platform/platform.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { accountClaims, SYSTEMADMIN } from '#server/access/claims.ts'
import { invitePerson } from '#server/domains/people/users/invite-person.ts'
import type { Manager } from '#server/domains/people/users/permit-change.ts'
import { notFound } from '#server/errors.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'

export const operatorActor = (
  account: Pick<AccountRow, 'id' | 'name'>,
  by: { userid: string; name: string },
): Manager => ({
  userid: by.userid,
  name: `${by.name} (operator)`,
  accountid: account.id,
  accountname: account.name,
  roles: [SYSTEMADMIN],
  claims: new Set(accountClaims),
})

type NewSeat = { email: string; systemadmin?: boolean }

/** @throws 400 as an invitation does */
export const addSeatFor = (
  tx: PlatformTx,
  post: MailContext,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  { email, systemadmin }: NewSeat,
) =>
  invitePerson(tx, post, by, allRoles, {
    email,
    roles: allRoles.filter(({ name }) => systemadmin && name === SYSTEMADMIN).map(({ id }) => id),
  })

export function seatById(db: PlatformDb, id: string) {
  const seat = db
    .select({ accountid: seats.accountid, userid: seats.userid })
    .from(seats)
    .where(and(eq(seats.id, id), eq(seats.archived, false)))
    .get()
  if (!seat) throw notFound('seat')
  return seat
}

/** Also of a seat that was taken away. @throws 404 */
export function accountOfSeat(db: PlatformDb, id: string): string {
  const seat = db.select({ accountid: seats.accountid }).from(seats).where(eq(seats.id, id)).get()
  if (!seat) throw notFound('seat')
  return seat.accountid
}
