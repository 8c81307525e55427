import { itemsAtStorage, linesAtStorage, linesOnBoard, type StoredLine } from '#db/queries/stock/storage.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { storage } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { readLabels } from '#server/resources.ts'
import { formatQuantity } from '#views/format.ts'
import { StorageContents, StorageOfBoard, type StoredItem } from '#views/stock/storage/contents.tsx'

function shownLines(
  db: TenantDb,
  viewer: Viewer,
  lines: readonly StoredLine[],
): (StoredItem & { place: StoredLine })[] {
  const linkOf = jobLinks(db)
  return lines
    .filter(({ boardid, location }) => canSeeJobAt(viewer, boardid, location))
    .map((line) => ({
      id: line.materialid,
      name: line.reference,
      note: line.description,
      amount: formatQuantity(line.estimated, line.unit),
      href: linkOf(line.boardid, line.reference),
      place: line,
    }))
}

function boardPage(c: Context, boardid?: string) {
  return c.read((db, viewer) => {
    const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
    const board = boardid === undefined ? boards[0] : boards.find(({ id }) => id === boardid)
    if (boardid !== undefined && !board) throw notFound('board')
    const lines = board ? shownLines(db, viewer, linesOnBoard(db, board.id)) : []
    const places = [...Map.groupBy(lines, ({ place }) => place.storageid)].map(([id, held]) => ({
      id,
      name: held[0]?.place.storage ?? '',
      barcode: held[0]?.place.barcode ?? '',
      lines: held,
    }))
    return view(<StorageOfBoard boards={boards} board={board} places={places} labels={readLabels(db)} />, {
      title: 'Storage by board',
      page: 'pages.admin.storage',
    })
  })
}

export const storagePages: Route[] = [
  page(
    'GET /admin/storage/:id/contents',
    { claim: 'equipment.read', params: ById, summary: 'What stands in a storage place.' },
    (c) =>
      c.read((db, viewer) => {
        getRecord(db, storage, c.params.id)
        const items = c.can('stock.read') ? itemsAtStorage(db, c.params.id) : []
        return fragment(
          <StorageContents
            items={items.map(({ id, code, name, baseunit, quantity: held }) => ({
              id,
              name,
              note: name === code ? '' : code,
              amount: formatQuantity(held, baseunit),
              href: c.can('inventory.read') ? `/admin/inventory/${id}` : undefined,
            }))}
            lines={shownLines(db, viewer, linesAtStorage(db, c.params.id))}
          />,
        )
      }),
  ),

  page('GET /storage/board', { claim: 'equipment.read', summary: 'Storage places as a board.' }, (c) =>
    boardPage(c),
  ),

  page(
    'GET /storage/board/:id',
    { claim: 'equipment.read', params: ById, summary: 'A storage place on the board.' },
    (c) => boardPage(c, c.params.id),
  ),
]
