import type { CellValue, ColumnDef } from 'hucre/xlsx'
import type { ExportColumn, ExportRow } from './cells.ts'

type Rows = AsyncIterable<ExportRow> | Iterable<ExportRow>

/** Formats of Excel, which shows them in the separators of whoever opens the file. Text is text without any. */
const formats = { money: '#,##0.00##', date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm' } as const

/** Made while it is sent. */
export async function xlsxStream(
  sheet: string,
  columns: readonly ExportColumn[],
  rows: Rows,
): Promise<ReadableStream<Uint8Array>> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const defs = columns.map(
    ({ head, kind = 'text' }): ColumnDef => ({
      header: head,
      key: head,
      width: columnWidth(head, kind),
      ...(kind in formats ? { numFmt: formats[kind as keyof typeof formats] } : {}),
    }),
  )
  return writeXlsxStream(rows as AsyncIterable<CellValue[]>, {
    name: sheetName(sheet),
    columns: defs,
    freezePane: { rows: 1 },
  })
}

export const toXlsx = async (sheet: string, columns: readonly ExportColumn[], rows: readonly ExportRow[]) =>
  new Uint8Array(await new Response(await xlsxStream(sheet, columns, rows)).arrayBuffer())

const columnWidth = (head: string, kind: string) => Math.max(head.length + 2, kind === 'text' ? 18 : 12)

/** Excel takes 31 characters, and none that stands for something in a formula. */
const sheetName = (name: string) => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'List'
