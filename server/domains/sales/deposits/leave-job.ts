import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { formatRand } from '#views/format.ts'
import type { DepositChoice } from './deposit-choices.ts'
import { creditDeposit, refundDeposit } from './settle-deposit.ts'

type Leaving = { id: string; act: 'archived' | 'removed'; choice: DepositChoice | undefined }

/**
 * Money that is held for a job is not lost from sight with it: whoever takes the job away says what becomes of it.
 * @throws what `leave` throws; 409 `deposits` with what is held, where nothing is said; 403 without the right to write invoices
 */
export function leaveWithDeposits<T>(
  tx: Tx,
  viewer: Viewer,
  { id, act, choice }: Leaving,
  leave: () => T,
): T {
  const held = listDepositsOfJob(tx.db, id).filter((deposit) => deposit.held > 0)
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
