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
}: ProposalRow): string {
  const { before, received, demanded, projected, safety, net, quantity, minimum, packsize } = arithmetic
  const units = (millionths: number) => formatQuantity(millionths, item.unit)
  const lot = [minimum && `at least ${units(minimum)}`, packsize && `in packs of ${units(packsize)}`]
  return [
    `${shortDate(needed)}: ${units(before)} there + ${units(received)} coming − ${units(demanded)} needed = ${units(projected)}.`,
    `${safety > 0 ? `${units(safety)} must stay, so ` : ''}${units(net)} missing${lot.some(Boolean) ? `, ${lot.filter(Boolean).join(', ')}` : ''}: order ${units(quantity)}.`,
    `For ${[...pegs.map((peg) => `${peg.label} ${units(peg.quantity)}`), surplus > 0 && `left over ${units(surplus)}`].filter(Boolean).join(', ')}.`,
    `${lead} working days before: order by ${shortDate(orderday)}.`,
  ].join('\n')
}
