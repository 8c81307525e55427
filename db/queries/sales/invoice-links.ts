import { and, desc, eq, isNull } from 'drizzle-orm'
import { invoice_links } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const byCode = statement((q, p: Params<{ codehash: string }>) =>
  q
    .select()
    .from(invoice_links)
    .where(and(eq(invoice_links.codehash, p.codehash), isNull(invoice_links.endedutc))),
)
export type InvoiceLinkRow = RowOf<typeof byCode>

/** One that was not withdrawn or replaced. */
export const findOpenInvoiceLink = (db: TenantDb, codehash: string) => byCode.get(db, { codehash })

const endedByCode = statement((q, p: Params<{ codehash: string }>) =>
  q
    .select({ invoiceid: invoice_links.invoiceid })
    .from(invoice_links)
    .where(eq(invoice_links.codehash, p.codehash)),
)

/** Also of one that was withdrawn or replaced. */
export const findInvoiceOfLink = (db: TenantDb, codehash: string) =>
  endedByCode.get(db, { codehash })?.invoiceid

const ofInvoice = statement((q, p: Params<{ invoiceid: string }>) =>
  q
    .select()
    .from(invoice_links)
    .where(eq(invoice_links.invoiceid, p.invoiceid))
    .orderBy(desc(invoice_links.id)),
)

/** Newest first. */
export const listInvoiceLinks = (db: TenantDb, invoiceid: string) => ofInvoice.all(db, { invoiceid })

export const endInvoiceLink = (db: TenantDb, id: string, why: 'withdrawn' | 'replaced', now: string) =>
  prepared(db, 'UPDATE invoice_links SET endedutc = ?, ended = ? WHERE id = ?').run([now, why, id])

export const setInvoiceLinkOpened = (db: TenantDb, id: string, now: string) =>
  prepared(db, 'UPDATE invoice_links SET openedutc = coalesce(openedutc, ?) WHERE id = ?').run([now, id])

export const setInvoiceLinkOriginal = (db: TenantDb, id: string) =>
  prepared(db, 'UPDATE invoice_links SET original = 1 WHERE id = ?').run([id])

/** It goes out anew, with the last day that is chosen now. */
export const setInvoiceLinkSent = (db: TenantDb, id: string, sentto: string, expiresutc: string) =>
  prepared(db, 'UPDATE invoice_links SET sentto = ?, expiresutc = ? WHERE id = ?').run([
    sentto,
    expiresutc,
    id,
  ])
