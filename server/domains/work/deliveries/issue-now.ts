import { issueContext, issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { type DeliveryInput, draftFields } from './change-delivery.ts'
import { planDelivery, storeDelivery } from './issue-delivery.ts'
import { presentDelivery } from './present.ts'
import type { DeliverySnapshot } from './snapshot.ts'

type Issued = ReturnType<typeof presentDelivery>

/** `answer` is given what of it is not there and what stock is below zero, and stands in the transaction. @throws as `planDelivery`, 403 */
export const issueDelivery = <T>(
  c: Context,
  id: string,
  input: DeliveryInput,
  answer: (note: Issued, short: readonly string[]) => T,
) =>
  issueDocument(
    issueContext(c, (data: DeliverySnapshot) =>
      print(c.services.files, c.person, { document: 'deliverynote', data }),
    ),
    (db, viewer, now) => {
      // Of several that are issued after the answer, a right may be gone by its turn.
      if (!viewer.claims.has('delivery.write')) throw forbidden()
      return planDelivery(db, viewer, id, now, draftFields(input))
    },
    (tx, planned, bytes, viewer) => {
      const warnings = storeDelivery(tx, viewer, planned, draftFields(input), bytes)
      return answer(presentDelivery(tx.db, viewer, id), [...planned.short, ...warnings])
    },
  )
