export type Kind = 'invoice' | 'creditnote'
const marks: Record<Kind, string> = { invoice: 'INV-', creditnote: 'CN-' }

/** The counter of an organisation's own gapless series (decision D4). */
export const seriesName = (kind: Kind, organisationid: string) => `${kind}:${organisationid}`

/** A number as it is printed: the organisation's prefix, the kind, at least four digits: `NWINV-0042`. */
export const formatNumber = (kind: Kind, prefix: string, series: number) =>
  `${prefix.trim()}${marks[kind]}${String(series).padStart(4, '0')}`

/** What an issued document is called: `Invoice NWINV-0042`, `Credit note NWCN-0001`. */
export const documentName = ({ kind, number }: { kind: string; number: string | null }) =>
  `${kind === 'creditnote' ? 'Credit note' : 'Invoice'} ${number}`
