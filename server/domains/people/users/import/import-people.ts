import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { findSeat } from '#db/queries/platform/seats.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import type { PlatformTx } from '#db/types.ts'
import { changePerson } from '#server/domains/people/users/change-person.ts'
import { invitePerson } from '#server/domains/people/users/invite-person.ts'
import type { Manager } from '#server/domains/people/users/permit-change.ts'
import { invalid } from '#server/errors.ts'
import { parseBoolean } from '#server/import/index.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'
import { DryRunRollback, forEachRowInSteps, type UserSheet } from './read-sheet.ts'

/** Those of the list's own export, so that what went out can come back. */
export const PEOPLE_COLUMNS = ['email', 'firstname', 'lastname', 'phone', 'roles', 'seat', 'archived']
const LENGTHS: Record<string, number> = { email: 250, firstname: 80, lastname: 80, phone: 60 }

export type PeopleCounts = { rows: number; invited: number; changed: number; unchanged: number }

/**
 * Names and roles that the file gives take the place of those of people who are here already; who is archived stays
 * so. All rows, or none. @throws 400 with every problem by row; DryRun with the counts when only looking
 */
export async function importPeople(
  tx: PlatformTx,
  post: MailContext,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  sheet: UserSheet,
  dryrun: boolean,
): Promise<{ counts: PeopleCounts; changed: string[] }> {
  const counts = { rows: sheet.rows.length, invited: 0, changed: 0, unchanged: 0 }
  const changed: string[] = []
  const lines = new Map<string, number>()
  await forEachRowInSteps(sheet, ({ line, cells }) => {
    for (const [column, most] of Object.entries(LENGTHS))
      if ((cells[column] ?? '').length > most)
        throw invalid({ [column]: `It may have at most ${most} characters.` })
    const email = parseEmail(cells.email ?? '')
    if (!email) throw invalid({ email: 'This is not an e-mail address.' })
    const before = lines.get(email)
    if (before) throw invalid({ email: `${email} stands in line ${before} already.` })
    lines.set(email, line)
    if (truth('archived', cells)) {
      counts.unchanged++
      return
    }
    const given = {
      email,
      firstname: cells.firstname || undefined,
      lastname: cells.lastname || undefined,
      phone: cells.phone || undefined,
      roles: cells.roles ? roleIds(allRoles, cells.roles) : undefined,
      licensed: truth('seat', cells),
    }
    const user = userByEmail(tx.db, email)
    const seat = user && findSeat(tx.db, by.accountid, user.id)
    if (!seat || seat.archived) {
      invitePerson(tx, post, by, allRoles, given)
      counts.invited++
      return
    }
    const { email: _, ...values } = given
    const after = changePerson(tx, by, allRoles, seat.id, values)
    const same = after.userversion === seat.userversion && after.seatversion === seat.seatversion
    counts[same ? 'unchanged' : 'changed']++
    if (after.seatversion !== seat.seatversion) changed.push(seat.id)
  })
  if (dryrun) throw new DryRunRollback(counts)
  return { counts, changed }
}

function truth(column: 'seat' | 'archived', cells: Record<string, string>): boolean | undefined {
  const cell = cells[column]
  if (!cell) return
  const value = parseBoolean(cell)
  if (value === undefined) throw invalid({ [column]: `“${cell}” is neither yes nor no.` })
  return value
}

function roleIds(allRoles: readonly RoleWithClaims[], cell: string): string[] {
  const names = cell.split(/[;,|]/).map((name) => name.trim())
  return names.filter(Boolean).map((name) => {
    const role = allRoles.find((one) => !one.archived && one.name.toLowerCase() === name.toLowerCase())
    if (!role) throw invalid({ roles: `There is no role named ${name}.` })
    return role.id
  })
}
