import { eq } from 'drizzle-orm'
import { categories, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { shortDate } from '#views/format.ts'
import type { JobQuery } from './list-jobs.ts'
import { statusName } from './status.ts'

/** What narrows a list of jobs beside its search and stage, in words: `names` of the query, each with what it asks. */
export function describeJobQuery(db: TenantDb, query: JobQuery): { names: string[]; words: string }[] {
  const { status, category, assignee, client, location, approved, start, end } = query
  const said = (names: (keyof JobQuery)[], words: string | false | undefined | null) =>
    words ? [{ names, words }] : []
  return [
    ...said(
      ['status'],
      status &&
        status
          .split(',')
          .map((one) => statusName(db, Number(one)))
          .join(' or '),
    ),
    ...said(
      ['category'],
      category && (category === 'none' ? 'No category' : nameOf(db, categories, category)),
    ),
    ...said(
      ['assignee'],
      assignee && (assignee === 'none' ? 'Nobody assigned' : nameOf(db, workers, assignee)),
    ),
    ...said(['client'], client && 'One client'),
    ...said(['location'], location && 'One location'),
    ...said(['approved'], approved && 'Approved'),
    ...said(['start', 'end'], span('Created', start, end)),
    ...said(
      ['duefrom', 'duebefore'],
      span(fieldLabels.due, query.duefrom, query.duebefore && daysAfter(query.duebefore, -1)),
    ),
    ...said(['completedfrom', 'completedupto'], span('Completed', query.completedfrom, query.completedupto)),
  ]
}

const nameOf = (db: TenantDb, table: typeof categories | typeof workers, id: string) =>
  db.select({ name: table.name }).from(table).where(eq(table.id, id)).get()?.name ?? 'Not known'

function span(what: string, from?: string | null, upto?: string | null): string | undefined {
  if (from && from === upto) return `${what} on ${shortDate(from)}`
  if (from && upto) return `${what} from ${shortDate(from)} to ${shortDate(upto)}`
  if (from) return `${what} from ${shortDate(from)}`
  return upto ? `${what} by ${shortDate(upto)}` : undefined
}
