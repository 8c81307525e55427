import { jobForPrint } from '#db/queries/documents.ts'
import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { planDeposits } from '#server/domains/sales/deposits/plan-deposits.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { type ChosenTimeGroups, chargeChosenTime } from '#server/domains/work/timesheet/charge-chosen-time.ts'
import { sumCents, totals } from '#server/money/amounts.ts'
import { asCents } from '#server/money/decimal.ts'
import { formatRand } from '#views/format.ts'
import type { Said } from './warn-at-once.ts'

/** What the invoice comes to once time is charged as chosen and all else is used as estimated, and what of it a deposit pays; of what is invoiced in part, nothing. */
export function sayAmount(db: TenantDb, jobid: string, chosen: ChosenTimeGroups): Said[] {
  if (
    invoicedByLine(db, [jobid])
      .values()
      .some(({ quantity }) => quantity !== 0)
  )
    return []
  const isFixed = hasFixedPrice(db, jobid)
  const { lines, added } = chargeChosenTime(db, jobid, chosen)
  const { total, vat } = totals([
    ...lines
      .filter(({ line }) => !line.nonbillable)
      .map(({ line, quoted, actual }) => (isFixed || line.consumed === 0 ? quoted : actual)),
    ...added,
  ])
  if (total <= 0)
    return [{ code: 'nothing', message: 'Nothing is charged yet: enter prices and quantities.' }]
  const sum = `The invoice comes to ${formatRand(total)}${vat > 0 ? ' with VAT' : ''}.`
  return [{ code: 'amount', message: sum }, ...sayDeposit(db, jobid, total)]
}

function sayDeposit(db: TenantDb, jobid: string, total: number): Said[] {
  if (listDepositsOfJob(db, jobid).every(({ held }) => held <= 0)) return []
  const print = jobForPrint(db, jobid)
  if (!print) return []
  const named = [print.job.organisation, print.boardorganisation]
  const organisation = resolveOrganisation(db, { asked: undefined, named }).id
  const applied = planDeposits(db, { jobid, organisation, client: print.job.client, total })
  const held = sumCents(applied.map(({ amount }) => asCents(amount)))
  if (held === 0) return []
  const left = asCents(total - held)
  const asked = left > 0 ? `${formatRand(left)} is left to pay` : 'nothing is left to pay'
  return [{ code: 'deposit', message: `The deposit of ${formatRand(held)} is taken off: ${asked}.` }]
}
