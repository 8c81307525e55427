import { readStoredPosition } from '#db/queries/position.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden } from '#server/errors.ts'
import { disposition } from '#server/files/disposition.ts'
import type { Context } from '#server/http/context.ts'
import { choice, t } from '#server/http/fields.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { ExportColumn, ExportRow } from './cells.ts'
import { csvHead, csvLine } from './csv.ts'
import { queueBatches } from './export-queue.ts'
import { xlsxStream } from './xlsx.ts'

export const exportQuery = { format: t.Optional(choice('csv', 'xlsx')) }

export type ExportFormat = 'csv' | 'xlsx' | undefined

type Exported = {
  title: string
  columns: readonly ExportColumn[]
  batches: AsyncIterable<readonly ExportRow[]>
}

const BATCH = 500
/** Others wait for one batch; to write it out takes about as long again. */
const BATCH_MS = 1.5
const FEW = 10

/** Sent while it is read: between two batches everybody else has their turn. @throws 403, 503 */
export async function exportReply(
  c: Context,
  format: ExportFormat = 'csv',
  list: Exported,
): Promise<Response> {
  mayExport(c)
  const day = c.read((db) => todayIn(readZone(db), c.now()))
  const name = `${list.title} ${day}.${format}`.replace(/[/\\:*?"<>|]/g, '-')
  const body = c.request.method === 'GET' ? await exportStream(c, format, list) : null
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': format === 'xlsx' ? XLSX : 'text/csv; charset=utf-8',
      'content-disposition': disposition(name),
      'cache-control': 'no-store',
    },
  })
}

function exportStream(c: Context, format: ExportFormat, { title, columns, batches }: Exported) {
  const queued = queueBatches(whileConnected(c), batches)
  return format === 'xlsx' ? xlsxStream(title, columns, flattenBatches(queued)) : csvStream(columns, queued)
}

function mayExport(c: Pick<Context, 'can'>) {
  if (!c.can('records.export')) throw forbidden()
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** In the order of their ids: what is added or moved meanwhile changes nothing. */
export async function* byIds(
  c: Context,
  ids: readonly string[],
  read: (db: TenantDb, ids: readonly string[]) => ExportRow[],
): AsyncGenerator<ExportRow[]> {
  let size = FEW
  for (let at = 0; at < ids.length; ) {
    const began = performance.now()
    const rows = c.read((db) => read(db, ids.slice(at, at + size)))
    at += size
    const fitting = Math.floor((size * BATCH_MS) / Math.max(performance.now() - began, 0.1))
    size = Math.max(FEW, Math.min(fitting, BATCH))
    yield rows
  }
}

export async function* singleBatch(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  yield rows
}

type Page = { skip: number; take: number }

export async function* byPages<Found>(
  c: Pick<Context, 'read'>,
  read: ReadPage<Found>,
  idOf: (found: Found) => string,
  rowOf: (found: Found) => ExportRow,
): AsyncGenerator<ExportRow[]> {
  for await (const found of listPages(c, read, idOf)) yield found.map(rowOf)
}

type ReadPage<Found> = (db: TenantDb, page: Page, viewer: Viewer) => readonly Found[]

/** Each once: rows that went move the next ones to a page that was read, so a page then begins earlier. */
export async function* listPages<Found>(
  c: Pick<Context, 'read'>,
  read: ReadPage<Found>,
  idOf: (found: Found) => string,
  size = BATCH,
): AsyncGenerator<Found[]> {
  const seen = new Set<string>()
  let [skip, seq, moved, last] = [0, -1, false, false]
  while (!last) {
    const found = c.read((db, viewer) => {
      const { seq: now } = readStoredPosition(db)
      const overlap = moved || now !== seq ? Math.min(skip, size) : 0
      const page = { skip: skip - overlap, take: overlap + size }
      const rows = read(db, page, viewer)
      const known = rows.slice(0, overlap).filter((one) => seen.has(idOf(one)))
      moved = known.length < overlap / 2
      last = !moved && rows.length < page.take
      skip = moved ? page.skip : page.skip + page.take
      seq = now
      return rows
    })
    const fresh = found.filter((one) => !seen.has(idOf(one)))
    for (const one of fresh) seen.add(idOf(one))
    yield fresh
  }
}

async function* flattenBatches(batches: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<ExportRow> {
  for await (const batch of batches) yield* batch
}

function csvStream(
  columns: readonly ExportColumn[],
  batches: Exported['batches'],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source = batches[Symbol.asyncIterator]()
  return new ReadableStream({
    start: (out) => out.enqueue(encoder.encode(csvHead(columns))),
    async pull(out) {
      const { done, value } = await source.next()
      if (done) out.close()
      else out.enqueue(encoder.encode(value.map((row) => csvLine(row)).join('')))
    },
    cancel: () => void source.return?.(),
  })
}
