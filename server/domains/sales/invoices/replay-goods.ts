import { countKept, countUnsoldAgain } from './consigned.ts'
import { creditGoods } from './credit-goods.ts'
import { bringBack, type CreditGoods, countGoods, invoiceGoods, type LineGoods } from './line-goods.ts'
import { countFresh, sellLaid, sendOut } from './send-goods.ts'
import { limit, sum } from './take-from-rows.ts'

/** A document of a line of a job, in millionths of a unit; `at` when it was issued. `lineid`: of its note. */
export type GoodsDocument = { at: string; id: string; quantity: number } & (
  | { kind: 'note'; consigned: boolean }
  | { kind: 'return'; instock: boolean; scrapped: boolean; lineid: string }
  | { kind: 'sold'; lineid: string }
  | { kind: 'invoice' }
  | ({ kind: 'credit'; issuedutc: string | null } & Pick<
      CreditGoods,
      'position' | 'returned' | 'again' | 'restocked'
    >)
)

type CreditDocument = Extract<GoodsDocument, { kind: 'credit' }>

/** Of a line of a note, in millionths of a unit. */
type NoteGoods = { consigned: boolean } & Record<
  'quantity' | 'returned' | 'sold' | 'redelivered' | 'mended' | 'restocked' | 'restockedbefore',
  number
>

type Replayed = { goods: LineGoods; notes: Map<string, NoteGoods> }

/** `total`: all that was used, with what of it is in stock again, or made; `ismade`, and of a fixed price, whose `whole` is charged, what is kept is charged too. */
type ReplayedLine = Pick<LineGoods, 'ismade' | 'total' | 'whole'>

/**
 * Where the goods of a line are after all of its documents, the first first. Nothing where a credit note brought in something else
 * than `creditGoods` says, as older programs did, and where goods that were mended went on consignment: these had moved no stock.
 */
export function replayGoods(line: ReplayedLine, documents: readonly GoodsDocument[]): Replayed | undefined {
  const notes = new Map<string, NoteGoods>()
  const sold = sum(documents, (one) => (one.kind === 'sold' ? one.quantity : 0))
  let goods: LineGoods = {
    // What was sold of what a job uses was used then.
    ...{ ismade: line.ismade, total: line.ismade ? line.total : line.total - sold },
    ...{ out: 0, sold: 0, laid: 0, noted: 0, notedaside: 0, charged: 0, invoicedutc: null },
    ...{ whole: line.whole, replaced: 0, credits: [], returns: [] },
  }
  for (const one of documents) {
    const after = replayOne(goods, one, { line, notes })
    if (!after) return
    const of = [...notes.values()]
    const laid = sum(of, countLaid)
    goods = { ...after, laid, total: line.ismade ? countMade(line, after, of) : after.total }
  }
  return { goods, notes }
}

const countUnsold = ({ consigned, quantity, sold, returned }: NoteGoods) =>
  consigned ? quantity - sold - returned : 0

/** As the documents of a line are read. */
const countLaid = (note: NoteGoods) =>
  limit(countUnsold(note), note.redelivered + note.mended - note.restocked + note.restockedbefore)

type Replaying = { line: ReplayedLine; notes: Map<string, NoteGoods> }

function replayOne(goods: LineGoods, one: GoodsDocument, { line, notes }: Replaying): LineGoods | undefined {
  const { id, quantity } = one
  if (one.kind === 'invoice') return invoiceGoods(goods, quantity, one.at)
  if (one.kind === 'credit') return replayCredit(goods, one)
  if (one.kind === 'note') {
    const fresh = line.ismade ? countFresh(goods) : 0
    const { after, redelivered, mended } = sendOut(goods, quantity, one.consigned ? fresh : undefined)
    const { consigned } = one
    const counts = { quantity, returned: 0, sold: 0, redelivered, mended, restocked: 0, restockedbefore: 0 }
    notes.set(id, { consigned, ...counts })
    if (!consigned || line.ismade) return after
    return mended > 0 ? undefined : { ...after, total: after.total - redelivered }
  }
  const note = notes.get(one.lineid)
  if (!note) return
  if (one.kind === 'sold') {
    const unsold = sum([...notes.values()], countUnsold)
    note.sold += quantity
    return { ...sellLaid(goods, quantity, unsold), total: goods.total + quantity }
  }
  const again = note.consigned
    ? countUnsoldAgain(note, quantity, line.ismade && line.whole !== null)
    : quantity
  const { consigned: unsold } = note
  const about = { id, dateutc: one.at, instock: unsold || one.instock, scrapped: one.scrapped, unsold }
  const { after, before } = bringBack(goods, again, about)
  note.returned += quantity
  note.restocked += about.instock ? again : before
  note.restockedbefore += before
  return note.consigned && !line.ismade ? { ...after, total: after.total + again } : after
}

/** As `readLineGoods` has it of what a job made. */
function countMade(line: ReplayedLine, goods: LineGoods, notes: readonly NoteGoods[]): number {
  const consigned = notes.filter((note) => note.consigned)
  const unsold = sum(notes, countUnsold)
  if (line.whole !== null) return line.total - unsold
  const credited = (of: 'restocked' | 'awaited' | 'fromaside') => sum(goods.credits, (credit) => credit[of])
  const kept = countKept({
    consumed: line.total,
    delivered: sum(notes, ({ consigned: ours, quantity, restocked }) => (ours ? 0 : quantity - restocked)),
    mended: sum(notes, ({ mended }) => mended),
    quantity: sum(consigned, ({ quantity }) => quantity),
    returned: sum(consigned, ({ returned }) => returned),
    cameback: sum(consigned, ({ returned, restocked }) => returned - restocked),
    restocked:
      sum(notes, (note) => note.restocked - note.restockedbefore - note.redelivered) + credited('restocked'),
    ...{ awaited: credited('awaited'), fromaside: credited('fromaside') },
  })
  return line.total - unsold - Math.max(0, kept - countGoods(goods).instock)
}

/** Nobody knows any more whether somebody ticked what came into stock with it, or nobody said: what fits did. */
function replayCredit(
  goods: LineGoods,
  { id, position, quantity, returned, again, restocked, issuedutc }: CreditDocument,
): LineGoods | undefined {
  const asked = { invoiceid: id, position, quantity, returned, again, issuedutc, most: () => restocked }
  return [undefined, restocked > 0]
    .map((ticked) => creditGoods(goods, { ...asked, ticked }))
    .find(({ credit }) => credit.restocked === restocked)?.after
}
