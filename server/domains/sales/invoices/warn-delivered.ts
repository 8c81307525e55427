import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { listUnbooked } from '#server/domains/work/deliveries/book-delivered.ts'
import { listToBill } from '#server/domains/work/deliveries/to-bill.ts'
import { formatQuantity } from '#views/format.ts'
import { sayToBill } from '#views/work/deliveries/say-to-bill.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'
import { jobBillableLines } from './billable-lines.ts'
import { chargePart, type Part } from './part.ts'

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

/** At a fixed price nobody need have said that it was used or made: it costs the job nothing, nor leaves stock, until somebody does. */
function warnUnbooked(db: TenantDb, jobid: string): string[] {
  const unbooked = hasFixedPrice(db, jobid) ? listUnbooked(db, jobid) : []
  const words = unbooked.map(
    ({ line, unit, quantity }) => `${formatQuantity(quantity, unit)} ${line.description}`,
  )
  return words.length > 0
    ? [`Delivered and not booked as used or made: ${words.join(', ')}. It is booked once all is invoiced.`]
    : []
}

function say(label: string, lines: readonly ToBill[], count: (line: ToBill) => number): string[] {
  const words = lines.filter((line) => count(line) > 0).map((line) => sayToBill(line, count(line)))
  return words.length > 0 ? [`${label}: ${words.join(', ')}.`] : []
}
