import { formatQuantity } from '#views/format.ts'
import type { DeliveryEvent, DeliveryLine } from './types.ts'

/** What became of goods that came back, to stand after those words. */
export const returnOutcomes: Record<Exclude<DeliveryEvent['kind'], 'sold'>, string> = {
  returned: '',
  restocked: ', put back into stock',
  mended: ', kept to be mended',
  scrapped: ', scrapped',
}

/** Of what a note delivers, what had come back before; millionths of the unit. */
export const describeRedelivered = (mended: number, instock: number, unit: string): string[] => [
  ...(mended > 0 ? [`${formatQuantity(mended, unit)} of it mended, which moves no stock`] : []),
  ...(instock > 0 ? [`${formatQuantity(instock, unit)} of it from stock again`] : []),
]

/** Of what a note delivers of an invoiced job, what nobody had booked. */
export const describeBooked = (
  { quantity, ismade, isdue }: NonNullable<DeliveryLine['booked']>,
  unit: string,
): string =>
  `${formatQuantity(quantity, unit)} of it booked as ${ismade ? 'made' : 'used'} by this note${isdue ? ', and then to be invoiced' : ''}`
