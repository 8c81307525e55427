import { invoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { linkReach } from '#server/access/link-reach.ts'
import { greet } from '#server/documents/greet.ts'
import { documentName } from '#server/documents/numbering.ts'
import { readSnapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { type HandedLink, isLinkMain } from '#server/domains/work/joblinks/public-link.tsx'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { PublicLink } from '#views/work/joblinks/public-link.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'
import { readInvoiceLinks } from './present-link.ts'

export function invoicePublicLink(c: Context, db: TenantDb, id: string, made?: HandedLink) {
  const [link] = readInvoiceLinks(db, id)
  const dialogurl = `/mail/invoice/${id}`
  return (
    <PublicLink
      refresh="invoices"
      dialogurl={dialogurl}
      url={`${dialogurl}/link`}
      withdrawurl={link && `${dialogurl}/links/${link.id}`}
      main={isLinkMain(c)}
      reach={linkReach(c)}
      lets={`read ${readInvoiceWord(db, id)}, its PDF, how to pay and what is still owed`}
      zone={readZone(db)}
      link={link}
      made={
        made?.url && link
          ? { ...made, url: made.url, ...writeMessage(db, id, made.url, link.expires) }
          : undefined
      }
    />
  )
}

const readInvoiceWord = (db: TenantDb, id: string) =>
  invoiceRow(db, id)?.invoice.kind === 'deposit' ? 'the deposit request' : 'the invoice'

/** What a message on a phone says, and whose number it goes to. */
function writeMessage(db: TenantDb, id: string, url: string, expires: string) {
  const invoice = invoiceRow(db, id)?.invoice
  if (!invoice) throw notFound('invoice')
  const { organisation, client } = readSnapshot(invoice.snapshot)
  const whom = client.contactname || client.name
  return {
    message: `${greet(whom)} Here is ${documentName(invoice)} of ${formatRand(invoice.totalcents)} from ${organisation.name}, to be read until ${lastMoment(expires, readZone(db))}: ${url}`,
    number: client.contactnumber ?? '',
  }
}
