import { isWithin, locationById } from '#db/queries/contacts/locations.ts'
import { nameById } from '#db/queries/crud.ts'
import { clients, locations, users } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid, notFound } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { presentLocation } from './present.ts'

type Values = Partial<typeof locations.$inferInsert>

/** @throws when the client or the place that it is part of does not exist */
export function addLocation(tx: Tx, values: Values & { name: string }) {
  check(tx, values)
  const row = insert(tx, locations, { ...values, id: values.id || undefined })
  return publishLocation(tx, row)
}

export function changeLocation(tx: Tx, id: string, values: Values & { version?: number }) {
  const text = historyText(tx)
  const before = locationById(tx.db, id)
  if (!before) throw notFound('location')
  const { version, ...given } = values
  if (version !== undefined && version !== before.location.version)
    throw versionConflict(presentLocation(before), before.location, given, text)
  check(tx, given, id)
  return publishLocation(tx, updateRecord(tx, locations, id, given, text))
}

const historyText =
  ({ db }: Tx) =>
  (field: string, value: unknown): string => {
    if (field === 'client') return nameById(db, clients, value)
    if (field === 'parent') return nameById(db, locations, value)
    if (field === 'responsibilityid') return nameById(db, users, value)
    return formatPlainValue(field, value)
  }

function publishLocation(tx: Tx, row: typeof locations.$inferSelect) {
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'locations', id: row.id }])
  return row
}

function check({ db }: Tx, { client, parent, responsibilityid, contactemail }: Values, id?: string) {
  if (client) getRecord(db, clients, client, 'client')
  if (parent) checkParent(db, parent, id)
  if (responsibilityid) getRecord(db, users as never, responsibilityid, 'responsibilityid')
  if (contactemail && !/^[^\s@]+@[^\s@]+$/.test(contactemail))
    throw invalid({ contactemail: 'This is not an e-mail address.' })
}

/** A place cannot be part of itself, however far down. */
function checkParent(db: Tx['db'], parent: string, id?: string) {
  getRecord(db, locations, parent, 'parent')
  if (id && isWithin(db, parent, id)) throw invalid({ parent: 'A location cannot be part of itself.' })
}
