import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { type ExportedTime, exportedTime } from '#db/queries/work/time-export.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { endOfWeek, startOfWeek } from '#server/dates.ts'
import { invalid } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { clockIn, readToday, readZone } from '#server/zone.ts'
import { toMinutes } from '../timesheet/intervals.ts'
import { costCents } from '../timesheet/labour-cost.ts'
import { TimeExport } from './input.ts'
import { isJobShown } from './read-week.ts'

const columns: ExportColumn[] = [
  { head: 'Date', kind: 'date' },
  { head: 'Worker' },
  { head: 'Job' },
  { head: 'Job description' },
  { head: 'Step' },
  { head: 'Start', kind: 'time' },
  { head: 'End', kind: 'time' },
  { head: 'Minutes', kind: 'number' },
  { head: 'Details' },
  { head: 'Labour item' },
  { head: 'Charged' },
  { head: 'On a line' },
  { head: 'Week' },
]

const moneyColumns: ExportColumn[] = [
  { head: 'Rate an hour', kind: 'money' },
  { head: 'Cost', kind: 'money' },
]

const BATCH = 500

/** Each entry once, on the day on which it began. One's own, or with `timesheet.manage` those of all. */
export const timeExport: Route = page(
  'GET /timesheets/export',
  {
    claim: 'timesheet.read',
    query: TimeExport,
    summary: 'Worked time of a range of days as a file, of this week where none is said.',
  },
  (c) => {
    const { format, workerid } = c.query
    const start = c.query.start ?? startOfWeek(c.query.end ?? c.read((db) => readToday(db)))
    const end = c.query.end ?? endOfWeek(start)
    if (end < start) throw invalid({ end: 'The last day comes before the first.' })
    const money = c.can('jobs.money')
    const asked = { start, end, workerid: workerid ?? undefined }
    return exportReply(c, format, {
      title: `${c.read((db) => pageTitle(db, 'pages.timesheets'))} ${start} to ${end}`,
      columns: money ? [...columns, ...moneyColumns] : columns,
      batches: batches(c, asked, money),
    })
  },
)

type Asked = { start: string; end: string; workerid: string | undefined }

async function* batches(c: Context, asked: Asked, money: boolean): AsyncGenerator<ExportRow[]> {
  let after = { date: asked.start, id: '' }
  for (;;) {
    const { rows, last } = c.read((db, viewer) => {
      const found = readBatch(db, viewer, c.person.userid, asked, after)
      return {
        rows: found.map((row) => exportRow(row, isJobShown(viewer, row), readZone(db), money)),
        last: found.at(-1),
      }
    })
    yield rows
    if (!last || rows.length < BATCH) return
    after = { date: last.date, id: last.id }
  }
}

function readBatch(
  db: TenantDb,
  viewer: Viewer,
  userid: string,
  { start: _, workerid, ...asked }: Asked,
  after: { date: string; id: string },
): ExportedTime[] {
  const own = viewer.claims.has('timesheet.manage') ? undefined : (workerOfUser(db, userid)?.id ?? '')
  const only = [workerid, own].filter((id) => id !== undefined)
  if (new Set(only).size > 1) return []
  return exportedTime(db, {
    ...asked,
    afterdate: after.date,
    afterid: after.id,
    workerid: only[0],
    take: BATCH,
  })
}

function exportRow(row: ExportedTime, shown: boolean, zone: string, money: boolean): ExportRow {
  const clock = (instant: string | null) => (instant ? clockIn(instant, zone) : null)
  const job = shown ? [row.reference, row.description, row.stepname] : ['Another job', '', '']
  return [
    ...[dayCell(row.date), row.workername, ...job],
    ...[clock(row.startutc), clock(row.endutc), toMinutes(row.seconds), shown ? row.detail : ''],
    ...[row.inventoryname, row.billable, row.materialid !== null && row.billable, row.state ?? 'open'],
    ...(money ? [toDecimal(row.costrate, 'rate'), toDecimal(costCents(row), 'cents')] : []),
  ]
}
