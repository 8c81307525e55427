import { randomUUIDv7 } from 'bun'
import { issueContext, issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { type DeliveryInput, draftFields } from './change-delivery.ts'
import type { DraftInput } from './check-draft.ts'
import { planDelivery, planNewDelivery, storeDelivery } from './issue-delivery.ts'
import { storeDraftChange, storeNewDelivery } from './save-draft.ts'
import type { DeliverySnapshot } from './snapshot.ts'

/** Is given what of it is not there and what stock is below zero, and stands in the transaction. */
type Answer<T> = (note: { id: string; number: string }, short: readonly string[]) => T

const printing = (c: Context) =>
  issueContext(c, (data: DeliverySnapshot) =>
    print(c.services.files, c.person, { document: 'deliverynote', data }),
  )

/** @throws as `planDelivery`, 403 */
export const issueDelivery = <T>(c: Context, id: string, input: DeliveryInput, answer: Answer<T>) =>
  issueDocument(
    printing(c),
    (db, viewer, now) => {
      // Of several that are issued after the answer, a right may be gone by its turn.
      if (!viewer.claims.has('delivery.write')) throw forbidden()
      return planDelivery(db, viewer, id, now, draftFields(input))
    },
    (tx, planned, bytes, viewer) => {
      storeDraftChange(tx, id, planned.draft, planned.before)
      const warnings = storeDelivery(tx, viewer, planned, bytes)
      return answer({ id, number: planned.number }, [...planned.short, ...warnings])
    },
  )

/** Makes a note and issues it, as one change. @throws as `planNewDelivery` */
export function makeAndIssue<T>(c: Context, input: DraftInput, answer: Answer<T>) {
  const id = randomUUIDv7()
  return issueDocument(
    printing(c),
    (db, viewer, now) => planNewDelivery(db, viewer, id, now, input),
    (tx, planned, bytes, viewer) => {
      storeNewDelivery(tx, planned.draft, id)
      const warnings = storeDelivery(tx, viewer, planned, bytes)
      return answer({ id, number: planned.number }, [...planned.short, ...warnings])
    },
  )
}
