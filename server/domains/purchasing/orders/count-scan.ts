import { asQuantity, parseQuantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import type { CountedGoods } from '#views/purchasing/orders/receive.tsx'
import type { OrderLine } from '#views/purchasing/orders/types.ts'

type Texts = string | readonly string[]
type Typed = {
  code?: string
  lineid?: Texts
  quantity?: Texts
  storageid?: Texts
  reference?: string
  reason?: string
}

const listOf = (given: Texts | undefined): readonly string[] => [given ?? []].flat()
const ONE = 1_000_000

/** What was typed so far, with one more of the line whose item has that code: ours, its barcode or the supplier's. */
export function countScan(
  lines: readonly OrderLine[],
  { code = '', lineid, quantity, storageid, ...typed }: Typed,
) {
  const counted = new Map(listOf(lineid).map((id, at) => [id, listOf(quantity)[at] ?? '']))
  counted.set('reference', typed.reference ?? '').set('reason', typed.reason ?? '')
  const places = listOf(storageid)
  const chosen = new Map(
    listOf(lineid).flatMap((id, at) => (places[at] === undefined ? [] : [[id, places[at]]])),
  )
  const wanted = code.trim().toLowerCase()
  const fits = lines.filter(
    (line) =>
      line.receivable &&
      [line.barcode, line.code, line.suppliercode].some((one) => one && one.toLowerCase() === wanted),
  )
  // The line that still waits for goods, where an item stands on several.
  const line = fits.find(({ open, id }) => open > (readTyped(counted.get(id)) ?? 0)) ?? fits[0]
  if (!line)
    return {
      counted: counted as CountedGoods,
      chosen,
      scanned: { words: `Nothing on this order has the code ${code}.`, found: false },
    }
  const many = asQuantity((readTyped(counted.get(line.id)) ?? 0) + ONE)
  counted.set(line.id, formatQuantity(many))
  const words = `${formatQuantity(many, line.unit)} of ${line.description} counted.`
  return { counted: counted as CountedGoods, chosen, scanned: { words, found: true } }
}

function readTyped(text: string | undefined): number | undefined {
  if (!text?.trim()) return
  try {
    return parseQuantity(text)
  } catch {
    return
  }
}
