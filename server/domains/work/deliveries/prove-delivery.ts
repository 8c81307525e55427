import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import { delivery_lines } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { updateById } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { parseSignature } from '#server/signature.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { missing } from '#views/ui/field-rules.ts'
import { issuedDelivery, storeState } from './after-issue.ts'
import { recordOnJobs } from './record-delivery.ts'

export type Proof = {
  name?: string
  signature?: unknown
  /** When it was handed over, where that is written down later. */
  time?: string
  remarks?: { lineid: string; remark: string }[]
}

/** Who received what a note names, when, and what was short or damaged. @throws as `issuedDelivery`, 409, 400 by field */
export function proveDelivery(tx: Tx, viewer: Viewer, id: string, proof: Proof, version?: number) {
  const { delivery } = issuedDelivery(tx, viewer, id, version)
  const { number, state } = delivery
  if (state !== 'issued')
    throw new Problem(409, `${number} was ${state} before: its proof stays as it is.`, { code: 'proven' })
  const name = proof.name?.trim()
  if (!name) throw invalid({ 'proof.name': missing.receiver })
  const signature = parseSignature(proof.signature, 'proof.signature')
  const deliveredutc = proof.time ? new Date(proof.time).toISOString() : tx.now
  if (deliveredutc > tx.now) throw invalid({ 'proof.time': 'Goods cannot be received after now.' })
  const dayOf = (instant: string) => todayIn(readZone(tx.db), new Date(instant))
  if (delivery.issuedutc && dayOf(deliveredutc) < dayOf(delivery.issuedutc))
    throw invalid({ 'proof.time': `Goods cannot be received before the day that ${number} was issued.` })
  const lines = listDeliveryLines(tx.db, id)
  for (const [at, { lineid, remark }] of (proof.remarks ?? []).entries()) {
    if (!lines.some((line) => line.id === lineid))
      throw invalid({ [`proof.remarks.${at}.lineid`]: 'This line is not on the note.' })
    updateById(tx.db, delivery_lines, lineid, { remark })
  }
  storeState(tx, delivery, {
    state: 'delivered',
    deliveredutc,
    receivedby: name,
    signature: signature ? JSON.stringify(signature) : null,
    provenby: tx.by.name,
  })
  const how = signature ? `received and signed by ${name}` : `received by ${name}`
  recordHistory(tx, 'deliveries', id, [{ field: 'state', oldvalue: 'issued', newvalue: `delivered: ${how}` }])
  recordOnJobs(
    tx,
    id,
    lines.map(({ jobid }) => jobid),
    `${number} ${how}`,
  )
}
