import type { AuditLine } from '#db/queries/platform/audit.ts'
import type { ExportColumn, ExportRow } from '#server/export/cells.ts'
import { exportQuery, exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { type LabelKey, pageTitle } from '#server/resources.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { accountLines, platformLines } from './find-lines.ts'
import { AccountAuditQuery, PlatformAuditQuery } from './input.ts'
import { describeAuditEvent } from './kinds.ts'

const BATCH = 500

export const auditExport: Route[] = [
  page(
    'GET /admin/audit/export',
    {
      summary: 'A file of the audit.',
      claim: 'users.manage',
      query: object({ ...AccountAuditQuery.properties, ...exportQuery }),
    },
    (c) =>
      exportReply(c, c.query.format, {
        ...about(c, 'pages.admin.audit', ['What', 'Who', 'E-mail', 'Details', 'Address']),
        batches: batches(c, (part) => accountLines(c, part)),
      }),
  ),

  page(
    'GET /backoffice/audit/export',
    {
      summary: 'A file of the platform’s audit.',
      claim: 'platform.manage',
      query: object({ ...PlatformAuditQuery.properties, ...exportQuery }),
    },
    (c) =>
      exportReply(c, c.query.format, {
        ...about(c, 'pages.backoffice.audit', ['What', 'Who', 'E-mail', 'Details', 'Address', 'Account']),
        batches: batches(c, (part) => platformLines(c, part), true),
      }),
  ),
]

const about = (c: Pick<Context, 'read'>, label: LabelKey, heads: string[]) => ({
  title: c.read((db) => pageTitle(db, label)),
  columns: [{ head: 'When', kind: 'time' }, ...heads.map((head) => ({ head }))] satisfies ExportColumn[],
})

type Part = { take: number; before?: number }

/** Lines are only ever added, so each batch begins below the last. */
async function* batches(
  c: Context<unknown, { before?: number }>,
  find: (part: Part) => AuditLine[],
  operator = false,
): AsyncGenerator<ExportRow[]> {
  const zone = c.read(readZone)
  let { before } = c.query
  for (;;) {
    const lines = find({ take: BATCH, before })
    yield lines.map((line) => {
      const { dateutc, what, name, email, detail, address, accountname } = line
      const row = [clockIn(dateutc, zone), describeAuditEvent(what).words, name, email, detail, address]
      return operator ? [...row, accountname] : row
    })
    if (lines.length < BATCH) return
    before = lines.at(-1)?.id
  }
}
