import type { CellValue, ColumnDef } from 'hucre/xlsx'
import { columnWidth, type ExportColumn, type ExportRow, numberFormats } from './cells.ts'

type Rows = AsyncIterable<ExportRow> | Iterable<ExportRow>

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
      ...(kind in numberFormats ? { numFmt: numberFormats[kind as keyof typeof numberFormats] } : {}),
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

/** Excel takes 31 characters, and none that stands for something in a formula. */
const sheetName = (name: string) => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'List'
