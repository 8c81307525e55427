import { jobForPrint, organisationById } from '#db/queries/documents.ts'
import { clients, locations, storage } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { addJobCardTexts } from '#server/documents/add-texts.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { notFound } from '#server/errors.ts'
import { findName, getRecord } from '#server/records.ts'
import type { DeliverynoteData, DeliverynoteLine } from '#views/documents/types.ts'
import type { CheckedDraft, CheckedLine } from './check-draft.ts'

/** What an issued note says: prints, copies and the proof tell it from here, never from today's records. */
export type DeliverySnapshot = Printable<DeliverynoteData>

export const readDeliverySnapshot = (text: string | null): DeliverySnapshot => JSON.parse(text ?? '{}')

export function planSnapshot(db: TenantDb, id: string, draft: CheckedDraft, date: string): DeliverySnapshot {
  const organisation = organisationById(db, draft.organisation)
  if (!organisation) throw notFound('organisation')
  const jobids = [...new Set(draft.lines.map(({ goods }) => goods.line.jobid))]
  const printed = jobids.flatMap((id) => jobForPrint(db, id)?.job ?? [])
  const orders = printed.flatMap(({ customerreference }) => customerreference || [])
  const data = {
    code: id,
    organisation: organisationParty(organisation),
    client: clientParty(draft.client ? getRecord(db, clients, draft.client) : null),
    site: siteParty(draft.location ? getRecord(db, locations, draft.location) : null),
    date,
    reference: draft.reference,
    waybill: draft.waybill,
    carrier: draft.carrier,
    order: [...new Set(orders)].join(', '),
    // One job is told by its words too: they are what the client knows it by.
    jobs: printed
      .map(({ reference, description }) =>
        printed.length > 1 ? reference : `${reference} ${description}`.trim(),
      )
      .join(', '),
    consignment: draft.storageid ? findName(db, storage, draft.storageid) : '',
    lines: draft.lines.map(printedLine),
  }
  return addJobCardTexts(data, resolveDocumentTexts(db, 'deliverynote'))
}

function printedLine({ goods, quantity, piece }: CheckedLine): DeliverynoteLine {
  const { line, code, consignmentcode, itemname } = goods
  const description = line.description || itemname || '(unknown)'
  return {
    description,
    job: goods.reference,
    code: consignmentcode || code || '',
    quantity,
    unit: line.unit,
    ...(piece && { piece: piece.name }),
  }
}
