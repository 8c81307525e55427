export type TaxDocumentKind = 'invoice' | 'creditnote'
const marks: Record<TaxDocumentKind, string> = { invoice: 'INV-', creditnote: 'CN-' }

/** A gapless series of its own (decision D4). */
export const seriesName = (kind: TaxDocumentKind, organisationid: string) => `${kind}:${organisationid}`

/** `NWINV-0042`. */
export const formatNumber = (kind: TaxDocumentKind, prefix: string, series: number) =>
  `${prefix.trim()}${marks[kind]}${String(series).padStart(4, '0')}`

export const documentName = ({ kind, number }: { kind: string; number: string | null }) =>
  `${kind === 'creditnote' ? 'Credit note' : 'Invoice'} ${number}`
