import type { Tracked, TrackingKind } from '#server/domains/work/tracking/track-job.ts'
import { instant } from '#views/format.ts'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { EmptyState } from '#views/ui/small.tsx'

const icons: Record<TrackingKind, IconName> = {
  job: 'briefcase',
  lane: 'arrow-right',
  approval: 'success',
  document: 'mail',
  step: 'hard-hat',
  stock: 'boxes',
  equipment: 'wrench',
  invoice: 'file-text',
  delivery: 'truck',
}

type TrackingProps = { jobid: string; tracked: readonly Tracked[]; more: boolean; zone: string }

/** What happened, oldest first. */
export function Tracking({ jobid, tracked, more, zone }: TrackingProps) {
  const days = Map.groupBy(tracked, ({ date }) => instant(date, zone).split(',')[0] ?? '')
  return (
    // Nothing in it takes the focus, and it is often longer than the dialog that scrolls it.
    <section
      id="job-tracking"
      className="tracking"
      aria-label="What happened to the job"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      data-refresh="stock work"
      hx-get={`/tracking/${jobid}`}
      hx-trigger="none"
    >
      {tracked.length === 0 && <EmptyState icon="history" text="Nothing has happened yet." />}
      {more && <p className="hint">There is more: these are the newest changes.</p>}
      {[...days].map(([day, facts]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol>
            {facts.map(({ id, date, user, kind, what }) => (
              <li key={id}>
                <Icon name={icons[kind]} />
                <span className="what">{what}</span>
                <small>
                  <time dateTime={date}>{instant(date, zone).split(', ')[1]}</time>
                  {user && ` · ${user}`}
                </small>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}
