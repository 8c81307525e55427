import { sinceText } from '#islands/client/times.ts'
import { type AgedPart, useAges } from './ages.ts'

/** Which of the figures are old, and how old: the page script keeps the times right. */
export function StoredAges({ of }: { of: readonly AgedPart[] }) {
  const old = useAges(of)
  if (old.length === 0) return null
  return (
    <p className="waits" role="status" data-stored-part="">
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
