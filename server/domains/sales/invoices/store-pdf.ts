import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'

export function storePdf(tx: Tx, invoiceid: string, bytes: Uint8Array) {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  prepared(tx.db, 'INSERT INTO invoice_pdfs (invoiceid, bytes, sha256) VALUES (?, ?, ?)').run([
    invoiceid,
    bytes,
    sha256,
  ])
}
