import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import { type CoreFee, coreFeeByCode, coreFeeById } from '#db/queries/platform/fees.ts'
import { corefees } from '#db/schema/platform/payments.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { invalid, notFound } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { parseCents } from '#server/money/decimal.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { formatRand } from '#views/format.ts'
import { presentCoreFee } from './present.ts'

/** The smallest card payment that the provider takes, in cents. */
const LEAST = 500

type CoreFeeInput = {
  code: string
  name: string
  description?: string
  /** Rand a month. */
  amount: string | number
  size: number
  kind: 'plan' | 'addon'
  class: 'seats' | 'service'
  quantity?: number
  version?: number
}

/**
 * Who pays already goes on paying what they agreed to, until they choose anew. @throws naming the field, or 409
 */
export function saveCoreFee(tx: PlatformTx, userid: string, input: CoreFeeInput, id?: string): CoreFee {
  const { db, now } = tx
  const before = id ? coreFeeById(db, id) : undefined
  if (id && !before) throw notFound('fee')
  const values = checkCoreFee(input)
  if (before && input.version !== undefined && input.version !== before.version)
    throw versionConflict(presentCoreFee(before), asTyped(before), asTyped(values), formatCoreFeeField)
  const sameCode = coreFeeByCode(db, values.code)
  if (sameCode && sameCode.id !== id) throw invalid({ code: `${sameCode.name} has this code already.` })
  const row = before
    ? { ...before, ...values, version: before.version + 1, updatedutc: now }
    : { id: randomUUIDv7(), version: 1, archived: false, createdutc: now, updatedutc: now, ...values }
  if (before)
    db.update(corefees)
      .set(row)
      .where(and(eq(corefees.id, row.id), eq(corefees.version, before.version)))
      .run()
  else db.insert(corefees).values(row).run()
  recordAudit(tx, 'pricechanged', { userid, detail: `${row.code} ${row.name}: ${formatRand(row.amount)}` })
  return row
}

function checkCoreFee({ kind, amount: rand, quantity = 0, version: _, ...input }: CoreFeeInput) {
  const amount = parseCents(rand, 'amount')
  const code = input.code.toUpperCase()
  const primary = kind === 'plan'
  if (!/^[A-Z0-9-]+$/.test(code)) throw invalid({ code: 'A code has letters, digits and hyphens.' })
  if (primary && amount < LEAST)
    throw invalid({ amount: 'A plan costs at least R 5,00: less no card is charged.' })
  if (primary && (input.class !== 'seats' || quantity < 1))
    throw invalid({ quantity: 'A plan opens at least one seat.' })
  return {
    code,
    name: input.name,
    description: input.description ?? '',
    amount,
    size: input.size,
    class: input.class,
    quantity: input.class === 'seats' ? quantity : 0,
    primary,
    addon: !primary,
  }
}

type Priced = Pick<CoreFee, 'primary' | 'addon' | 'amount' | 'class'>

const asTyped = <F extends Priced>({ primary, addon: _, ...fee }: F) => ({
  ...fee,
  kind: primary ? 'plan' : 'addon',
})

const CHOICES: Record<string, string> = {
  plan: 'Plan',
  addon: 'Add-on',
  seats: 'Seats',
  service: 'A service, no seats',
}

function formatCoreFeeField(name: string, value: unknown): string {
  if (name === 'amount') return formatRand(Number(value))
  return name === 'kind' || name === 'class' ? (CHOICES[String(value)] ?? '') : formatPlainValue(name, value)
}

export function archiveCoreFee(tx: PlatformTx, userid: string, id: string, archived: boolean): CoreFee {
  const { db, now } = tx
  const fee = coreFeeById(db, id)
  if (!fee) throw notFound('fee')
  db.update(corefees)
    .set({ archived, version: fee.version + 1, updatedutc: now })
    .where(eq(corefees.id, id))
    .run()
  recordAudit(tx, 'pricechanged', {
    userid,
    detail: `${fee.code} ${fee.name}: ${archived ? 'archived' : 'restored'}`,
  })
  return { ...fee, archived }
}
