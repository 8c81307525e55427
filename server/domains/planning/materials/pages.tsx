import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportReply, singleBatch } from '#server/export/exported.ts'
import { t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { asQuantity, toDecimal } from '#server/money/decimal.ts'
import { readLabels } from '#server/resources.ts'
import { JobMaterialsTable } from '#views/planning/job-materials.tsx'
import { MaterialsPage } from '#views/planning/materials.tsx'
import type { JobMaterial, NeededMaterial } from '#views/planning/types.ts'
import { findJobMaterials, findMaterials } from './find-materials.ts'
import { MaterialsExportQuery, MaterialsQuery } from './input.ts'

const claim = 'stock.read'
const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

export const materialsPages: Route[] = [
  page(
    'GET /:jobs/:board/planning/materials',
    {
      claim,
      params: OnBoard,
      query: MaterialsQuery,
      summary: 'What open jobs need of each item, what there is of it, and what is short.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const { skip = 0, take = 50, ...asked } = c.query
        const shown = { query: c.query, url: c.url.pathname + c.url.search, skip, take }
        const jobs = asked.by === 'job' ? findJobMaterials(db, viewer, board.id, asked) : undefined
        const { rows, suppliers } = jobs ? { rows: [], suppliers: [] } : findMaterials(db, board.id, asked)
        return view(
          <MaterialsPage
            board={board}
            segment={c.params.jobs}
            {...shown}
            rows={rows.slice(skip, skip + take)}
            total={rows.length}
            suppliers={suppliers}
            tabs={boardTabRights(c)}
            canexport={c.can('records.export')}
            seesorders={c.can('purchase.read')}
            labels={readLabels(db)}
          >
            {jobs && (
              <JobMaterialsTable
                {...shown}
                rows={jobs.slice(skip, skip + take)}
                total={jobs.length}
                canexport={c.can('records.export')}
              />
            )}
          </MaterialsPage>,
          { title: `${board.name} materials`, page: `board.${board.slug}` },
        )
      }),
  ),

  page(
    'GET /:jobs/:board/planning/materials/export',
    {
      claim,
      params: OnBoard,
      query: MaterialsExportQuery,
      summary: 'What open jobs need and have, as a file.',
    },
    (c) => {
      const { format, ...asked } = c.query
      const found = c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return
        const rows =
          asked.by === 'job'
            ? findJobMaterials(db, viewer, board.id, asked).map(jobRow)
            : findMaterials(db, board.id, asked).rows.map(itemRow)
        return { board, rows }
      })
      if (!found) throw notFound('board')
      return exportReply(c, format, {
        title: `${found.board.name} materials`,
        columns: asked.by === 'job' ? jobColumns : itemColumns,
        batches: singleBatch(found.rows),
      })
    },
  ),
]

const numbers = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head, kind: 'number' }))

const itemColumns: ExportColumn[] = [
  { head: 'Code' },
  { head: 'Item' },
  { head: 'Unit' },
  { head: 'Supplier' },
  ...numbers(
    'Required',
    'Used',
    'Reserved',
    'On hand',
    'Available',
    'On order',
    'Being made',
    'On drafts',
    'Short',
  ),
  { head: 'Needed by', kind: 'date' },
  { head: 'Missing' },
]

const jobColumns: ExportColumn[] = [
  { head: 'Job' },
  { head: 'Description' },
  { head: 'Approved' },
  { head: 'Code' },
  { head: 'Item' },
  { head: 'Unit' },
  ...numbers('Required', 'Used', 'Still needed', 'Short'),
  { head: 'Needed by', kind: 'date' },
]

const units = (...values: number[]) => values.map((value) => toDecimal(asQuantity(value), 'quantity'))

const itemRow = (row: NeededMaterial): ExportRow => [
  ...[row.code, row.name, row.unit, row.supplier ? row.supplier.name : ''],
  ...units(
    row.required,
    row.used,
    row.reserved,
    row.onhand,
    row.available,
    row.onorder,
    row.making,
    row.drafted,
    row.short,
  ),
  ...[dayCell(row.needed), row.gaps.join(', ')],
]

const jobRow = ({ job, item, ...row }: JobMaterial): ExportRow => [
  ...[job.reference, job.description, job.approved ? 'yes' : 'no', item.code, item.name, item.unit],
  ...units(row.required, row.used, row.open, row.short),
  dayCell(row.needed),
]
