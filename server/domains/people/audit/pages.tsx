import { type AuditLine, listAuditedPeople } from '#db/queries/platform/audit.ts'
import type { Context } from '#server/http/context.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type LabelKey, pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { Audit } from '#views/people/audit/list.tsx'
import { auditExport } from './api-export.ts'
import { accountLines, platformLines } from './find-lines.ts'
import { AccountAuditQuery, PlatformAuditQuery } from './input.ts'
import { auditKindOptions, describeAuditEvent } from './kinds.ts'

const TAKE = 50

export const auditPages: Route[] = [
  page(
    'GET /admin/audit',
    { claim: 'users.manage', query: AccountAuditQuery, summary: 'What was done to people and rights.' },
    (c) =>
      show(c, 'pages.admin.audit', accountLines(c, pageQuery(c.query)), {
        subtitle: 'Sign-ins of your people, and what was changed of their rights and keys.',
        people: c.platform.read((db) => listAuditedPeople(db, c.person.accountid)),
      }),
  ),

  page(
    'GET /backoffice/audit',
    { claim: 'platform.manage', query: PlatformAuditQuery, summary: 'What was done on the platform.' },
    (c) =>
      show(c, 'pages.backoffice.audit', platformLines(c, pageQuery(c.query)), {
        subtitle: 'Sign-ins and changes of rights on the whole platform.',
        operator: true,
      }),
  ),

  ...auditExport,
]

/** One line more than the page shows says whether there are older ones. */
const pageQuery = ({ before }: { before?: number }) => ({ take: TAKE + 1, before })

type Extra = { subtitle: string; people?: { value: string; label: string }[]; operator?: boolean }

function show(c: Context, label: LabelKey, lines: AuditLine[], extra: Extra) {
  const { title, zone } = c.read((db) => ({ title: pageTitle(db, label), zone: readZone(db) }))
  const rows = lines.slice(0, TAKE).map((line) => ({ ...line, ...describeAuditEvent(line.what) }))
  const older = lines.length > TAKE ? rows.at(-1)?.id : undefined
  const url = c.url.pathname + c.url.search
  const query = c.query as Record<string, string | undefined>
  return view(
    <Audit
      title={title}
      rows={rows}
      zone={zone}
      older={older}
      url={url}
      query={query}
      {...extra}
      kinds={auditKindOptions}
      canexport={c.can('records.export')}
    />,
    { title, page: label },
  )
}
