import { ARCHIVED, COMPLETE, INVOICED } from '#db/job-status.ts'
import { findJobPlace, hasFixedPrice } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { makesStock, movesStock } from '#server/domains/work/deliveries/consign.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import type { CreditedLine } from './credit-lines.ts'
import { countGoods } from './line-goods.ts'

type Credited = { jobid: string | null; lines: readonly CreditedLine[]; again: boolean }

/** What a credit note would make of the job of its invoice; nothing where that depends on what else is left of it. */
export function sayJobAfter(db: TenantDb, { jobid, lines, again }: Credited): string {
  const status = jobid === null ? undefined : findJobPlace(db, jobid)?.status
  if (!jobid || !status || ![COMPLETE, INVOICED, ARCHIVED].includes(status)) return ''
  const fixedprice = again && hasFixedPrice(db, jobid)
  const opens = again && lines.some((line) => isOpenAfter(line, fixedprice))
  if (status === COMPLETE && !opens) return ''
  const isBack = opens && status === INVOICED
  const where = isBack ? `goes back to ${statusName(db, COMPLETE)}` : `stays ${statusName(db, status)}`
  const next = opens ? ', and can be invoiced again' : ''
  const isArchived = status === ARCHIVED
  const said = `The job ${where}${next}${next && isArchived ? ' once it is restored' : ''}.`
  return isArchived && isOfUsed(db, lines)
    ? `${said} What it used can come back into stock once it is restored.`
    : said
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
