import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import { findBoardOrganisationId, jobForPrint } from '#db/queries/documents.ts'
import { someEquipmentInUse } from '#db/queries/stock/equipment.ts'
import { listClientPlaces } from '#db/queries/work/deliveries.ts'
import { findGoods, type GoodsRow } from '#db/queries/work/delivery-lines.ts'
import { clients, locations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { formatQuantity } from '#views/format.ts'

type DeliveryLineInput = { materialid: string; quantity: Quantity | null; equipmentid?: string | null }

export type DraftInput = {
  boardid: string
  organisation?: string | null
  client?: string | null
  location?: string | null
  /** Of goods on consignment: the place at the client's. */
  storageid?: string | null
  reference?: string
  waybill?: string
  carrier?: string
  lines: DeliveryLineInput[]
}

type Piece = { id: string; name: string }
export type CheckedLine = { goods: GoodsRow; quantity: Quantity; piece: Piece | null }
export type CheckedDraft = {
  boardid: string
  organisation: string
  client: string | null
  location: string | null
  storageid: string | null
  reference: string
  waybill: string
  carrier: string
  lines: CheckedLine[]
}

/**
 * Goods of one client that leave for one place, never more than is left. `own`: what the note itself holds of each line.
 * @throws 400 by field (`lines.3.quantity`)
 */
export function checkDraft(
  db: TenantDb,
  viewer: Viewer,
  input: DraftInput,
  own: ReadonlyMap<string, Quantity> = new Map(),
): CheckedDraft {
  const { boardid, reference = '', waybill = '', carrier = '' } = input
  const lines = checkLines(db, viewer, input, own)
  const first = lines[0]?.goods
  const client = input.client === undefined ? (first?.client ?? null) : input.client
  const location = input.location === undefined ? (first?.location ?? null) : input.location
  checkParties(db, client, location)
  for (const [at, { goods }] of lines.entries()) checkPlace(goods, client, location, at)
  const storageid = checkClientPlace(db, input.storageid, client)
  const print = first && jobForPrint(db, first.line.jobid)
  const organisation = resolveOrganisation(db, {
    asked: input.organisation,
    named: [print?.job.organisation ?? null, findBoardOrganisationId(db, boardid)],
  }).id
  return { boardid, organisation, client, location, storageid, reference, waybill, carrier, lines }
}

function checkLines(
  db: TenantDb,
  viewer: Viewer,
  { boardid, lines }: DraftInput,
  own: ReadonlyMap<string, Quantity>,
): CheckedLine[] {
  if (lines.length === 0) throw invalid({ lines: 'Choose what is to be delivered.' })
  const ids = lines.map(({ materialid }) => materialid)
  const found = new Map(findGoods(db, ids).map((goods) => [goods.line.id, goods]))
  // Without one it goes out in the piece that its line names.
  const pieceOf = ({ materialid, equipmentid }: DeliveryLineInput) =>
    equipmentid === undefined ? found.get(materialid)?.line.jobequipment : equipmentid
  const pieces = new Map(
    someEquipmentInUse(
      db,
      lines.flatMap((line) => pieceOf(line) ?? []),
    ).map((piece) => [piece.id, piece]),
  )
  const seen = new Set<string>()
  return lines.map((asked, at) => {
    const { materialid, quantity, equipmentid } = asked
    const goods = found.get(materialid)
    const field = (name: string) => `lines.${at}.${name}`
    if (!goods || !canSeeJobAt(viewer, goods.boardid, goods.location))
      throw invalid({ [field('materialid')]: 'This line of what a job puts out could not be found.' })
    if (seen.has(materialid)) throw invalid({ [field('materialid')]: 'Each line may stand once on a note.' })
    seen.add(materialid)
    refuseClosed(goods)
    if (goods.boardid !== boardid)
      throw invalid({ [field('materialid')]: `Job ${goods.reference} is on another board.` })
    if (quantity === null || quantity <= 0)
      throw invalid({ [field('quantity')]: 'The quantity must be above zero.' })
    const left = countLeft(goods, own.get(materialid))
    if (quantity > left) throw invalid({ [field('quantity')]: sayLeft(goods, left) })
    const piece = pieces.get(pieceOf(asked) ?? '') ?? null
    if (equipmentid && !piece)
      throw invalid({ [field('equipmentid')]: 'This piece of equipment could not be found.' })
    return { goods, quantity, piece }
  })
}

/** What is ordered, or was used or made beyond that, less what stands on notes. */
export const countLeft = ({ ordered, allocated }: GoodsRow, own = asQuantity(0)): Quantity =>
  asQuantity(Math.max(0, ordered - allocated + own))

const sayLeft = ({ line, reference, awaited }: GoodsRow, left: Quantity) => {
  const what = left === 0 ? 'Nothing' : `No more than ${formatQuantity(left, line.unit)}`
  const said = `${what} of ${line.description || 'this line'} on job ${reference} is left to deliver.`
  return awaited > 0
    ? `${said} ${formatQuantity(asQuantity(awaited), line.unit)} came into stock by a credit note: say on its delivery note that it came back, and it can go out again.`
    : said
}

const closed: Record<number, string> = {
  [ARCHIVED]: 'is archived: restore it before anything of it is delivered.',
  [REMOVED]: 'was removed: restore it before anything of it is delivered.',
}

/** What is invoiced may still be delivered: many are paid before the goods leave. */
function refuseClosed({ reference, status, template }: GoodsRow) {
  const why = template ? 'is a template: only jobs are delivered.' : closed[status]
  if (why) throw new Problem(400, `Job ${reference} ${why}`, { code: 'jobclosed' })
}

function checkParties(db: TenantDb, client: string | null, location: string | null) {
  if (client) getRecord(db, clients, client, 'client')
  if (!location) return
  const place = getRecord(db, locations, location, 'location')
  if (place.client && place.client !== client)
    throw invalid({ location: `${place.name} is a location of another client.` })
}

function checkPlace(goods: GoodsRow, client: string | null, location: string | null, at: number) {
  const field = `lines.${at}.materialid`
  if (goods.client !== client)
    throw invalid({ [field]: `Job ${goods.reference} is of another client: a note has one.` })
  if (goods.location !== null && goods.location !== location)
    throw invalid({ [field]: `Job ${goods.reference} is at another location: a note goes to one place.` })
}

function checkClientPlace(db: TenantDb, storageid: string | null | undefined, client: string | null) {
  if (!storageid) return null
  if (client && listClientPlaces(db, client).some(({ id }) => id === storageid)) return storageid
  throw invalid({ storageid: 'Goods on consignment go to a storage place that is at this client’s.' })
}
