import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Banner, type Level } from '#views/ui/small.tsx'

type WarningsProps = { job: Pick<JobDetail, 'warninglist' | 'stage'> }

/** Of a job whose work has not begun, that its lines are still to be used is no fault. */
export function Warnings({ job: { warninglist, stage } }: WarningsProps) {
  const isAhead = ({ code }: { code: string }) => code === 'unconsumed' && stage === 'approved'
  const ahead = warninglist.filter(isAhead)
  const open = warninglist.filter((one) => !isAhead(one))
  if (warninglist.length === 0) return null
  return (
    <div className="warnings">
      <Told level="warning" list={open} />
      <Told level="info" list={ahead} />
    </div>
  )
}

function Told({ level, list }: { level: Level; list: JobDetail['warninglist'] }) {
  const [first, ...more] = list
  if (!first) return null
  return (
    <Banner level={level}>
      {more.length === 0 ? (
        first.message
      ) : (
        <ul>
          {list.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
