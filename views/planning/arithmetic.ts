import { formatQuantity, shortDate } from '#views/format.ts'
import type { ProposalRow } from './types.ts'

/** How a proposal came about, in one plain line after another. */
export function sayArithmetic({
  item,
  needed,
  arithmetic,
  pegs,
  surplus,
  lead,
  orderday,
  late,
  arrival,
}: ProposalRow): string {
  const { before, received, demanded, projected, safety, net, quantity, minimum, packsize } = arithmetic
  const units = (millionths: number) => formatQuantity(millionths, item.unit)
  const lot = [minimum && `at least ${units(minimum)}`, packsize && `in packs of ${units(packsize)}`]
  return [
    `${shortDate(needed)}: ${units(before)} there + ${units(received)} coming − ${units(demanded)} needed = ${units(projected)}.`,
    `${safety > 0 ? `${units(safety)} must stay, so ` : ''}${units(net)} missing${lot.some(Boolean) ? `, ${lot.filter(Boolean).join(', ')}` : ''}: order ${units(quantity)}.`,
    `For ${[...pegs.map((peg) => `${peg.label} ${units(peg.quantity)}`), surplus > 0 && `left over ${units(surplus)}`].filter(Boolean).join(', ')}.`,
    `${sayLead(lead)}: order by ${shortDate(orderday)}.`,
    late > 0 && `${formatDays(late)} late: ordered today, it comes ${shortDate(arrival)}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

const sayLead = (lead: number) =>
  lead === 0 ? 'Without a lead time' : `${lead} working ${lead === 1 ? 'day' : 'days'} before`

export const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
