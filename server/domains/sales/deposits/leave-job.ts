import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { issueDocuments } from '#server/documents/issue-document.ts'
import { issueInvoiceContext } from '#server/domains/sales/invoices/print-invoice.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { formatRand } from '#views/format.ts'
import type { DepositChoice } from './deposit-choices.ts'
import { planForfeit, storeForfeit } from './forfeit-deposit.ts'
import { creditDeposit, refundDeposit } from './settle-deposit.ts'

type Leaving = { id: string; act: 'archived' | 'removed'; choice: DepositChoice | undefined }
type Leave<T> = (tx: Tx, viewer: Viewer) => T

/**
 * Money that is held for a job is not lost from sight with it: whoever takes the job away says what becomes of it, and
 * that is one transaction with it. What is kept is invoiced, which is printed before.
 * @throws what `leave` throws; 409 `deposits` with what is held, where nothing is said; 403 without the right to write,
 * or to issue, invoices
 */
export const leaveWithDeposits = <T>(c: Context, leaving: Leaving, leave: Leave<T>): Promise<T> =>
  leaving.choice === 'keep'
    ? issueDocuments(
        issueInvoiceContext(c),
        (db, viewer, now) => planKept(db, viewer, leaving, now),
        (tx, kept, viewer) => {
          for (const { planned, bytes } of kept) storeForfeit(tx, planned, bytes)
          return leave(tx, viewer)
        },
      )
    : c.write((tx, viewer) => settleAndLeave(tx, viewer, leaving, () => leave(tx, viewer)))

const listHeld = (db: TenantDb, jobid: string) =>
  listDepositsOfJob(db, jobid).filter((deposit) => deposit.held > 0)

function planKept(db: TenantDb, viewer: Viewer, { id, act }: Leaving, now: Date) {
  const { reference } = getPermittedJob(db, viewer, id)
  const held = listHeld(db, id)
  if (held.length > 0 && !viewer.claims.has('invoices.issue')) throw forbidden()
  const reason = `${reference} ${act}`
  return held.map((deposit, at) => {
    const ahead = held.slice(0, at).filter(({ organisation }) => organisation === deposit.organisation).length
    return planForfeit(db, viewer, deposit.id, { reason, ahead }, now)
  })
}

/** Without keeping it. @throws as `leaveWithDeposits` */
export function settleAndLeave<T>(tx: Tx, viewer: Viewer, { id, act, choice }: Leaving, leave: () => T): T {
  const held = listHeld(tx.db, id)
  if (held.length === 0) return leave()
  if (choice === 'refund' || choice === 'credit') {
    if (!viewer.claims.has('invoices.write')) throw forbidden()
    const settle = choice === 'refund' ? refundDeposit : creditDeposit
    for (const deposit of held) settle(tx, viewer, deposit.id, { reason: `Job ${act}` })
  }
  const left = leave()
  if (choice) return left
  throw askAbout(viewer, held, act)
}

type Held = ReturnType<typeof listDepositsOfJob>[number]

function askAbout({ claims }: Viewer, held: readonly Held[], act: Leaving['act']) {
  const seesMoney = claims.has('invoices.read')
  const each = held.map((one) => (seesMoney ? `${one.number} (${formatRand(one.held)})` : one.number))
  return new Problem(
    409,
    `A deposit of this job is held: ${each.join(', ')}. Say what becomes of it before the job is ${act}.`,
    {
      code: 'deposits',
      data: {
        choices: [
          ...(claims.has('invoices.write') ? ['refund'] : []),
          ...(claims.has('invoices.issue') ? ['keep'] : []),
          ...(claims.has('invoices.write') && held.every(({ client }) => client) ? ['credit'] : []),
          'leave',
        ],
        deposits: held.map((one) => ({
          id: one.id,
          number: one.number,
          ...(seesMoney ? { held: toDecimal(one.held, 'cents') } : {}),
        })),
      },
    },
  )
}
