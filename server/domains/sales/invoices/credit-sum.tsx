import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { Problem } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { totals } from '#server/money/amounts.ts'
import { CreditSum, NoCreditSum } from '#views/sales/invoices/credit-sum.tsx'
import { chooseCreditLines, refuseUncreditable } from './credit-invoice.ts'
import { creditableLines } from './credit-lines.ts'
import { visibleInvoice } from './find-invoice.ts'
import { LineForm } from './input.ts'
import { DAMAGED } from './kinds.ts'
import { parseCredit } from './line-form.ts'
import { sayRestocked } from './restock-credited.ts'
import { sayJobAfter } from './say-job.ts'
import { readSnapshot } from './snapshot.ts'

/** Why not, as long as what is typed would be refused. */
function readSum(db: TenantDb, viewer: Viewer, id: string, fields: typeof LineForm.static) {
  const { invoice } = visibleInvoice(db, viewer, id)
  refuseUncreditable(invoice)
  const creditables = creditableLines(db, id, readSnapshot(invoice.snapshot).lines)
  try {
    const input = {
      ...parseCredit(fields),
      reason: fields.reason === DAMAGED ? 'returned' : (fields.reason ?? ''),
    }
    const lines = chooseCreditLines(db, viewer, { invoice, creditables, input })
    const ticked = input.lines?.some(({ quantity, restock }) => quantity != null && restock !== false)
    const sums = totals(lines.map(({ credit }) => credit.amounts))
    return {
      ...sums,
      number: invoice.number ?? '',
      restocked: sayRestocked(lines) || (ticked ? 'nothing' : ''),
      job: sayJobAfter(db, {
        ...{ jobid: invoice.jobid, lines, reason: input.reason },
        again: input.again ?? !input.lines,
      }),
    }
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

export const creditSum: Route = page(
  'POST /invoices/:id/credit/sum',
  {
    claim: 'invoices.issue',
    params: ById,
    body: LineForm,
    summary: 'What a credit note would take off, while it is typed.',
  },
  (c) => {
    const sum = c.read((db, viewer) => readSum(db, viewer, c.params.id, c.body))
    return fragment(typeof sum === 'string' ? <NoCreditSum why={sum} /> : <CreditSum {...sum} />)
  },
)
