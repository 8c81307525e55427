import { wholeRows } from '#db/queries/settings/import.ts'
import { isPayable } from '#server/domains/catalogue/pricing/figures.ts'
import { hundredPercent } from '#server/money/decimal.ts'
import type { Resolved, Writing } from './writing.ts'

const TOO_MUCH = 'The price of one may be at most R 1 000 000 000.'

/** What is wrong with the values of one record together: the field and a sentence; null when nothing is. */
export function faultOf(noun: string, values: Resolved): [field: string, sentence: string] | null {
  if (noun === 'inventory')
    return costs(values.rate, values.mupercent, values.muamount) ? null : ['rate', TOO_MUCH]
  if (noun !== 'prices') return null
  if (-Number(values.markuppercent ?? 0) > Number(hundredPercent))
    return ['markuppercent', 'The percentage cannot be below −100 %.']
  return costs(values.baserate, values.markuppercent, values.markupamount) ? null : ['baserate', TOO_MUCH]
}

const costs = (base: unknown, percent: unknown, amount: unknown) =>
  isPayable({
    baserate: Number(base ?? 0),
    markuppercent: Number(percent ?? 0),
    markupamount: Number(amount ?? 0),
  })

/**
 * What is wrong with a unit, or with the base unit that an item is given: when both have one name, what is typed in
 * the one is taken for the other. `before` is what the account has of the record.
 */
export function unitFaultOf(
  writing: Writing,
  noun: string,
  values: Resolved,
  before?: Resolved & { id: string },
): [field: string, sentence: string] | null {
  if (noun === 'units') {
    const baseunit = baseUnits(writing).get(String(values.inventoryid))
    return baseunit && plain(baseunit) === plain(values.name)
      ? ['name', `${baseunit}: this is the base unit itself, which needs no ratio.`]
      : null
  }
  if (noun !== 'inventory' || !before || values.baseunit === before.baseunit) return null
  return unitNames(writing).has(`${before.id} ${plain(values.baseunit)}`)
    ? ['baseunit', 'Another unit of this item has this name, with a ratio of its own.']
    : null
}

const plain = (name: unknown) => String(name ?? '').toLowerCase()

const baseUnits = (writing: Writing) =>
  writing.once('base units', () => {
    const items = wholeRows(writing.tx.db, 'inventory', ['baseunit'])
    return new Map(items.map(({ id, baseunit }) => [id, String(baseunit ?? '')]))
  })

const unitNames = (writing: Writing) =>
  writing.once('names of units in use', () => {
    const units = wholeRows(writing.tx.db, 'units', ['inventoryid', 'name', 'archived'])
    return new Set(units.flatMap((one) => (one.archived ? [] : [`${one.inventoryid} ${plain(one.name)}`])))
  })
