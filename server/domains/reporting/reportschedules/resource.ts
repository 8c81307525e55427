import { listReportSchedules } from '#db/queries/reporting.ts'
import { reportschedule_users, reportschedules, users } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import type { FieldCell } from '#server/crud/field.ts'
import { choiceField, integerField, linksField, readonlyField, textField } from '#server/crud/kinds.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { replyParts } from '#server/crud/reply-schema.ts'
import { invalid } from '#server/errors.ts'
import { readZone } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { reports } from '../reports/reports.ts'
import { scheduleDue, sendingDays } from './next-sending.ts'
import { reportPeriods } from './periods.ts'
import { mayUserRead } from './readers.ts'

/** Whoever sets it up is asked for their rights each time, so they need them from the start. @throws 400 by field */
function refuseUnread({ db, by }: Tx, values: RecordValues, before: RecordValues | null): RecordValues {
  if (values.report && by.userid && !mayUserRead(db, by.userid, String(values.report)))
    throw invalid({ report: 'You need the rights for what this report counts, and to see all boards.' })
  return before ? values : { ...values, ownerid: by.userid ?? '' }
}

/** By the ids of those that are not archived. */
function sayNext(db: TenantDb): Map<string, string> {
  const zone = readZone(db)
  return new Map(listReportSchedules(db).map((one) => [one.id, instant(scheduleDue(zone, one), zone)]))
}

const reportschedule = defineResource({
  noun: 'report by mail',
  nouns: 'reports by mail',
  table: reportschedules,
  path: '/reporting/schedules',
  page: 'pages.reportschedules',
  icon: 'chart',
  subtitle: 'Reports that are mailed by themselves, to people of this account who may read them.',
  claims: { read: 'reports.read', write: 'records.export' },
  fields: {
    name: textField({ label: 'Subject of the mail', head: 'Subject', required: true, max: 120 }),
    report: choiceField({
      label: 'Report',
      required: true,
      of: reports.map(({ name, title }) => ({ value: name, label: title })),
    }),
    period: choiceField({ label: 'Days it counts', head: 'Days', of: reportPeriods, initial: 'lastmonth' }),
    format: choiceField({
      label: 'File',
      of: [
        { value: 'pdf', label: 'PDF' },
        { value: 'xlsx', label: 'Excel' },
        { value: 'csv', label: 'CSV' },
      ],
      initial: 'pdf',
    }),
    every: choiceField({ label: 'Sent', of: sendingDays, initial: 'month' }),
    hour: integerField({
      label: 'Hour of the day',
      hint: 'From 0 to 23. It goes out within some minutes.',
      min: 0,
      max: 23,
      initial: 7,
    }),
    recipients: linksField({
      label: 'To',
      hint: 'Somebody who may not read the report when it is sent gets none, which is said here.',
      none: 'There is nobody in this account yet.',
      through: {
        table: reportschedule_users,
        owner: reportschedule_users.scheduleid,
        other: reportschedule_users.userid,
        to: users,
      },
    }),
    outcome: readonlyField({ label: 'Last sent' }),
    next: {
      ...readonlyField({ label: 'Next' }),
      json: ({ value }: FieldCell) => value ?? '',
      reply: replyParts.text,
      linked: { read: sayNext, save: () => null },
    },
  },
  tabs: { Details: ['name', 'report', ['period', 'format'], ['every', 'hour'], 'recipients'] },
  columns: ['name', 'report', 'period', 'every', 'recipients', 'outcome', 'next'],
  search: ['name'],
  sort: 'name',
  beforeSave: refuseUnread,
})

export const reportSchedulesRoutes = crudRoutes(reportschedule)
