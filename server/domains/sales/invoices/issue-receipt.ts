import { randomUUIDv7 } from 'bun'
import { type GivenReceipt, newestReceipt } from '#db/queries/sales/receipts.ts'
import { receipts } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import {
  issueContext,
  issueDocument,
  type PlannedDocument,
  planNumber,
} from '#server/documents/issue-document.ts'
import type { Printable } from '#server/documents/parties.ts'
import { print } from '#server/documents/print.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { ReceiptData } from '#views/documents/types.ts'
import { buildReceipt } from './build-receipt.ts'

type Snapshot = Printable<ReceiptData>
type PlannedReceipt = PlannedDocument<Snapshot> & { subjectid: string }

export const readReceipt = ({ snapshot }: GivenReceipt): Snapshot => JSON.parse(snapshot)

/** The one that was given out, unless what is paid is paid otherwise by now. @throws as `buildReceipt` */
export function givenReceipt(db: TenantDb, viewer: Viewer, id: string): GivenReceipt | undefined {
  const { data, ispayment } = buildReceipt(db, viewer, id)
  const given = newestReceipt(db, id)
  if (!given) return
  const { payments, invoices } = readReceipt(given)
  const same = Bun.deepEquals([payments, invoices], [data.payments, data.invoices])
  return same || ispayment ? given : undefined
}

/**
 * Once for what is paid: a number of the organisation, and the bytes that are given out.
 * @throws as `buildReceipt`; 409 where another window took it first
 */
export function issueReceipt(c: Context, id: string): Promise<Uint8Array> {
  const context = issueContext(c, (data: Snapshot) =>
    print(c.services.files, c.person, { document: 'receipt', data }),
  )
  const plan = (db: TenantDb, viewer: Viewer): PlannedReceipt => {
    const { data, organisationid } = buildReceipt(db, viewer, id)
    if (givenReceipt(db, viewer, id))
      throw new Problem(409, 'This receipt was just given out: open it again for a copy.', { code: 'given' })
    const next = planNumber(db, 'receipt', organisationid)
    return { ...next, subjectid: id, snapshot: { ...data, number: next.number } }
  }
  return issueDocument(context, plan, storeReceipt)
}

function storeReceipt(tx: Tx, planned: PlannedReceipt, bytes: Uint8Array): Uint8Array {
  const { subjectid, organisationid: organisation, number, series, snapshot } = planned
  tx.db
    .insert(receipts)
    .values({
      ...{ id: randomUUIDv7(), subjectid, organisation, number, series, date: snapshot.printed },
      ...{ snapshot: JSON.stringify(snapshot), bytes: Buffer.from(bytes) },
      sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
      ...{ userid: tx.by.userid, createdutc: tx.now },
    })
    .run()
  tx.publish('RecordChanged', [{ table: 'receipts', id: subjectid }])
  return bytes
}
