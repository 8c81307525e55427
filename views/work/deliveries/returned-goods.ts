import { formatQuantity } from '#views/format.ts'
import type { DeliveryEvent } from './types.ts'

/** What became of what came back, after these words. */
export const fateWords: Record<Exclude<DeliveryEvent['kind'], 'sold'>, string> = {
  returned: '',
  restocked: ', put back into stock',
  mended: ', kept to be mended',
  scrapped: ', scrapped',
}

/** Of what a note takes, what had come back; millionths of the unit. */
export const sayAgain = (mended: number, instock: number, unit: string): string[] => [
  ...(mended > 0 ? [`${formatQuantity(mended, unit)} of it mended, which moves no stock`] : []),
  ...(instock > 0 ? [`${formatQuantity(instock, unit)} of it from stock again`] : []),
]
