/** As Sage Pastel Partner reads it: commas, points, no row of headings, Windows line ends. */
export const pastelText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** The month of the financial year that ends with the month `end`, from 1. */
export const fiscalPeriod = (date: string, end: number): string =>
  String(((Number(date.slice(5, 7)) - end + 11) % 12) + 1)

export const pastelDay = (date: string) => date.split('-').reverse().join('/')

export const cutText = (text: string | null | undefined, most: number) =>
  [...(text ?? '')].slice(0, most).join('')

/** As many cells as the layout has for them. */
export const cutTexts = (texts: readonly string[], many: number, most: number) =>
  Array.from({ length: many }, (_, at) => cutText(texts[at], most))

const cell = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
