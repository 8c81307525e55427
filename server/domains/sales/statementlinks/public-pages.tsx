import { firstOrganisation } from '#db/queries/documents.ts'
import {
  findOpenStatementLink,
  isStatementLink,
  type StatementLinkRow,
  setStatementLinkOpened,
} from '#db/queries/sales/statement-links.ts'
import type { TenantDb } from '#db/types.ts'
import { organisationParty } from '#server/documents/parties.ts'
import { print } from '#server/documents/print.ts'
import { buildMovements, buildStatement } from '#server/domains/sales/debtors/ageing.ts'
import { buildPrintedStatement } from '#server/domains/sales/debtors/statement-pdf.tsx'
import {
  CLIENT_HEADERS,
  clientReply,
  countRead,
  deadLink,
  findOwnPerson,
} from '#server/domains/work/joblinks/client-reply.tsx'
import { ByCode } from '#server/domains/work/joblinks/input.ts'
import { type LinkContext, nameLink } from '#server/domains/work/joblinks/link-reader.ts'
import { CLIENT, recordLookedAt } from '#server/domains/work/joblinks/record-opened.ts'
import { disposition } from '#server/files/disposition.ts'
import { rawReply } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { readToday, readZone } from '#server/zone.ts'
import { monthsBack } from '#views/sales/debtors/statement.tsx'
import { ClientStatement } from '#views/sales/statementlinks/client-statement.tsx'
import { recordStatementLink } from './create-link.ts'

type Found = { accountid: string; codehash: string; link: StatementLinkRow }

/** Undefined for a code that was guessed, withdrawn, replaced or is past its day. @throws 429 */
async function readCounted(c: LinkContext): Promise<Found | undefined> {
  countRead(c)
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const link = findOpenStatementLink(db, named.codehash)
    return link && link.expiresutc > c.now().toISOString() ? { ...named, link } : undefined
  })
}

/** Whose link it was, of one that worked before. */
async function findIssuer(c: LinkContext) {
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const organisation = isStatementLink(db, named.codehash) ? firstOrganisation(db) : undefined
    return organisation ? organisationParty(organisation) : undefined
  })
}

const readDocument = (db: TenantDb, { client }: StatementLinkRow) =>
  buildPrintedStatement(db, client, {
    ...buildStatement(db, client, readToday(db)),
    movements: undefined,
    chosen: false,
  })

function showStatement(c: LinkContext, { accountid, link }: Found) {
  const { made, zone, statement, movements } = c.services.tenants.read(accountid, (db) => {
    const today = readToday(db)
    return {
      made: readDocument(db, link),
      zone: readZone(db),
      statement: buildStatement(db, link.client, today),
      movements: buildMovements(db, link.client, monthsBack(today), today),
    }
  })
  return clientReply(
    <ClientStatement
      url={c.url.pathname}
      paper={made.name}
      client={made.client.name}
      organisation={made.organisation}
      {...statement}
      movements={movements}
      expires={link.expiresutc}
      zone={zone}
    />,
    `Statement from ${made.organisation.name}`,
    made.organisation.name,
  )
}

async function recordOpened(c: LinkContext, { accountid, codehash, link }: Found) {
  const words = 'statement opened by its link'
  const beside = await findOwnPerson(c, accountid)
  const { tenants } = c.services
  if (beside) return recordLookedAt(tenants, accountid, { table: 'clients', id: link.client, words, beside })
  if (link.openedutc !== null) return
  await tenants.write(accountid, CLIENT, (tx) => {
    const now = findOpenStatementLink(tx.db, codehash)
    if (!now || now.openedutc !== null) return
    setStatementLinkOpened(tx.db, now.id, tx.now)
    recordStatementLink(tx, link.client, words)
  })
}

export const clientStatementPages: Route[] = [
  publicPage(
    'GET /www/statement/:code',
    { params: ByCode, summary: 'What a client owes at that moment, by a link. It changes nothing.' },
    async (c) => {
      const found = await readCounted(c)
      return found ? showStatement(c, found) : deadLink(c, await findIssuer(c))
    },
  ),

  publicPage(
    'GET /www/statement/:code/pdf',
    { params: ByCode, summary: 'That statement as its PDF.' },
    async (c) => {
      const found = await readCounted(c)
      if (!found) return deadLink(c, await findIssuer(c))
      const { accountid, link } = found
      const { document, name } = c.services.tenants.read(accountid, (db) => readDocument(db, link))
      const asking = { accountid, userid: link.id, signal: c.request.signal }
      return rawReply(await print(c.services.files, asking, document), 'application/pdf', {
        headers: { ...CLIENT_HEADERS, 'content-disposition': disposition(`${name}.pdf`, true) },
      })
    },
  ),

  publicPage(
    'POST /www/statement/:code/opened',
    { params: ByCode, summary: 'Told by the page itself: a person has opened the statement.' },
    async (c) => {
      const found = await readCounted(c)
      if (found) await recordOpened(c, found)
      return rawReply('', 'text/plain; charset=utf-8', { headers: CLIENT_HEADERS })
    },
  ),
]
