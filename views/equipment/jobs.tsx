import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

export type EquipmentJob = { jobid: string; reference: string; url: string; added: string; out: boolean }

/** The jobs that a piece is or was on, as far as the person sees them. */
export function EquipmentJobs({ jobs, zone }: { jobs: readonly EquipmentJob[]; zone: string }) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon="briefcase"
        text="It is on no job."
        hint="Scan its barcode on a job to send it there."
      />
    )
  return (
    <ul className="people">
      {jobs.map(({ jobid, reference, url, added, out }) => (
        <li key={jobid}>
          <Icon name="briefcase" />
          <span>
            <a href={url}>{reference}</a>{' '}
            <small>
              since <DateTime iso={added} zone={zone} />
            </small>{' '}
            {out && <Chip level="info">Out</Chip>}
          </span>
        </li>
      ))}
    </ul>
  )
}
