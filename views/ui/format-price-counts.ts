import { counted } from '#views/format.ts'

/** How many prices and costs, with the verb, as in "2 prices and 1 cost are". */
export function formatPriceCounts(prices: number, costs: number): string {
  const said = [
    (prices > 0 || costs === 0) && counted(prices, 'price', 'prices'),
    costs > 0 && counted(costs, 'cost', 'costs'),
  ].filter(Boolean)
  return `${said.join(' and ')} ${prices + costs === 1 ? 'is' : 'are'}`
}
