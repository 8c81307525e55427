import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Banner } from '#views/ui/small.tsx'

export function Warnings({ list }: { list: JobDetail['warninglist'] }) {
  const [first, ...more] = list
  if (!first) return null
  return (
    <div className="warnings">
      <Banner level="warning">
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
    </div>
  )
}
