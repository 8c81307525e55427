import { withQuery } from '#views/ui/links.ts'

type Period = { start: string; end: string }
type ShownVat = {
  organisation: { id: string }
  /** What is shown: the whole period, or a month of it. */
  period: Period
  whole: Period
}

/** An address of the VAT report, for what is shown. */
export const vatHref = (
  path: string,
  { organisation, period, whole }: ShownVat,
  query: Record<string, string> = {},
) =>
  withQuery(path, {
    ...{ organisation: organisation.id, date: whole.end },
    ...(period.start === whole.start && period.end === whole.end ? {} : { month: period.start.slice(0, 7) }),
    ...query,
  })
