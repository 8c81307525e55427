import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { isExpired } from '#views/ui/job-stages.ts'

/** What became of the estimate that was sent. */
export function EstimateFacts({ job, today }: { job: JobDetail; today: string }) {
  const { estimatesentutc, validuntil, acceptedby, acceptedon } = job
  const accepted = acceptedby || acceptedon
  // A paid job needs its estimate no more.
  const waits = job.estimatewaits && job.stage !== 'paid'
  if (!estimatesentutc && !waits && !accepted) return null
  return (
    <p className="estimatefacts">
      {estimatesentutc && (
        <span>
          Estimate sent <DateTime iso={estimatesentutc} />
        </span>
      )}
      {waits && (
        <span className="expired">
          {estimatesentutc ? 'an e-mail still waits' : 'The e-mail with the estimate waits'} to be sent
        </span>
      )}
      {waits && !estimatesentutc && <span>Did the client get it in another way?</span>}
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
