import { ARCHIVED, COMPLETE, INVOICED } from '#db/job-status.ts'
import { findJobPlace, hasFixedPrice } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { makesStock, movesStock } from '#server/domains/work/deliveries/consign.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import type { CreditedLine } from './credit-lines.ts'
import { countGoods } from './line-goods.ts'

type Credited = { jobid: string | null; lines: readonly CreditedLine[]; again: boolean; reason: string }

/** What a credit note would make of the job of its invoice; nothing where that depends on what else is left of it. */
export function sayJobAfter(db: TenantDb, { jobid, lines, again, reason }: Credited): string {
  const status = jobid === null ? undefined : findJobPlace(db, jobid)?.status
  if (!jobid || !status || ![COMPLETE, INVOICED, ARCHIVED].includes(status)) return ''
  const fixedprice = again && hasFixedPrice(db, jobid)
  const isDue = fixedprice && reason === 'error'
  const opens = again && lines.some((line) => isDue || isOpenAfter(line, fixedprice))
  if (status === COMPLETE && !opens) return ''
  const isBack = opens && status === INVOICED
  const where = isBack ? `goes back to ${statusName(db, COMPLETE)}` : `stays ${statusName(db, status)}`
  const next = opens ? ', and can be invoiced again' : ''
  const isArchived = status === ARCHIVED
  const said = `The job ${where}${next}${next && isArchived ? ' once it is restored' : ''}.${isDue ? sayInStock(lines) : ''}`
  return isArchived && isOfUsed(db, lines)
    ? `${said} What it used can come back into stock once it is restored.`
    : said
}

/** What a fixed price charges again, and is with nobody. */
function sayInStock(lines: readonly CreditedLine[]) {
  const instock = lines.flatMap(({ goods, printed: { unit, description } }) => {
    const quantity = goods ? countGoods(goods.after).instock : 0
    return quantity > 0 ? [`${formatQuantity(asQuantity(quantity), unit)} ${description}`] : []
  })
  return instock.length > 0 ? ` In stock, and still to be delivered: ${instock.join(', ')}.` : ''
}

/** What of it came back into stock is charged to nobody. */
function isOpenAfter({ goods, credit: { quantity } }: CreditedLine, fixedprice: boolean) {
  if (!goods) return false
  const { restocked, backbynote } = goods.credit
  return fixedprice ? quantity > restocked + backbynote : countGoods(goods.after).over < 0
}

const isOfUsed = (db: TenantDb, lines: readonly CreditedLine[]) =>
  linesByIds(
    db,
    lines.flatMap(({ materialid, credit }) => (credit.quantity > 0 && materialid) || []),
  ).some((line) => movesStock(line) && !makesStock(line))
