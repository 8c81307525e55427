import { peekNumbers } from '#db/queries/sequences.ts'
import type { TenantDb } from '#db/types.ts'
import { parseNumber, seriesName } from '#server/documents/numbering.ts'
import type { XeroJson } from '#server/xero/client.ts'
import { isGoneThere, xeroNames } from './find-existing-document.ts'

const kinds = {
  Invoices: { kind: 'invoice', type: 'ACCREC' },
  CreditNotes: { kind: 'creditnote', type: 'ACCRECCREDIT' },
} as const

/**
 * Numbers of these documents of Xero that this account has yet to give: it was put back to a backup from before it gave
 * them. What came before its series began is older than the account, and nothing was lost of it.
 */
export function listUnknownNumbers(db: TenantDb, list: keyof typeof kinds, rows: readonly XeroJson[]) {
  const { kind, type } = kinds[list]
  const series = peekNumbers(db, seriesName(kind, ''))
  return rows.flatMap((row) => {
    const number = String(row[xeroNames[list].number] ?? '')
    const ahead = series.flatMap(({ prefix, next }) => {
      const at = parseNumber(kind, prefix ?? '', number)
      return at === null ? [] : [at >= (next ?? 1)]
    })
    const isOurs = row.Type === type && !isGoneThere(row) && ahead.length > 0
    return isOurs && ahead.every(Boolean) ? [number] : []
  })
}
