/** `supply`, `input`: which documents stand behind it, as the address of their page says it. */
export type VatBox = { field: string; label: string; cents: number; supply?: string; input?: string }

export type VatSupplies = {
  supply: string
  credit: boolean
  vatrate: number
  exempt: boolean
  documents: number
  net: number
  vat: number
  total: number
}

/** Cents; of the credit notes below zero. */
export type VatReport = {
  sums: readonly VatSupplies[]
  boxes: readonly VatBox[]
  /** For who sees what suppliers charge. */
  withinputs: boolean
  /** Goods that came in the period and that no invoice of a supplier charges: cents without VAT, by order. */
  uninvoiced: readonly { id: string; number: string; cents: number }[]
  invoiced: { net: number; vat: number; total: number }
  /** What field 4 differs from the VAT of the lines. */
  rounding: number
  standard: number
}
