import { instant, longDate, shortDate } from '#views/format.ts'

type DateTextProps = { date: string | null | undefined; long?: boolean }

export function DateText({ date, long }: DateTextProps) {
  if (!date) return <span className="nothing">–</span>
  return <time dateTime={date}>{long ? longDate(date) : shortDate(date)}</time>
}

type DateTimeProps = {
  /** ISO 8601 UTC. */
  iso: string | null | undefined
  zone?: string
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
