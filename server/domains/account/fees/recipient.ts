import { defaultOrganisation } from '#db/queries/settings/organisations.ts'
import type { Tenants } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { organisationParty } from '#server/documents/parties.ts'
import { logFailure } from '#server/log.ts'

type Recipient = { words: string; addressed: boolean }

/** Who pays, with the address and VAT number that a tax invoice above R 5 000 must name (VAT Act, section 20(4)). */
export function findRecipient(db: TenantDb): Recipient | undefined {
  const organisation = defaultOrganisation(db)
  if (!organisation) return
  const { name, addresslines = [], vatnumber } = organisationParty(organisation)
  const address = [name, ...addresslines].join(', ')
  return {
    words: vatnumber ? `${address}. VAT number ${vatnumber}` : address,
    addressed: addresslines.length > 0,
  }
}

/**
 * Undefined while no address is known: the invoice is then completed when printed. A file that cannot be opened
 * keeps no payment from being booked.
 */
export function readRecipient(tenants: Tenants, accountid: string): string | undefined {
  try {
    const recipient = tenants.look(accountid, findRecipient)
    return recipient?.addressed ? recipient.words : undefined
  } catch (error) {
    logFailure(`who pays for account ${accountid}`, error)
  }
}
