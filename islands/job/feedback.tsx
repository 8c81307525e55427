import { EmptyState } from '#views/ui/small.tsx'

/** What the workshop reported back, stored as HTML: shown where it can neither run nor reach anything. */
export function Feedback({ html }: { html: string }) {
  if (!html) return <EmptyState icon="clipboard-list" text="No feedback has been given on this job." />
  return <iframe className="feedback" title="Feedback" sandbox="" srcDoc={html} />
}

export const Timesheet = () => (
  <EmptyState
    icon="clock"
    text="No time is booked on this job."
    hint="Date, details, material, time and total will stand here once time can be booked."
  />
)
