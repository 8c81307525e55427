import {
  type AuditLine,
  type AuditQuery,
  auditedPeople,
  auditOfAccount,
  auditOfPlatform,
} from '#db/queries/platform/audit.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import type { Context } from '#server/http/context.ts'
import { date, integer, object, t, text } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { labelsOf } from '#server/resources.ts'
import { startOfDay, zoneOf } from '#server/zone.ts'
import { Audit } from '#views/audit/list.tsx'
import { kindOptions, whatsOf, wordsOf } from './kinds.ts'

const TAKE = 50

const asked = {
  kind: t.Optional(t.String({ maxLength: 20 })),
  start: t.Optional(date()),
  end: t.Optional(date()),
  before: t.Optional(integer(1, 999_999_999)),
}
const OfAccount = object({ ...asked, userid: t.Optional(t.String({ maxLength: 40 })) })
const OfPlatform = object({ ...asked, search: t.Optional(text(250)) })

type Asked = { kind?: string; start?: string | null; end?: string | null; before?: number }

/** Who signed in, who tried to, and who changed whose rights (issue of the specification: "An audit page"). */
export const auditPages: Route[] = [
  page('GET /admin/audit', { claim: 'users.manage', query: OfAccount }, (c) => {
    const { accountid } = c.person
    const { userid } = c.query
    const found = c.platform.read((db) => ({
      people: auditedPeople(db, accountid),
      lines: auditOfAccount(db, accountid, { ...queryOf(c), whats: whatsOf(c.query.kind, false), userid }),
    }))
    return show(c, 'pages.admin.audit', found.lines, {
      subtitle: 'Sign-ins of your people, and what was changed of their rights and keys.',
      people: found.people,
    })
  }),

  page('GET /backoffice/audit', { claim: 'platform.manage', query: OfPlatform }, (c) => {
    const whats = whatsOf(c.query.kind, true)
    const lines = c.platform.read((db) => {
      const { search } = c.query
      const userid = search ? userByEmail(db, search)?.id : undefined
      return search && !userid ? [] : auditOfPlatform(db, { ...queryOf(c), whats, userid })
    })
    return show(c, 'pages.backoffice.audit', lines, {
      subtitle: 'Sign-ins and changes of rights on the whole platform.',
      operator: true,
    })
  }),
]

/** One line more than the page shows says whether there are older ones. */
function queryOf(c: Context<unknown, Asked>): Omit<AuditQuery, 'whats'> {
  const { start, end, before } = c.query
  const zone = c.read(zoneOf)
  return {
    take: TAKE + 1,
    before,
    from: start ? startOfDay(start, zone) : undefined,
    until: end ? startOfDay(end, zone, 1) : undefined,
  }
}

type Extra = { subtitle: string; people?: { value: string; label: string }[]; operator?: boolean }

function show(c: Context<unknown, Asked>, label: string, lines: AuditLine[], extra: Extra) {
  const { title, zone } = c.read((db) => ({ title: labelsOf(db)[label] ?? 'Audit', zone: zoneOf(db) }))
  const rows = lines.slice(0, TAKE).map((line) => ({ ...line, ...wordsOf(line.what) }))
  const older = lines.length > TAKE ? rows.at(-1)?.id : undefined
  const url = c.url.pathname + c.url.search
  const query = c.query as Record<string, string | undefined>
  return view(<Audit {...{ title, rows, zone, older, url, query, ...extra }} kinds={kindOptions} />, {
    title,
    page: label,
  })
}
