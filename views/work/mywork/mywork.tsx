import { duration } from '#views/format.ts'
import { IconLink, LinkButton } from '#views/ui/button.tsx'
import { ANY_JOB, dialogLink } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { ConfirmTime } from './confirm-time.tsx'
import { MyJobs } from './my-jobs.tsx'
import type { MyJob, MyWorkProps, MyWorkRights, When, WorkedLine } from './types.ts'

const groups: { when: When; title: string }[] = [
  { when: 'late', title: 'Late' },
  { when: 'today', title: 'Today' },
  { when: 'week', title: 'This week' },
  { when: 'later', title: 'Later' },
]

type MyWorkPageProps = MyWorkProps & { title: string; can: MyWorkRights }

export function MyWork({ title, can, ...work }: MyWorkPageProps) {
  const { jobs, more, toapprove, approvelane, free, morefree, donetoday, toconfirm, worked } = work
  const runs = ({ steps }: MyJob) => steps.some(({ runningsince }) => runningsince)
  const waiting = jobs.filter((job) => !runs(job))
  return (
    <ListRegion id="mywork" refresh={`work ${ANY_JOB}`} url="/mywork">
      <PageTitle title={title} subtitle={sayDay(work)} />
      {toconfirm.map((entry) => (
        <ConfirmTime key={entry.id} {...entry} />
      ))}
      <MyJobs title="Running now" jobs={jobs.filter(runs)} can={can} />
      {groups.map(({ when, title }) => (
        <MyJobs key={when} title={title} jobs={waiting.filter((job) => job.when === when)} can={can} />
      ))}
      <MyJobs
        title="Given to you, not to be begun yet"
        hint={`Work begins once the job is in the lane ${approvelane}.`}
        jobs={toapprove}
        can={can}
      />
      {more && <p className="hint">There is more. These are the jobs that are due first.</p>}
      {jobs.length + toapprove.length === 0 && (
        <EmptyState
          icon="square-check"
          text="Nothing is waiting for you."
          hint={
            free.length > 0
              ? 'Below are steps that nobody has yet.'
              : 'Steps and jobs stand here as soon as somebody gives them to you.'
          }
        />
      )}
      <MyJobs title="Nobody has these yet" jobs={free} can={can} free />
      {morefree && <p className="hint">There are more of them. These are the ones that are due first.</p>}
      <DoneToday jobs={donetoday} />
      <Worked lines={worked} />
    </ListRegion>
  )
}

/** What was completed leaves the work, and not without a word. */
function DoneToday({ jobs }: { jobs: MyWorkProps['donetoday'] }) {
  if (jobs.length === 0) return null
  return (
    <Panel title="Completed today" flush>
      <ul className="worked">
        {jobs.map(({ id, reference, description, href }) => (
          <li key={id}>
            <span className="what">
              {href ? <a href={href}>{reference}</a> : reference} {description}
            </span>
            <Chip level="success">Completed</Chip>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function sayDay({ minutestoday, running }: MyWorkProps): string {
  const time = minutestoday > 0 ? `${duration(minutestoday)} worked today` : 'No time worked today yet'
  if (running === 0) return time
  return `${time} · ${running === 1 ? '1 timer runs' : `${running} timers run`}`
}

function Worked({ lines }: { lines: readonly WorkedLine[] }) {
  if (lines.length === 0) return null
  return (
    <Panel title="Worked today" flush>
      <ul className="worked">
        {lines.map(({ id, name, reference, href, minutes, done, correct }) => (
          <li key={id}>
            <span className="what">
              {href ? <a href={href}>{reference}</a> : reference} {name}
            </span>
            {done && <Chip level="success">Completed</Chip>}
            <span className="number">{duration(minutes)}</span>
            {correct && (
              <IconLink
                small
                icon="pencil"
                label={`Correct the time on ${reference} ${name}`}
                {...dialogLink(correct)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export const NoWorker = ({ title, canlink }: { title: string; canlink: boolean }) => (
  <>
    <PageTitle title={title} />
    <EmptyState
      icon="hard-hat"
      text="You are not one of the workers yet."
      hint={
        canlink
          ? 'Open your worker, or make one, and choose yourself under Signs in as.'
          : 'Ask an administrator to link a worker to you: steps are given to workers.'
      }
    >
      {canlink && (
        <LinkButton look="primary" href="/admin/workers">
          Open workers
        </LinkButton>
      )}
    </EmptyState>
  </>
)
