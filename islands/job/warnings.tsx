import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Icon } from '#views/ui/icon.tsx'

export function Warnings({ list }: { list: JobDetail['warninglist'] }) {
  if (list.length === 0) return null
  return (
    <div className="warnings warning">
      <Icon name="warning" />
      <ul>
        {list.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
