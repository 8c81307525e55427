import { linkSite } from '#server/access/link-site.ts'
import { notFound } from '#server/errors.ts'
import { readCalendarPerson } from '#server/http/authenticate.ts'
import { t } from '#server/http/fields.ts'
import { fragment, rawReply } from '#server/http/reply.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import { CalendarDialog } from '#views/work/calendar/calendar.tsx'
import { calendarPart } from './calendar-part.tsx'
import { readCalendar } from './read-calendar.ts'

const ByFile = t.Object({ file: t.String({ maxLength: 100 }) })

export const calendarPages: Route[] = [
  page(
    'GET /calendar',
    {
      claim: 'jobs.read',
      summary: 'The secret address of one’s own calendar, for a phone or a mail program.',
    },
    (c) => fragment(<CalendarDialog>{calendarPart(c)}</CalendarDialog>),
  ),

  publicPage(
    'GET /calendar/:file',
    {
      params: ByFile,
      summary:
        'A person’s planned work as iCalendar, by its secret address. Asked at most 120 times a minute.',
    },
    (c) => {
      const [, secret] = /^([\w-]+)\.ics$/.exec(c.params.file) ?? []
      if (!secret) throw notFound('calendar')
      const person = readCalendarPerson(c.services, c.request, secret)
      const calendar = c.services.tenants.read(person.accountid, (db) =>
        readCalendar(db, person, linkSite(c)),
      )
      return rawReply(calendar, 'text/calendar; charset=utf-8', {
        headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
      })
    },
  ),
]
