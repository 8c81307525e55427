import { isTaken } from '#db/queries/crud.ts'
import { takeNumber } from '#db/queries/sequences.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'

const DIGITS = 4

/** The next free one of a series where none is given. @throws for an item without a code and a name */
export function codeOfNewItem({ db }: Tx, values: RecordValues): string {
  if (values.code) return String(values.code)
  if (!values.materialname && !values.make && !values.model)
    throw invalid({ materialname: 'Give the item a name or a code.' })
  for (;;) {
    const code = `I${String(takeNumber(db, 'item')).padStart(DIGITS, '0')}`
    if (!isTaken(db, inventory, 'code', code, '')) return code
  }
}

/** @throws when what an item is found by would be taken away */
export function keepCode(values: RecordValues): RecordValues {
  if (values.code === '') throw invalid({ code: 'This is required.' })
  return values
}
