import { useEffect, useState } from 'react'
import { sinceText } from '#islands/client/times.ts'
import { instant } from '#views/format.ts'

// Relative times are told anew at every 10 seconds (specification 1, section 9).
const everyms = 10_000

export function RelativeTime({ iso, zone }: { iso: string; zone: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyms)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={iso} title={instant(iso, zone)}>
      {sinceText((Date.parse(iso) - now) / 1000)}
    </time>
  )
}
