import type { ReactNode } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { PageTitle, truncate } from '#views/ui/pagetitle.tsx'
import { Panel, Stat } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { DashboardMoney, type MoneyFigures } from './money.tsx'
import { type FirstStep, NextSteps } from './next-steps.tsx'

export type DashboardJob = {
  id: string
  reference: string
  description: string
  status: number
  critical: boolean
  client: { name: string } | null
  assigneename: string
  finish: string | null
  href: string
}

type DashboardProps = {
  /** Undefined for whoever sees no jobs. */
  notes?: ReactNode
  name: string
  today: string
  money: MoneyFigures
  lanes: readonly { status: number; name: string; count: number }[]
  overdue: { jobs: readonly DashboardJob[]; total: number }
  recent: readonly DashboardJob[]
  boards: readonly { name: string; href: string }[]
  /** May make the first board. */
  cansetup: boolean
  /** What is left to set up, with what is done; empty when there is nothing to tell. */
  steps: readonly FirstStep[]
}

export function Dashboard(props: DashboardProps) {
  const { name, today, money, lanes, overdue, recent, boards, cansetup, steps, notes } = props
  const first = boards[0]
  return (
    <>
      <PageTitle
        title={`Good day, ${name.split(' ')[0]}`}
        subtitle={lateWords(overdue.total)}
        actions={
          first && (
            <LinkButton look="primary" icon="board" href={first.href}>
              Open {first.name}
            </LinkButton>
          )
        }
      />
      <NextSteps steps={steps} />
      {boards.length === 0 ? (
        steps.length === 0 && (
          <EmptyState
            icon="board"
            text="There is no board yet."
            hint={
              cansetup
                ? 'A board has four lanes, on which jobs move from draft to complete.'
                : 'Ask your administrator for one.'
            }
          >
            {cansetup && (
              <LinkButton look="primary" icon="plus" href="/customise/boards">
                Make a board
              </LinkButton>
            )}
          </EmptyState>
        )
      ) : (
        <>
          <DashboardMoney {...money} />
          <div className="stats">
            {lanes.map(({ status, name: label, count }) => (
              <Stat key={status} label={label} value={count} />
            ))}
          </div>
          <div className="halves">
            <Jobs title="Overdue jobs" jobs={overdue.jobs} today={today} empty="No job is overdue." />
            <Jobs title="Newest jobs" jobs={recent} today={today} empty="No job is open." />
          </div>
          {notes}
        </>
      )}
    </>
  )
}

const lateWords = (jobs: number) =>
  jobs === 0 ? 'No job is overdue.' : jobs === 1 ? '1 job is overdue.' : `${jobs} jobs are overdue.`

type JobsProps = { title: string; jobs: readonly DashboardJob[]; today: string; empty: string }

function Jobs({ title, jobs, today, empty }: JobsProps) {
  return (
    <Panel title={title} flush>
      {jobs.length === 0 ? (
        <EmptyState icon="check" text={empty} />
      ) : (
        <ul className="joblines" data-rows="">
          {jobs.map((job) => line(job, today))}
        </ul>
      )}
    </Panel>
  )
}

function line(
  { id, href, reference, description, status, critical, client, assigneename, finish }: DashboardJob,
  today: string,
) {
  const late = finish !== null && finish < today && status < COMPLETE
  return (
    <li key={id}>
      <a href={href}>
        <span className="what">
          <strong>{reference}</strong> {truncate(description || '(no description)', 60)}
        </span>
        <span className="who">{[client?.name, assigneename].filter(Boolean).join(' · ')}</span>
        <span className="when">
          {critical && <Chip level="error">Critical</Chip>}
          {finish && (
            <span className={late ? 'late' : undefined}>
              {finish < today ? 'Was due ' : 'Due '}
              <DateText date={finish} />
            </span>
          )}
        </span>
      </a>
    </li>
  )
}
