import { DateText } from '#views/ui/datetime.tsx'
import { Chip } from '#views/ui/small.tsx'
import { visitWords } from '#views/ui/visit-time.ts'
import type { MyJob } from './types.ts'

type DueProps = { of: Pick<MyJob, 'critical' | 'finish' | 'start' | 'visittime' | 'when'> }

export const Due = ({ of: { critical, finish, start, visittime, when } }: DueProps) => (
  <>
    {critical && <Chip level="error">Critical</Chip>}
    {visittime && <Chip icon="clock">{visitWords(visittime)}</Chip>}
    {finish ? (
      <span className={when === 'late' ? 'late' : undefined}>
        {when === 'late' ? 'Was due ' : 'Due '}
        <DateText date={finish} />
      </span>
    ) : (
      start && (
        <span>
          From <DateText date={start} />
        </span>
      )
    )}
  </>
)
