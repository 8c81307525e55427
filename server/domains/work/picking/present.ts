import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type Quantity, toDecimal } from '#server/money/decimal.ts'
import { listLinesToPick, type PickLevels, type PickLine } from './picking-list.ts'

const decimal = (quantity: Quantity) => toDecimal(quantity, 'quantity')

/** What lies where is left out for whoever may not see stock. */
export function presentPickingList(db: TenantDb, viewer: Viewer, jobid: string) {
  const seesStock = viewer.claims.has('stock.read')
  return listLinesToPick(db, jobid).map((line) => presentLine(line, seesStock))
}

function presentLine(line: PickLine, seesStock: boolean) {
  const { materialid, version, inventory, description, unit, storage, picks } = line
  return {
    ...{ materialid, version, inventory, description, unit, storage },
    planned: decimal(line.planned),
    topick: decimal(line.topick),
    picked: decimal(line.picked),
    ...(seesStock && {
      onhand: line.onhand === null ? null : decimal(line.onhand),
      reserved: line.reserved === null ? null : decimal(line.reserved),
      levels: line.levels && presentLevels(line.levels),
      short: decimal(line.short),
      elsewhere: line.elsewhere.map(({ storage, onhand }) => ({ storage, onhand: decimal(onhand) })),
      otherplaces: line.otherplaces,
    }),
    picks: picks.map((pick) => ({ ...pick, quantity: decimal(pick.quantity) })),
  }
}

const presentLevels = ({ onhand, reserved, available, onorder, forjob }: PickLevels) => ({
  onhand: decimal(onhand),
  reserved: decimal(reserved),
  available: decimal(available),
  onorder: decimal(onorder),
  forjob: { reserved: decimal(forjob.reserved), onorder: decimal(forjob.onorder) },
})
