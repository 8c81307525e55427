import { Button, IconLink, LinkButton } from '#views/ui/button.tsx'
import { DateText, DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { History } from '#views/ui/history.tsx'
import { dialogLink, listLink, withQuery } from '#views/ui/links.ts'
import { FilterDate, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { TabNav } from '#views/ui/tabs.tsx'
import type { WeekSheet } from './types.ts'
import { WeekTable } from './week-table.tsx'

const REGION = 'timesheet'

type WeekPageProps = {
  title: string
  sheet: WeekSheet
  /** Whose weeks may be looked at; none for who sees their own alone. */
  workers: readonly { id: string; name: string }[]
  waiting: number
  /** Who the viewer is among the workers. */
  own: string | null
  canwrite: boolean
  canexport: boolean
}

export const weekUrl = (workerid: string, date: string) => withQuery('/timesheets', { workerid, date })

export function WeekPage(props: WeekPageProps) {
  const { title, sheet, workers, waiting, own, canexport } = props
  const { worker, monday, sunday, manages } = sheet
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What was worked, by day, job and step. Planned time is not among it."
        actions={
          <>
            {canexport && (
              <ExportMenu
                id="export-time"
                url={withQuery('/timesheets', { start: monday, end: sunday, workerid: worker.id })}
              />
            )}
            <Button icon="printer" data-print="">
              Print
            </Button>
          </>
        }
      />
      <ListRegion id={REGION} refresh="work timers time_weeks" url={weekUrl(worker.id, monday)} ispart>
        {manages && (
          <TimesheetTabs current={worker.id === own ? 'mine' : 'everyone'} own={own} waiting={waiting} />
        )}
        <WeekBar sheet={sheet} workers={workers} />
        <WeekStanding {...props} />
        {sheet.rows.length === 0 ? (
          <NoTime {...props} />
        ) : (
          <WeekTable sheet={sheet} canwrite={props.canwrite} />
        )}
        {sheet.history.length > 0 && (
          <Panel title="History of this week" flush>
            <History entries={sheet.history} zone={sheet.zone} />
          </Panel>
        )}
      </ListRegion>
    </>
  )
}

export type TimesheetTabsProps = {
  current: 'mine' | 'everyone' | 'waiting'
  own: string | null
  waiting: number
}

/** The week of another stands below that of everyone. */
export const TimesheetTabs = ({ current, own, waiting }: TimesheetTabsProps) => (
  <TabNav
    label="Timesheets"
    links={[
      ...(own
        ? [
            {
              href: withQuery('/timesheets', { workerid: own }),
              label: 'My week',
              current: current === 'mine',
            },
          ]
        : []),
      { href: '/timesheets/everyone', label: 'Everyone', current: current === 'everyone' },
      {
        href: '/timesheets/waiting',
        label: waiting > 0 ? `To approve (${waiting})` : 'To approve',
        current: current === 'waiting',
      },
    ]}
  />
)

type WeekStepsProps = Pick<WeekSheet, 'monday' | 'sunday' | 'previous' | 'next' | 'today'> & {
  goTo: (date: string) => ReturnType<typeof listLink>
}

/** Their keys stand in the list of shortcuts. */
export const WeekSteps = ({ monday, sunday, previous, next, today, goTo }: WeekStepsProps) => (
  <>
    <IconLink icon="chevron-left" label="Week before ([)" data-shortcut="previous" {...goTo(previous)} />
    <h2>
      <DateText date={monday} /> – <DateText date={sunday} />
    </h2>
    <IconLink icon="chevron-right" label="Week after (])" data-shortcut="next" {...goTo(next)} />
    {(today < monday || today > sunday) && <LinkButton {...goTo(today)}>This week</LinkButton>}
  </>
)

function WeekBar({ sheet, workers }: Pick<WeekPageProps, 'sheet' | 'workers'>) {
  const { worker, monday } = sheet
  return (
    <div className="weekbar">
      <WeekSteps {...sheet} goTo={(date) => listLink(weekUrl(worker.id, date), REGION)} />
      <form
        className="weekpick"
        action="/timesheets"
        hx-get="/timesheets"
        hx-trigger="change"
        hx-target={`#${REGION}`}
        hx-select={`#${REGION}`}
        hx-swap="outerMorph"
        hx-push-url="true"
      >
        {workers.length > 0 ? (
          <select
            name="workerid"
            aria-label="Worker"
            className="filter"
            defaultValue={worker.id}
            key={worker.id}
          >
            {workers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <input type="hidden" name="workerid" value={worker.id} />
        )}
        <FilterDate key={monday} name="date" label="Week of" value={monday} />
      </form>
      <p className="printed">{worker.name}</p>
    </div>
  )
}

export const weekStandings: Record<WeekSheet['state'], string> = {
  open: 'Open',
  submitted: 'Waits for approval',
  approved: 'Approved',
}

/** Where the week stands, and what comes next. */
function WeekStanding({ sheet, own, canwrite }: WeekPageProps) {
  const { state, reason, decidedby, submittedby, submittedutc, zone, manages, monday, today, worker } = sheet
  const act = (action: string) => ({
    'hx-post': '/timesheets/week',
    'hx-vals': JSON.stringify({ workerid: worker.id, date: monday, action, version: sheet.version }),
    'hx-swap': 'none',
  })
  const ask = (action: string) =>
    dialogLink(withQuery('/timesheets/week/reason', { workerid: worker.id, date: monday, action }))
  const decides = canwrite && (worker.id === own || manages)
  return (
    <div className="weekstanding">
      <p>
        <Chip
          level={state === 'approved' ? 'success' : state === 'submitted' ? 'info' : undefined}
          icon={state === 'approved' ? 'lock' : undefined}
        >
          {weekStandings[state]}
        </Chip>{' '}
        {state === 'submitted' && (
          <>
            by {submittedby}, <DateTime iso={submittedutc} zone={zone} />
          </>
        )}
        {state === 'approved' && <>by {decidedby}. Its time is locked until it is reopened.</>}
      </p>
      <div className="buttons">
        {sheet.changes && canwrite && (
          <LinkButton
            icon="plus"
            data-shortcut="new"
            {...dialogLink(withQuery('/timesheets/time', { workerid: worker.id, date: defaultDay(sheet) }))}
          >
            Add time
          </LinkButton>
        )}
        {decides && state === 'open' && monday <= today && (
          <Button icon="arrow-right" {...act('submit')}>
            Submit the week
          </Button>
        )}
        {decides && state === 'submitted' && <Button {...act('withdraw')}>Take back</Button>}
        {manages && state === 'submitted' && <LinkButton {...ask('return')}>Send back…</LinkButton>}
        {manages && state === 'submitted' && (
          <Button look="primary" icon="check" {...act('approve')}>
            Approve
          </Button>
        )}
        {manages && state === 'approved' && <LinkButton {...ask('reopen')}>Reopen…</LinkButton>}
      </div>
      {state === 'open' && reason && (
        <Banner level="warning">
          {decidedby} sent it back: {reason}
        </Banner>
      )}
    </div>
  )
}

const defaultDay = ({ today, monday, sunday }: WeekSheet) =>
  today >= monday && today <= sunday ? today : monday

function NoTime({ sheet }: WeekPageProps) {
  return (
    <EmptyState
      icon="clock"
      text={`${sheet.worker.name} has no time in this week.`}
      hint="Timers of steps write it, or it is added by hand."
    />
  )
}
