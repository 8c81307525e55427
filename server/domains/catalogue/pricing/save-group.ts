import { findGroupByName } from '#db/queries/catalogue/pricing.ts'
import { pricinggroups } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { insert, updateRecord } from '#server/records.ts'

type Group = typeof pricinggroups.$inferSelect

export function addGroup(tx: Tx, values: { id?: string; name: string }): Group {
  refuseTwice(tx, values.name)
  return publishGroup(tx, insert(tx, pricinggroups, values))
}

/** Its clients stay in it, so that restoring brings everything back. @throws 404, 409 */
export function changeGroup(
  tx: Tx,
  id: string,
  values: { name?: string; archived?: boolean; version?: number },
): Group {
  if (values.name !== undefined) refuseTwice(tx, values.name, id)
  return publishGroup(tx, updateRecord(tx, pricinggroups, id, values))
}

function refuseTwice({ db }: Tx, name: string, except?: string) {
  const found = findGroupByName(db, name, except)
  if (!found) return
  const archived = found.archived ? ', an archived one' : ''
  throw invalid({ name: `Another pricing group has this name already${archived}.` })
}

function publishGroup(tx: Tx, row: Group): Group {
  tx.publish('RecordChanged', [{ table: 'pricinggroups', id: row.id }])
  return row
}
