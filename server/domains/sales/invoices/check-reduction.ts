import { invalid } from '#server/errors.ts'

/** Whether a line is credited in money off its price, which takes no quantity back. */
export const isReduction = ({ credit }: { credit: { quantity: number } }) => credit.quantity === 0

/** VAT Act s21(1)(c), or (b) and (e) where what was varied or wrong is its price. @throws 400 by field */
export function checkReduction({ reason, again }: { reason?: string; again?: boolean }) {
  if (reason === 'returned' || reason === 'cancelled')
    throw invalid({
      reason:
        'Money off the price takes nothing back. For goods that came back choose lines or quantities; for a lower price choose the reason that the agreed price was changed.',
    })
  if (again) throw invalid({ again: 'What is taken off the price cannot be invoiced again.' })
}
