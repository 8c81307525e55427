import { purchaseorders } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid } from '#server/errors.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { updateRecord } from '#server/records.ts'
import { openSentOrder } from './after-sending.ts'
import { cancelOrder, closeShort, reopenOrder } from './close-order.ts'
import { getOrder } from './find-order.ts'
import { presentOrder } from './present.ts'
import { changeOrderDraft, type OrderDraft } from './save-draft.ts'
import { touchOrder } from './touch-order.ts'

export type OrderChangeInput = OrderDraft & {
  status?: 'sent' | 'closed' | 'cancelled'
  lineids?: string[]
}

/** What of the input is said of a draft. */
export const orderDraftFields = ({ status: _, lineids: __, ...draft }: OrderChangeInput): OrderDraft =>
  omitUndefined(draft)

/** All but sending a draft, which prints first. @throws as the rule that it comes to */
export function changeOrder(tx: Tx, viewer: Viewer, id: string, input: OrderChangeInput) {
  const { status, version, lineids } = input
  if (status === 'cancelled') return cancelOrder(tx, viewer, id, version)
  if (status === 'closed') return closeShort(tx, viewer, id, { lineids, version })
  if (status === 'sent') return reopenOrder(tx, viewer, id, { lineids, version })
  if (lineids) throw invalid({ status: 'Lines are closed or opened again by a status.' })
  if (getOrder(tx.db, id).state === 'draft') return changeOrderDraft(tx, viewer, id, orderDraftFields(input))
  changePromise(tx, viewer, id, input)
}

/** Of what was sent only the promise of the supplier changes. @throws as `openSentOrder`, 400 by field */
function changePromise(tx: Tx, viewer: Viewer, id: string, { version, expected, ...rest }: OrderChangeInput) {
  const { order } = openSentOrder(tx, viewer, id, version)
  const fixed = Object.keys(omitUndefined(rest)).find((name) => name !== 'lineids')
  if (fixed)
    throw invalid({
      [fixed]: `${order.number} was sent: only the day that the supplier promised can still change.`,
    })
  updateRecord(tx, purchaseorders, id, { version, expected }, undefined, () =>
    presentOrder(tx.db, viewer, id),
  )
  touchOrder(tx, id, [])
}
