import { type Viewer, viewerFor } from '#server/access/viewer.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import type { FileStore } from '#server/files.ts'
import type { Context } from '#server/http/context.ts'
import type { InvoiceDetail } from '#views/sales/invoices/types.ts'
import { planCredit, storeCredit } from './credit-invoice.ts'
import { doorsOf } from './doors.ts'
import { planInvoice, storeInvoice } from './issue-invoice.ts'
import type { Reason } from './kinds.ts'
import { readInvoice } from './present.ts'

type Reply<T> = (invoice: InvoiceDetail) => T
type Looking = { db: Parameters<typeof viewerFor>[0] }
const seenBy = ({ person }: Context, { db }: Looking): Viewer => viewerFor(db, person)

/** Issues a draft for the person who asks; `reply` makes the answer inside the transaction. @throws as `planInvoice` */
export const issueInvoice = <T>(c: Context, files: FileStore, id: string, reply: Reply<T>): Promise<T> =>
  issueDocument(
    doorsOf(c, files),
    (db, now) => planInvoice(db, seenBy(c, { db }), id, now),
    (tx, planned, bytes) => {
      storeInvoice(tx, planned, bytes)
      return reply(readInvoice(tx.db, seenBy(c, tx), id, c.now()))
    },
  )

/** Takes an issued invoice back; the reply is of the credit note. @throws as `planCredit` */
export const creditInvoice = <T>(
  c: Context,
  files: FileStore,
  { id, reason }: { id: string; reason: Reason },
  reply: Reply<T>,
): Promise<T> =>
  issueDocument(
    doorsOf(c, files),
    (db, now) => planCredit(db, seenBy(c, { db }), id, reason, now),
    (tx, planned, bytes) =>
      reply(readInvoice(tx.db, seenBy(c, tx), storeCredit(tx, planned, bytes), c.now())),
  )
