import { randomUUIDv7 } from 'bun'
import { insertRow } from '#db/queries/settings/import.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { WrittenRecord } from './undo-log.ts'

type Origin = { line: number; dryRun: boolean; written: WrittenRecord[] }

export function createPricingGroup(tx: Tx, name: string, { line, dryRun, written }: Origin): string {
  const id = randomUUIDv7()
  if (dryRun) return id
  const { table } = getRecordType('pricinggroups')
  insertRow(tx.db, table, { name, id, createdutc: tx.now, updatedutc: tx.now })
  recordHistory(tx, table, id, [{ field: 'imported', oldvalue: '', newvalue: `line ${line}` }])
  written.push({ table, id, version: 1 })
  return id
}
