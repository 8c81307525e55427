import { instant, longDate, shortDate } from '#views/format.ts'

type DateTextProps = { date: string | null | undefined; long?: boolean }

/** A calendar date: `21 Nov 2026`, or `21 November 2026` when long. */
export function DateText({ date, long }: DateTextProps) {
  if (!date) return <span className="nothing">–</span>
  return <time dateTime={date}>{long ? longDate(date) : shortDate(date)}</time>
}

type DateTimeProps = {
  /** Instant, ISO 8601 UTC. */
  iso: string | null | undefined
  zone?: string
  /** Shows "5 minutes ago", kept current by the page script; the clock time is its tooltip. */
  relative?: boolean
}

export function DateTime({ iso, zone, relative }: DateTimeProps) {
  if (!iso) return <span className="nothing">–</span>
  const text = instant(iso, zone)
  return (
    <time dateTime={iso} title={relative ? text : undefined} data-relative={relative ? '' : undefined}>
      {text}
    </time>
  )
}
