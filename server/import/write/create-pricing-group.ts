import { randomUUIDv7 } from 'bun'
import { insertRow } from '#db/queries/settings/import.ts'
import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { WrittenRecord } from './undo-log.ts'

type Sinks = { steps: WriteStep[]; written: WrittenRecord[] }

export function createPricingGroup(tx: Tx, name: string, line: number, { steps, written }: Sinks): string {
  const id = randomUUIDv7()
  const { table } = getRecordType('pricinggroups')
  steps.push(() => {
    insertRow(tx.db, table, { name, id, createdutc: tx.now, updatedutc: tx.now })
    recordHistory(tx, table, id, [{ field: 'imported', oldvalue: '', newvalue: `line ${line}` }])
    written.push({ table, id, version: 1 })
  })
  return id
}
