import { capitalise, duration } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Icon } from '#views/ui/icon.tsx'
import { canWait, ofJob, WaitsHere } from '#views/ui/outbox.tsx'

export type RunningTimer = {
  id: string
  /** Null: of the job as a whole. */
  stepid: string | null
  name: string
  jobid: string
  reference: string
  /** ISO 8601 UTC. */
  startutc: string
  minutes: number
  /** So long that it was forgotten, perhaps. */
  overlong: boolean
}

export type TimersProps = { workerid: string; timers: readonly RunningTimer[] }

type ElapsedProps = { since: string; minutes: number }

/** The page script keeps it right, minute by minute. */
export const Elapsed = ({ since, minutes }: ElapsedProps) => (
  <time className="elapsed" dateTime={since} data-elapsed="">
    {duration(minutes)}
  </time>
)

/** In the header of every page: what the person works on now. */
export function Timers({ workerid, timers }: TimersProps) {
  const [first] = timers
  return (
    <div id="timers" data-refresh="timers" data-worker={workerid} hx-get="/mywork/timers" hx-trigger="none">
      {first && (
        <>
          <button
            type="button"
            className={classes(
              'button',
              'quiet',
              'timing',
              timers.some(({ overlong }) => overlong) && 'late',
            )}
            popoverTarget="timerlist"
          >
            <Icon name="clock" />
            <span className="many">{timers.length === 1 ? '1 timer,' : `${timers.length} timers,`}</span>
            <Elapsed since={first.startutc} minutes={first.minutes} />
          </button>
          <section id="timerlist" className="menu timerlist" popover="auto" aria-label="Running timers">
            {timers.map((timer) => (
              <Timer key={timer.id} {...timer} />
            ))}
            <a className="item" href="/mywork">
              My work
            </a>
          </section>
        </>
      )}
    </div>
  )
}

function Timer({ stepid, name, jobid, reference, startutc, minutes, overlong }: RunningTimer) {
  const act = (action: string) => ({
    'hx-post': `/mywork/steps/${stepid}/${action}`,
    'hx-swap': 'none',
    ...canWait(`${capitalise(action)} ${name}`, stepid ?? '', ofJob(jobid, reference)),
  })
  return (
    <div className="timer">
      <p>
        <strong>{name}</strong> {reference}
      </p>
      <p className={overlong ? 'late' : undefined}>
        <Elapsed since={startutc} minutes={minutes} />
        {overlong && ' – forgotten? Pause it, then say how long you worked.'}
      </p>
      {stepid && (
        <div className="buttons">
          <Button small icon="pause" aria-label={`Pause ${name}`} {...act('pause')}>
            Pause
          </Button>
          <Button small icon="check" aria-label={`Finish ${name}`} {...act('finish')}>
            Finish
          </Button>
          <WaitsHere group={stepid} />
        </div>
      )}
    </div>
  )
}
