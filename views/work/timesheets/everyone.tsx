import { shortDate } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { WeekSheet, WorkerWeek } from './types.ts'
import { TimesheetTabs, type TimesheetTabsProps, WeekSteps, weekStandings, weekUrl } from './week.tsx'
import { DayHeads, Minutes, WEEKDAYS } from './week-table.tsx'

const URL = '/timesheets/everyone'
const REGION = 'timesheet'

type EveryonePageProps = Omit<TimesheetTabsProps, 'current'> & {
  title: string
  week: Pick<WeekSheet, 'monday' | 'sunday' | 'previous' | 'next' | 'today'>
  days: readonly string[]
  weeks: readonly WorkerWeek[]
  canaddworker: boolean
}

/** Who worked how long on which day of a week; each row opens the week of its worker. */
export function EveryonePage({ title, week, days, weeks, ...props }: EveryonePageProps) {
  const { monday, today } = week
  const goTo = (date: string) => listLink(withQuery(URL, { date }), REGION)
  return (
    <>
      <PageTitle title={title} subtitle="How long each worked, by day. Planned time is not among it." />
      <ListRegion
        id={REGION}
        refresh="work timers time_weeks workers"
        url={withQuery(URL, { date: monday })}
        ispart
      >
        <TimesheetTabs current="everyone" own={props.own} waiting={props.waiting} />
        <div className="weekbar">
          <WeekSteps {...week} goTo={goTo} />
        </div>
        {weeks.length === 0 ? (
          <EmptyState icon="users" text="No workers have been added.">
            {props.canaddworker && (
              <LinkButton icon="users" href="/admin/workers">
                Workers
              </LinkButton>
            )}
          </EmptyState>
        ) : (
          <div className="table weektable">
            <table data-rows="">
              <caption className="unseen">Time of everyone from {shortDate(monday)}</caption>
              <thead>
                <tr>
                  <th scope="col">Worker</th>
                  <DayHeads days={days} today={today} />
                </tr>
              </thead>
              <tbody>
                {weeks.map((one) => (
                  <Row key={one.id} week={one} monday={monday} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </ListRegion>
    </>
  )
}

const Row = ({ week: { id, name, state, minutes, days }, monday }: { week: WorkerWeek; monday: string }) => (
  <tr tabIndex={-1}>
    <th scope="row">
      <a className="rowlink" href={weekUrl(id, monday)}>
        {name}
      </a>{' '}
      {state !== 'open' && <span className="of">{weekStandings[state]}</span>}
    </th>
    {days.map((worked, at) => (
      <td key={WEEKDAYS[at]} className="number" data-label={WEEKDAYS[at]}>
        <Minutes minutes={worked} />
      </td>
    ))}
    <td className="number" data-label="Week">
      <Minutes minutes={minutes} />
    </td>
  </tr>
)
