import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid } from '#server/errors.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import type { LineQuantity } from './after-issue.ts'
import { type Proof, proveDelivery } from './prove-delivery.ts'
import { type GoodsReturn, returnGoods } from './return-goods.ts'
import { changeDeliveryDraft, type DeliveryDraft } from './save-draft.ts'
import { sellConsigned } from './sell-consigned.ts'

export type DeliveryInput = DeliveryDraft &
  GoodsReturn & {
    status?: 'issued' | 'delivered' | 'returned'
    proof?: Proof
    sold?: LineQuantity[]
  }

/** What of the input is said of a draft. */
export const draftFields = ({
  organisation,
  client,
  location,
  storageid,
  ...rest
}: DeliveryInput): DeliveryDraft => {
  const { reference, waybill, carrier, lines, version } = rest
  return omitUndefined({
    ...{ organisation, client, location, storageid, reference, waybill, carrier, lines, version },
  })
}

/** All but issuing, which prints first. Returns what is to be said of stock. @throws as the rule that it comes to */
export function changeDelivery(tx: Tx, viewer: Viewer, id: string, input: DeliveryInput): string[] {
  const { status, version, proof, sold } = input
  if (status === 'delivered') {
    if (!proof) throw invalid({ proof: 'Say who received the goods.' })
    proveDelivery(tx, viewer, id, proof, version)
    return []
  }
  if (proof) throw invalid({ status: 'A proof goes with the status delivered.' })
  if (status === 'returned') return returnGoods(tx, viewer, id, input, version)
  if (input.returns) throw invalid({ status: 'What came back goes with the status returned.' })
  if (sold) return sellConsigned(tx, viewer, id, sold, version)
  changeDeliveryDraft(tx, viewer, id, draftFields(input))
  return []
}
