import {
  bringBack,
  type CreditGoods,
  creditGoods,
  invoiceGoods,
  type LineGoods,
  sendOut,
} from './line-goods.ts'

/** A document of a line of a job, in millionths of a unit; `at` when it was issued. */
export type GoodsDocument = { at: string; id: string; quantity: number } & (
  | { kind: 'note'; consigned: boolean }
  | { kind: 'return'; consigned: boolean; instock: boolean; lineid: string }
  | { kind: 'invoice' }
  | { kind: 'sold' }
  | ({ kind: 'credit'; issuedutc: string | null } & Pick<
      CreditGoods,
      'position' | 'returned' | 'again' | 'restocked'
    >)
)

type CreditDocument = Extract<GoodsDocument, { kind: 'credit' }>

/** Of a line of a note. `before`: of what came back, what credit notes had brought in. */
type NoteGoods = Record<'redelivered' | 'mended' | 'instock' | 'before', number>

type Replayed = { goods: LineGoods; notes: Map<string, NoteGoods> }

/**
 * Where the goods of a line are after all of its documents, the first first. Nothing where a credit note brought in something else
 * than `creditGoods` says, as older programs did.
 */
export function replayGoods(total: number, documents: readonly GoodsDocument[]): Replayed | undefined {
  let goods: LineGoods = {
    ...{ total, out: 0, sold: 0, noted: 0, notedaside: 0, charged: 0 },
    ...{ credits: [], returns: [] },
  }
  const notes = new Map<string, NoteGoods>()
  for (const one of documents) {
    const { id, quantity } = one
    if (one.kind === 'invoice') goods = invoiceGoods(goods, quantity)
    else if (one.kind === 'credit') {
      const credited = replayCredit(goods, one)
      if (!credited) return
      goods = credited
    } else if (one.kind === 'sold')
      goods = { ...goods, out: goods.out + quantity, sold: goods.sold + quantity }
    else if (one.consigned) continue
    else if (one.kind === 'note') {
      const { after, redelivered, mended } = sendOut(goods, quantity)
      notes.set(id, { redelivered, mended, instock: 0, before: 0 })
      goods = after
    } else {
      const { after, before } = bringBack(goods, quantity, { id, dateutc: one.at, instock: one.instock })
      const note = notes.get(one.lineid)
      if (!note) return
      note.before += before
      note.instock += one.instock ? quantity : before
      goods = after
    }
  }
  return { goods, notes }
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
