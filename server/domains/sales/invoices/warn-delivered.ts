import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { movesStock } from '#server/domains/work/deliveries/consign.ts'
import { listToBill } from '#server/domains/work/deliveries/to-bill.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import { sayToBill } from '#views/work/deliveries/say-to-bill.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'
import { jobBillableLines } from './billable-lines.ts'
import { countGoods } from './line-goods.ts'
import { chargePart, type Part } from './part.ts'
import { readLineGoods } from './read-goods.ts'

/** What a draft leaves out of what delivery notes say, and charges of what came back; a part leaves the rest for later. */
export function warnDelivered(db: TenantDb, jobid: string, part: Part | null): string[] {
  const charges = chargePart(jobBillableLines(db, jobid).lines, part)
  const lines = listToBill(db, jobid, new Map(charges.map(({ line, quantity }) => [line.id, quantity])))
  return [
    ...(part ? [] : say('Delivered and not charged', lines, ({ quantity }) => quantity)),
    ...say('Came back and is charged all the same', lines, ({ tocredit }) => tocredit),
    ...say('Came back to be mended and is charged all the same', lines, ({ tomend }) => tomend),
    ...warnUnbooked(db, jobid),
  ]
}

/** At a fixed price nobody need have said that it was used: it costs the job nothing, nor leaves stock, until somebody does. */
function warnUnbooked(db: TenantDb, jobid: string): string[] {
  if (!hasFixedPrice(db, jobid)) return []
  const ids = listDeliveredOfJob(db, jobid).map(({ materialid }) => materialid)
  const goodsOf = readLineGoods(db, ids)
  const words = linesByIds(db, ids).flatMap((line) => {
    const goods = goodsOf.get(line.id)
    const unbooked = goods && movesStock(line) && !goods.ismade ? -countGoods(goods).undelivered : 0
    return unbooked > 0 ? [`${formatQuantity(asQuantity(unbooked), line.unit)} ${line.description}`] : []
  })
  return words.length > 0
    ? [
        `Delivered and not booked as used: ${words.join(', ')}. Book it before this is issued: once all is invoiced nobody can, and it would stay in stock.`,
      ]
    : []
}

function say(label: string, lines: readonly ToBill[], count: (line: ToBill) => number): string[] {
  const words = lines.filter((line) => count(line) > 0).map((line) => sayToBill(line, count(line)))
  return words.length > 0 ? [`${label}: ${words.join(', ')}.`] : []
}
