import { equipmentByBarcode, equipmentInUse } from '#db/queries/stock/equipment.ts'
import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid } from '#server/errors.ts'
import { changeDeliveryDraft } from './save-draft.ts'

type Packed = { barcode?: string; equipmentid?: string | null; lineids?: string | readonly string[] }

/** Without lines: all that are in no piece yet. @throws 400 by field, as `changeDeliveryDraft` */
export function packLine(tx: Tx, viewer: Viewer, id: string, { barcode, equipmentid, lineids }: Packed) {
  if (!barcode && !equipmentid) throw invalid({ barcode: 'Scan the piece of equipment, or choose one.' })
  const piece = equipmentid ? equipmentInUse(tx.db, equipmentid) : equipmentByBarcode(tx.db, barcode ?? '')
  if (!piece)
    throw equipmentid
      ? invalid({ equipmentid: 'This piece of equipment could not be found.' })
      : invalid({ barcode: `No equipment has the barcode ${barcode}.` })
  const before = listDeliveryLines(tx.db, id)
  const chosen = new Set([lineids ?? []].flat().filter(Boolean))
  const isChosen = (line: (typeof before)[number]) =>
    chosen.size > 0 ? chosen.has(line.id) || chosen.has(line.materialid) : line.equipmentid === null
  if (!before.some(isChosen))
    throw invalid({ lineids: 'Every line is packed already: choose the one that goes into this piece.' })
  changeDeliveryDraft(tx, viewer, id, {
    lines: before.map((line) => ({
      materialid: line.materialid,
      quantity: line.quantity,
      equipmentid: isChosen(line) ? piece.id : line.equipmentid,
    })),
  })
}
