import { newestMovementNumber } from '#db/queries/stock/worth-reports.ts'
import { Problem } from '#server/errors.ts'
import type { ExportRow } from '#server/export/cells.ts'
import type { Context } from '#server/http/context.ts'
import { logFailure } from '#server/log.ts'
import { askReader } from '#server/reader/reader.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readStockReport, type StockReport, type StockReportAsked } from './run-stock-report.ts'

/** So few movements are added up sooner than a thread is asked. */
const FEW = 2_000

/** In a thread, so that nobody is held up: of a hundred thousand items it takes a second and more. @throws 500, 503 */
export async function askStockReport<Asked extends StockReportAsked>(
  c: Context,
  asked: Asked,
): Promise<StockReport<Asked['name']>> {
  type Found = StockReport<Asked['name']>
  const few = c.read((db) => (newestMovementNumber(db) > FEW ? undefined : readStockReport(db, asked)))
  if (few) return few as Found
  const path = c.services.tenants.path(c.person.accountid)
  try {
    const reply = await askReader(whileConnected(c), {
      stock: { path, nowutc: c.now().toISOString(), asked },
    })
    return (reply as { stock: unknown }).stock as Found
  } catch (error) {
    if (error instanceof Problem || c.request.signal.aborted) throw error
    logFailure(`stock report ${asked.name}`, error)
    throw new Problem(500, 'It could not be added up. Please try again.', { code: 'reportfailed' })
  }
}

/** A chunk at a time, so that others have their turn between them. */
export async function* exportChunks<Line>(
  { chunks }: { chunks: readonly string[]; rows: readonly Line[] },
  toRow: (line: Line) => ExportRow,
): AsyncGenerator<ExportRow[]> {
  for (const chunk of chunks) yield (JSON.parse(chunk) as Line[]).map(toRow)
}
