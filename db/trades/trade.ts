type Step = { lane: number; name: string; instruction: string }
type Item = { code: string; name: string; unit: string; category: string; cost: number; markup: number }

export type Trade = {
  name: string
  board: string
  /** Of the lanes 1 to 4; without them the standard ones. */
  lanes?: string[]
  itemcategories: { name: string; class?: number; nonpickable?: boolean }[]
  jobcategories: { name: string; colour: string; steps: Step[] }[]
  items: Item[]
  estimatedays: number
  estimateterms: string
  /** From the day of the invoice, which prints the day; 0: due at once. */
  paymentdays: number
  invoiceterms: string
  /** By kind of document. */
  documents: Record<string, { intro?: string; terms?: string; foot?: string }>
  /** The first job; its lines by the codes of items. */
  job: { description: string; category: string; lines: { code: string; quantity: number }[] }
}
