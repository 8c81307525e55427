import type { Delivery } from '#db/queries/work/deliveries.ts'
import type { TenantDb } from '#db/types.ts'
import { drawSignature, type Signature } from '#server/signature.ts'
import { readZone } from '#server/zone.ts'
import { type DeliverySnapshot, readDeliverySnapshot } from './snapshot.ts'

/** An issued note as it is printed today: once somebody received the goods, with who that was. */
export function readPrintedNote(db: TenantDb, delivery: Delivery): DeliverySnapshot {
  const { id, snapshot, deliveredutc } = delivery
  const received = deliveredutc ? readHandover(delivery, deliveredutc, readZone(db)) : undefined
  return { ...readDeliverySnapshot(snapshot), code: id, received }
}

/** Who received what a note names, as it is printed. */
export const readHandover = ({ receivedby, provenby, signature }: Delivery, time: string, zone: string) => ({
  ...{ name: receivedby, time, zone, by: provenby },
  signature: signature ? drawSignature(JSON.parse(signature) as Signature) : undefined,
})
