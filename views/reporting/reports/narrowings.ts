/**
 * What rows of a report are narrowed to by an address: the id of a record, or `none` for rows without one. `charged`:
 * the kind of a document and the VAT of its lines, as `invoice-150000` or `creditnote-exempt`.
 */
export const narrowings = [
  ...(['client', 'item', 'category', 'supplier', 'worker', 'organisation', 'charged'] as const),
]

export type Narrowing = (typeof narrowings)[number]

/** Rows of all of them. */
export const unnarrowed = Object.fromEntries(narrowings.map((name) => [name, null])) as Record<
  Narrowing,
  null
>
