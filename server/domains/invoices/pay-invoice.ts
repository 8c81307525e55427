import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { paymentsOf } from '#db/queries/invoices.ts'
import { invoice_payments, invoices, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Sight } from '#server/domains/boards/sight.ts'
import { touchJob } from '#server/domains/jobs/touch-job.ts'
import { invalid, Problem } from '#server/errors.ts'
import { remember } from '#server/history.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents, DecimalError, parseCents } from '#server/money/decimal.ts'
import { find } from '#server/records.ts'
import { todayIn, zoneOf } from '#server/zone.ts'
import { rand } from '#views/format.ts'
import { seenInvoice } from './find-invoice.ts'
import { tell } from './save-draft.ts'

/** `date` defaults to today in the tenant's zone. */
export type Payment = { date?: string | null; amount: Cents; reference?: string }

/**
 * Books money that was received for an issued invoice; once nothing is left to pay, its job counts as paid.
 * @throws 404, 400 for a draft, a credit note, an amount that is not above zero or more than is still due
 */
export function payInvoice(tx: Tx, sight: Sight, id: string, { date, amount, reference = '' }: Payment) {
  const { invoice } = seenInvoice(tx.db, sight, id)
  if (invoice.kind !== 'invoice' || invoice.state !== 'issued')
    throw new Problem(400, 'Only an issued invoice that is not credited can be paid.', { code: 'notissued' })
  const today = todayIn(zoneOf(tx.db), new Date(tx.now))
  if (date && date > today) throw invalid({ date: 'A payment cannot be dated after today.' })
  const due = asCents(invoice.totalcents - sumCents(paymentsOf(tx.db, id).map((one) => one.amountcents)))
  checkAmount(amount, due)
  const row = { id: randomUUIDv7(), invoiceid: id, date: date ?? today, amountcents: amount, reference }
  tx.db
    .insert(invoice_payments)
    .values({ ...row, userid: tx.by.userid, createdutc: tx.now })
    .run()
  const change = { field: 'payment', oldvalue: '', newvalue: rand(amount) }
  remember(tx, 'invoices', id, [change], reference)
  tx.db
    .update(invoices)
    .set({ version: invoice.version + 1, updatedutc: tx.now })
    .where(eq(invoices.id, id))
    .run()
  tell(tx, id, invoice.jobid, [{ ...change, newvalue: `${change.newvalue} for ${invoice.number}` }])
  if (invoice.jobid && amount === due) setPaid(tx, invoice.jobid, true)
}

/** What was typed as an amount in rand, in cents. @throws 400 by field */
export function amountOf(input: number | string): Cents {
  try {
    return parseCents(input, 'amount')
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ amount: error.message }) : error
  }
}

function checkAmount(amount: Cents, due: Cents) {
  if (amount <= 0) throw invalid({ amount: 'The amount must be above zero.' })
  if (amount > due)
    throw invalid({
      amount:
        due > 0 ? `Only ${rand(due)} is still due, so no more can be paid.` : 'This invoice is paid in full.',
    })
}

/** Marks a job as paid or not, with its history entry. */
export function setPaid(tx: Tx, jobid: string, paid: boolean) {
  if (find(tx.db, jobs, jobid).paid === paid) return
  tx.db.update(jobs).set({ paid }).where(eq(jobs.id, jobid)).run()
  const words = (yes: boolean) => (yes ? 'yes' : 'no')
  remember(tx, 'jobs', jobid, [{ field: 'paid', oldvalue: words(!paid), newvalue: words(paid) }])
  touchJob(tx, jobid)
}
