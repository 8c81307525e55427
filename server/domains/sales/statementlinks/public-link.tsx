import { firstOrganisation } from '#db/queries/documents.ts'
import { listStatementLinks } from '#db/queries/sales/statement-links.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { linkReach } from '#server/access/link-reach.ts'
import { greet } from '#server/documents/greet.ts'
import { presentHanded } from '#server/domains/work/joblinks/present-link.ts'
import { type HandedLink, isLinkMain } from '#server/domains/work/joblinks/public-link.tsx'
import type { Context } from '#server/http/context.ts'
import { getRecord } from '#server/records.ts'
import { readZone } from '#server/zone.ts'
import { PublicLink } from '#views/work/joblinks/public-link.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'

export const readStatementLinks = (db: TenantDb, client: string) =>
  listStatementLinks(db, client).map((row) => presentHanded(row, db.now()))

export function statementPublicLink(c: Context, db: TenantDb, client: string, made?: HandedLink) {
  const [link] = readStatementLinks(db, client)
  const dialogurl = `/mail/statement/${client}`
  return (
    <PublicLink
      refresh="clients"
      dialogurl={dialogurl}
      url={`${dialogurl}/link`}
      withdrawurl={link && `${dialogurl}/links/${link.id}`}
      main={isLinkMain(c)}
      reach={linkReach(c)}
      lets="read what they owe on the day that they open it, and its PDF,"
      zone={readZone(db)}
      link={link}
      made={
        made?.url && link
          ? { ...made, url: made.url, ...writeMessage(db, client, made.url, link.expires) }
          : undefined
      }
    />
  )
}

/** What a message on a phone says, and whose number it goes to. */
function writeMessage(db: TenantDb, client: string, url: string, expires: string) {
  const { name, contactname, contactnumber } = getRecord(db, clients, client)
  const from = firstOrganisation(db)?.name
  return {
    message: `${greet(contactname || name)} Here is your statement${from ? ` from ${from}` : ''}, to be read until ${lastMoment(expires, readZone(db))}: ${url}`,
    number: contactnumber,
  }
}
