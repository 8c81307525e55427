import { organisationById } from '#db/queries/documents.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { jobs, suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import { addressLines, organisationParty, type Printable } from '#server/documents/parties.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { notFound } from '#server/errors.ts'
import { sumCents } from '#server/money/amounts.ts'
import { getRecord } from '#server/records.ts'
import type { Party, PurchaseorderData } from '#views/documents/types.ts'
import type { CheckedOrder, CheckedOrderLine } from './check-order.ts'

/** What a sent order says: prints and copies tell it from here, never from today's records. */
export type OrderSnapshot = Printable<PurchaseorderData>

export const readOrderSnapshot = (text: string | null): OrderSnapshot => JSON.parse(text ?? '{}')

export function planOrderSnapshot(db: TenantDb, draft: CheckedOrder, date: string): OrderSnapshot {
  const organisation = organisationById(db, draft.organisation)
  if (!organisation) throw notFound('organisation')
  const ids = draft.lines.flatMap(({ inventoryid }) => inventoryid ?? [])
  const codes = new Map(findOrderItems(db, ids).map(({ id, code }) => [id, code]))
  const { reference, note, required } = draft
  const data = {
    organisation: organisationParty(organisation),
    supplier: supplierParty(db, draft.supplier),
    ...{ date, reference, note },
    ...(required && { required }),
    lines: draft.lines.map((line) => printedLine(db, line, codes)),
    total: sumCents(draft.lines.map(({ net }) => net)),
  }
  return addPriceDocumentTexts(data, resolveDocumentTexts(db, 'purchaseorder'), organisation.poterms)
}

function supplierParty(db: TenantDb, id: string): Party {
  const row = getRecord(db, suppliers, id)
  const { name, vatnumber, contactname, contactnumber, contactemail } = row
  return {
    ...{ name, contactname, contactnumber, contactemail },
    addresslines: addressLines(row),
    vatnumber: vatnumber.trim(),
  }
}

/** The supplier reads its own words first, and ours beneath. */
function printedLine(db: TenantDb, line: CheckedOrderLine, codes: ReadonlyMap<string, string>) {
  const { inventoryid, description, suppliercode, suppliername, quantity, unit, rate, discount, net } = line
  const ours = inventoryid ? (codes.get(inventoryid) ?? '') : ''
  const job = line.jobid && findJobPlace(db, line.jobid) ? getRecord(db, jobs, line.jobid).reference : ''
  const detail = [
    suppliername && suppliername !== description ? description : '',
    ours ? `Our code ${ours}` : '',
    job ? `For ${job}` : '',
    line.note,
  ]
  return {
    description: suppliername || description,
    detail: detail.filter(Boolean).join('\n'),
    code: suppliercode,
    ...{ quantity, unit, rate, discount, net },
  }
}
