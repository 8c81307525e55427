import type { ReactNode } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { WaitingWeek } from './types.ts'
import { TimesheetTabs, weekUrl } from './week.tsx'

type WaitingPageProps = {
  title: string
  submitted: readonly WaitingWeek[]
  open: readonly WaitingWeek[]
  /** How many weeks back open ones are looked for. */
  weeksback: number
  own: string | null
  zone: string
}

/** All that wait to be approved, and whose past weeks nobody has submitted yet. */
export function WaitingPage({ title, submitted, open, weeksback, own, zone }: WaitingPageProps) {
  return (
    <>
      <PageTitle title={title} subtitle="Who waits for an answer, the oldest week first." />
      <ListRegion id="waitingweeks" refresh="time_weeks work" url="/timesheets/waiting" ispart>
        <TimesheetTabs current="waiting" own={own} waiting={submitted.length} />
        <Panel title="To approve" actions={<span className="count">{submitted.length}</span>} flush>
          {submitted.length === 0 ? (
            <EmptyState icon="square-check" text="No week waits to be approved." />
          ) : (
            <Weeks
              weeks={submitted}
              note={(week) => (
                <>
                  submitted <DateTime iso={week.submittedutc} zone={zone} />
                </>
              )}
              actions={(week) => (
                <Button
                  icon="check"
                  aria-label={`Approve the week of ${week.workername} from ${shortDate(week.monday)}`}
                  hx-post="/timesheets/week"
                  hx-vals={JSON.stringify({ workerid: week.workerid, date: week.monday, action: 'approve' })}
                  hx-swap="none"
                >
                  Approve
                </Button>
              )}
            />
          )}
        </Panel>
        <Panel title="Not submitted yet" actions={<span className="count">{open.length}</span>} flush>
          {open.length === 0 ? (
            <EmptyState icon="square-check" text={`All time of the past ${weeksback} weeks is submitted.`} />
          ) : (
            <Weeks weeks={open} note={() => `of the past ${weeksback} weeks`} />
          )}
        </Panel>
      </ListRegion>
    </>
  )
}

type WeeksProps = {
  weeks: readonly WaitingWeek[]
  note: (week: WaitingWeek) => ReactNode
  actions?: (week: WaitingWeek) => ReactNode
}

const Weeks = ({ weeks, note, actions }: WeeksProps) => (
  <ul className="waitingweeks" data-rows="">
    {weeks.map((week) => (
      <li key={`${week.workerid} ${week.monday}`}>
        <a className="rowlink" href={weekUrl(week.workerid, week.monday)}>
          {week.workername}
        </a>
        <span>
          from {shortDate(week.monday)} <small>{note(week)}</small>
        </span>
        <span className="number">{duration(week.minutes)}</span>
        {actions?.(week)}
      </li>
    ))}
  </ul>
)
