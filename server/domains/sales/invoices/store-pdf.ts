import { invoice_pdfs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'

export function storePdf(tx: Tx, invoiceid: string, bytes: Uint8Array) {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  tx.db
    .insert(invoice_pdfs)
    .values({ invoiceid, bytes: Buffer.from(bytes), sha256 })
    .run()
}
