export type ReportColumn = {
  key: string
  head: string
  /** Money in cents, rates in ten-thousandths of a rand, quantities in millionths, a percentage in ten-thousandths, time in minutes. */
  kind: 'text' | 'date' | 'month' | 'money' | 'rate' | 'quantity' | 'percent' | 'minutes' | 'count'
  /** Its sum stands at the foot. */
  sums?: boolean
}

export type ReportRow = { [key: string]: string | number | null }

export type LinkedRow = ReportRow & { href: string | null }
