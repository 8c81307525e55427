import { itemsAtStorage, linesAtStorage, linesOnBoard, type StoredLine } from '#db/queries/stock/storage.ts'
import { storage } from '#db/schema/tenant/index.ts'
import { canSeeJobAt } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { asQuantity, toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'

const units = (quantity: number) => toDecimal(asQuantity(quantity), 'quantity')

const presentLine = (line: StoredLine) => ({
  id: line.materialid,
  job: { id: line.jobid, reference: line.reference },
  inventoryid: line.inventoryid,
  description: line.description,
  estimated: units(line.estimated),
  consumed: units(line.consumed),
  unit: line.unit,
})

export const storageApi: Route[] = [
  api(
    'GET /api/storage/board/:id',
    {
      claim: 'equipment.read',
      params: ById,
      summary: 'The places that lines of open jobs on a board name, each with those lines.',
    },
    (c) =>
      c.read((db, viewer) => {
        if (!viewer.boards.has(c.params.id)) throw notFound('board')
        const lines = linesOnBoard(db, c.params.id).filter((one) =>
          canSeeJobAt(viewer, one.boardid, one.location),
        )
        const places = [...Map.groupBy(lines, (line) => line.storageid).values()].map((group) => ({
          id: group[0]!.storageid,
          name: group[0]!.storage,
          barcode: group[0]!.barcode,
          lines: group.map(presentLine),
        }))
        return listData(places)
      }),
  ),

  api(
    'GET /api/storage/fetch/:id',
    {
      claim: 'equipment.read',
      params: ById,
      summary: 'What lies at a place: its stock (with `stock.read`) and the lines of open jobs that name it.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { name, barcode, archived, version } = getRecord(db, storage, c.params.id)
        const lines = linesAtStorage(db, c.params.id).filter((one) =>
          canSeeJobAt(viewer, one.boardid, one.location),
        )
        const items = c.can('stock.read') ? itemsAtStorage(db, c.params.id) : []
        return {
          id: c.params.id,
          name,
          barcode,
          archived,
          version,
          items: items.map(({ quantity, ...item }) => ({ ...item, onhand: units(quantity) })),
          lines: lines.map(presentLine),
        }
      }),
  ),
]
