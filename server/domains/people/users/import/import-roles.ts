import { roleByName } from '#db/queries/people/roles.ts'
import type { Tx } from '#db/tenants.ts'
import { type Claim, claims } from '#server/access/claims.ts'
import { allowClaim } from '#server/domains/people/roles/allow-claim.ts'
import type { Granter } from '#server/domains/people/roles/granter.ts'
import { addRole } from '#server/domains/people/roles/save-role.ts'
import { invalid } from '#server/errors.ts'
import { DryRunRollback, eachRow, type UserSheet } from './read-sheet.ts'

export const ROLE_COLUMNS = ['role', 'claim', 'allowed']

export type RoleCounts = { rows: number; added: number; allowed: number; denied: number; unchanged: number }

const YES = /^(|y|yes|true|1|x|allow|allowed)$/i
const NO = /^(n|no|false|0|deny|denied)$/i

/**
 * What the file does not name stays; a role that is not there yet is added. All rows, or none.
 * @throws 400 with every problem by row; DryRun with the counts when only looking
 */
export function importRoles(tx: Tx, granter: Granter, sheet: UserSheet, dryrun: boolean): RoleCounts {
  const counts = { rows: sheet.rows.length, added: 0, allowed: 0, denied: 0, unchanged: 0 }
  eachRow(sheet, ({ cells }) => {
    const { role: name = '', claim = '', allowed: word = '' } = cells
    if (!name) throw invalid({ role: 'This is required.' })
    if (name.length > 60) throw invalid({ role: 'It may have at most 60 characters.' })
    const allowed = YES.test(word) || !NO.test(word)
    if (!YES.test(word) && !NO.test(word)) throw invalid({ allowed: 'It must be yes or no.' })
    const known = parseClaim(claim)
    if (!known) throw invalid({ claim: `${claim || 'Nothing'} is not a claim.` })
    const found = roleByName(tx.db, name)
    const role = found ?? addRole(tx, granter, { name })
    if (!found) counts.added++
    const { changed } = allowClaim(tx, granter, { roleid: role.id, claim: known, allowed })
    counts[!changed ? 'unchanged' : allowed ? 'allowed' : 'denied']++
  })
  if (dryrun) throw new DryRunRollback(counts)
  return counts
}

function parseClaim(cell: string): string | undefined {
  const typed = cell.toLowerCase()
  return Object.keys(claims).find(
    (claim) => claim === typed || claims[claim as Claim].toLowerCase() === typed,
  )
}
