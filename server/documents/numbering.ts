const numbered = {
  invoice: { label: 'Invoice', mark: 'INV-' },
  creditnote: { label: 'Credit note', mark: 'CN-' },
  deposit: { label: 'Deposit request', mark: 'DEP-' },
  receipt: { label: 'Receipt', mark: 'RCT-' },
  deliverynote: { label: 'Delivery note', mark: 'DN-' },
  purchaseorder: { label: 'Purchase order', mark: 'PO-' },
}
export type NumberedKind = keyof typeof numbered

export const isNumbered = (kind: string): kind is NumberedKind => Object.hasOwn(numbered, kind)

/** A gapless series of its own (decision D4). */
export const seriesName = (kind: NumberedKind, organisationid: string) => `${kind}:${organisationid}`

/** `NWINV-0042`. */
export const formatNumber = (kind: NumberedKind, prefix: string, series: number) =>
  `${prefix.trim()}${numbered[kind].mark}${String(series).padStart(4, '0')}`

/** Its place in the series that `formatNumber` numbers so; null of any other number. */
export function parseNumber(kind: NumberedKind, prefix: string, number: string): number | null {
  const [, series] = number.match(/(\d{4,})$/) ?? []
  return series && formatNumber(kind, prefix, Number(series)) === number ? Number(series) : null
}

export const documentName = ({ kind, number }: { kind: string; number: string | null }) =>
  `${numbered[kind as NumberedKind].label} ${number}`
