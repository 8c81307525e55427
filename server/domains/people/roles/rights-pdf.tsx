import { firstOrganisation } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { organisationParty, type PrintedOrganisation } from '#server/documents/parties.ts'
import { type PrintableDocument, print } from '#server/documents/print.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { claimGroups } from './claim-groups.ts'
import { createGranter } from './granter.ts'
import { type RoleLine, roleLines } from './present.ts'

const { organisationid: _, ...query } = printQuery

const grantable = (c: Context) => createGranter(c).grantable

async function send(
  c: Context<unknown, { format?: string; width?: number }>,
  name: string,
  make: (db: TenantDb) => PrintableDocument,
) {
  // Its own minute is part of a printed list, its holders come from people and roles alike.
  const minute = c.now().toISOString().slice(0, 16)
  const etag = computeEtag(VERSION, c.url.pathname, c.url.search, c.person.userid, c.seq, minute)
  const same = notModified(c.request, etag)
  if (same) return same
  const printable = c.read(make)
  const today = c.read((db) => todayIn(readZone(db), c.now()))
  const bytes = await print(c.services.files, whileConnected(c), printable, previewWidth(c.query))
  return documentReply(bytes, { name: `${name} ${today}`, etag })
}

const head = (c: Context, db: TenantDb) => ({
  organisation: letterhead(db, c.person.accountname),
  printed: instant(c.now().toISOString(), readZone(db)),
})

export const renderRights: Route[] = [
  page(
    'GET /render/roles',
    { claim: 'roles.manage', query: object(query), summary: 'The roles as a PDF.' },
    (c) =>
      send(c, 'Roles', (db) => {
        const roles = roleLines(db, grantable(c))
        return {
          document: 'rolelist',
          data: {
            ...head(c, db),
            title: 'Roles',
            about: `${c.person.accountname}, ${roles.length} roles`,
            roles: roles.map(({ name, claims, people }) => ({
              role: name,
              people: people.map((one) => one.name).join(', ') || 'Nobody',
              claims: `${claims.length} of ${grantable(c).size}`,
            })),
          },
        }
      }),
  ),

  page(
    'GET /render/claims',
    {
      claim: 'roles.manage',
      query: object({ ...query, roleid: t.Optional(t.String({ maxLength: 40 })) }),
      summary: 'What each role may do, or one of them, as a PDF.',
    },
    (c) =>
      send(c, 'Rights of roles', (db) => {
        const roles = roleLines(db, grantable(c))
        const one = roles.find(({ id }) => id === c.query.roleid)
        if (c.query.roleid && !one) throw notFound('role')
        return {
          document: 'claimlist',
          data: {
            ...head(c, db),
            title: one ? `Rights of ${one.name}` : 'Rights of roles',
            about: one ? aboutRole(one, grantable(c).size) : `${c.person.accountname}, ${roles.length} roles`,
            claims: claimGroups([...grantable(c)] as Claim[]).flatMap(({ label, claims }) =>
              claims.map((line) => ({
                ...line,
                group: label,
                allowed: allowedText(line.claim, one, roles),
              })),
            ),
          },
        }
      }),
  ),
]

/** The list names people and roles, so an account without an organisation prints under its own name. */
function letterhead(db: TenantDb, accountname: string): PrintedOrganisation {
  const row = firstOrganisation(db)
  return row ? organisationParty(row) : { name: accountname, logofile: null }
}

function aboutRole({ claims, people }: RoleLine, of: number): string {
  const names = people.map(({ name }) => name).join(', ')
  return `${claims.length} of ${of} rights, held by ${names || 'nobody'}`
}

function allowedText(claim: string, one: RoleLine | undefined, roles: readonly RoleLine[]): string {
  if (one) return one.claims.includes(claim) ? 'yes' : '–'
  const names = roles
    .filter(({ system, claims }) => !system && claims.includes(claim))
    .map(({ name }) => name)
  return names.join(', ') || 'Administrator only'
}
