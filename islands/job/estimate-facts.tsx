import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { isExpired } from '#views/ui/job-stages.ts'

/** What became of the estimate that was sent. */
export function EstimateFacts({ job, today }: { job: JobDetail; today: string }) {
  const { estimatesentutc, estimatewaits, validuntil, acceptedby, acceptedon } = job
  const accepted = acceptedby || acceptedon
  if (!estimatesentutc && !estimatewaits && !accepted) return null
  return (
    <p className="estimatefacts">
      {estimatesentutc && (
        <span>
          Estimate sent <DateTime iso={estimatesentutc} />
        </span>
      )}
      {estimatewaits && (
        <span className="expired">
          {estimatesentutc ? 'an e-mail still waits' : 'Estimate waits'} to be sent
        </span>
      )}
      {!accepted && validuntil && estimatesentutc && (
        <span className={isExpired(job, today) ? 'expired' : undefined}>
          {isExpired(job, today) ? 'expired' : 'valid until'} {shortDate(validuntil)}
        </span>
      )}
      {accepted && (
        <span>
          accepted{acceptedby && ` by ${acceptedby}`}
          {acceptedon && ` on ${shortDate(acceptedon)}`}
        </span>
      )}
    </p>
  )
}
