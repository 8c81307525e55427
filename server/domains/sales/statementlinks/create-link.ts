import { randomUUIDv7 } from 'bun'
import {
  endStatementLink,
  findOpenStatementLink,
  listStatementLinks,
  setStatementLinkSent,
} from '#db/queries/sales/statement-links.ts'
import { clients, statement_links } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { newLinkCode } from '#server/access/link-code.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { linkExpiry } from '#server/domains/work/joblinks/link-expiry.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'

export type StatementLinkRequest = { client: string; expires?: string; sentto?: string }
type MadeStatementLink = { id: string; url: string; expires: string }

const addressOf = (site: string, code: string) => `${site}/www/statement/${code}`

/** The one before stops working. @throws 404, 403, 400 for a day that is past */
export function createStatementLink(
  tx: Tx,
  viewer: Viewer,
  site: string,
  { client, expires, sentto = '' }: StatementLinkRequest,
): MadeStatementLink {
  requireWholeView(viewer)
  getRecord(tx.db, clients, client)
  const expiresutc = linkExpiry(tx.db, expires, undefined)
  const id = randomUUIDv7()
  const code = newLinkCode(tx.accountid)
  const live = listStatementLinks(tx.db, client).find(({ endedutc }) => endedutc === null)
  if (live) endStatementLink(tx.db, live.id, 'replaced', tx.now)
  tx.db
    .insert(statement_links)
    .values({
      ...{ id, client, sentto, expiresutc },
      codehash: hashSecret(code),
      createdby: tx.by.name,
      createdutc: tx.now,
    })
    .run()
  recordStatementLink(tx, client, 'link to the statement made')
  return { id, url: addressOf(site, code), expires: expiresutc }
}

/** One that was made before goes out by a mail too. @throws 409 where it does not work any more, else as above */
export function sendStatementLink(
  tx: Tx,
  viewer: Viewer,
  site: string,
  { code, ...asked }: StatementLinkRequest & { code?: string },
): MadeStatementLink {
  if (!code) return createStatementLink(tx, viewer, site, asked)
  const link = findOpenStatementLink(tx.db, hashSecret(code))
  if (link?.client !== asked.client || link.expiresutc <= tx.now)
    throw new Problem(409, 'The link that was made here does not work any more. Close this and begin again.')
  const expires = linkExpiry(tx.db, asked.expires, undefined)
  setStatementLinkSent(tx.db, link.id, asked.sentto ?? '', expires)
  return { id: link.id, url: addressOf(site, code), expires }
}

/** @throws 404, 403 */
export function withdrawStatementLink(tx: Tx, viewer: Viewer, client: string, linkid: string) {
  requireWholeView(viewer)
  const link = listStatementLinks(tx.db, client).find(({ id }) => id === linkid)
  if (!link) throw notFound('link')
  if (link.endedutc !== null) return
  endStatementLink(tx.db, linkid, 'withdrawn', tx.now)
  recordStatementLink(tx, client, 'link to the statement withdrawn')
}

/** It is read in the history of its client, and whoever looks at its state sees it. */
export function recordStatementLink(tx: Tx, client: string, newvalue: string) {
  recordHistory(tx, 'clients', client, [{ field: 'link', oldvalue: '', newvalue }])
  tx.publish('RecordChanged', [{ table: 'clients', id: client }])
}
