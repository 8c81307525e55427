import { tallyOrders } from '#db/queries/purchasing/orders.ts'
import type { Literal } from '#server/crud/literal.ts'
import { readToday } from '#server/zone.ts'

/** Goods that are on their way come all the same; what is not sent yet never will be. */
export const askOfOrders: Literal['askBeforeArchive'] = (db, { id, name }) => {
  const tally = tallyOrders(db, { supplier: String(id) }, readToday(db))
  const count = (...states: string[]) =>
    tally.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0)
  const [open, drafts] = [count('sent', 'part'), count('draft')]
  if (open + drafts === 0) return
  const waits = [
    open > 0 && `${open} purchase ${open === 1 ? 'order is' : 'orders are'} still open`,
    drafts > 0 && `${drafts} ${drafts === 1 ? 'draft is' : 'drafts are'} not sent`,
  ]
  return `${waits.filter(Boolean).join(', ')}. Archive ${name}? What is on its way can still be received; nothing more is ordered of them.`
}
