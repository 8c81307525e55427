import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { restoreInputs } from '#server/domains/catalogue/inputs/change-inputs.ts'
import { Problem } from '#server/errors.ts'
import type { WrittenRecord } from '#server/import/write/undo-log.ts'
import type { Undo } from './undo-plan.ts'

/** The last first, as the file may have made a product of what it made before. */
export const billSteps = (tx: Tx, undo: Undo): WriteStep[] =>
  undo.bills.toReversed().map((record) => () => restoreBill(tx, record, undo))

/** What somebody changed since stays as it is. */
function restoreBill(tx: Tx, { id, before }: WrittenRecord, { result, entries }: Undo) {
  const [rows, seen] = [String(before?.rows ?? ''), String(before?.seen ?? '')]
  try {
    restoreInputs(tx, id, { rows, seen })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    result.skipped += 1
    return
  }
  result[rows ? 'restored' : 'removed'] += 1
  entries.push(['inventory', id, '', 'import undone', '', 'inputs'])
}
