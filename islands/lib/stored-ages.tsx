import { sinceText } from '#islands/client/times.ts'
import { type AgedPart, type OldPart, useAges } from './ages.ts'

export const StoredAges = ({ of }: { of: readonly AgedPart[] }) => <OldParts old={useAges(of)} />

/** Which of the figures are old, and how old: the page script keeps the times right. */
export function OldParts({ old }: { old: readonly OldPart[] }) {
  if (old.length === 0) return null
  return (
    <p className="hint waits" role="status" data-stored-part="">
      Without a network, as it was:{' '}
      {old.map(({ name, utc }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          {name}{' '}
          <time key={utc} dateTime={utc} data-relative="">
            {sinceText((Date.parse(utc) - Date.now()) / 1000)}
          </time>
        </span>
      ))}
    </p>
  )
}
