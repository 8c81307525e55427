import type { DocumentLine } from './types.ts'

const ONE = 1_000_000

/** As a line is read: quantity times rate, and apart from it what a changed price makes of what was invoiced before. */
export function splitEarlier({ earlier, ...line }: DocumentLine): DocumentLine[] {
  if (!earlier) return [line]
  const { net, vat, total } = line
  const own = { net: net - earlier.net, vat: vat - earlier.vat, total: total - earlier.total }
  const { description, vatrate, exempt } = line
  return [
    { ...line, ...own },
    {
      description: `Price change on what was invoiced before: ${description}`,
      ...{ quantity: ONE, rate: earlier.net * 100, vatrate, ...earlier },
      ...(exempt && { exempt }),
    },
  ]
}
