import { wholeRows } from '#db/queries/settings/import.ts'
import { isPayable, TOO_MUCH } from '#server/domains/catalogue/pricing/figures.ts'
import { hundredPercent } from '#server/money/decimal.ts'
import type { AccountCache } from './account-cache.ts'
import type { ColumnValues } from './coerce-rows.ts'

type FieldError = [field: string, sentence: string]

export const findRuleError = (
  account: AccountCache,
  recordType: string,
  values: ColumnValues,
  before?: ColumnValues & { id: string },
): FieldError | null =>
  findPriceError(recordType, values) ?? findUnitNameError(account, recordType, values, before)

function findPriceError(recordType: string, values: ColumnValues): FieldError | null {
  if (recordType === 'inventory')
    return costs(values.rate, values.mupercent, values.muamount) ? null : ['rate', TOO_MUCH]
  if (recordType !== 'prices') return null
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

/** A unit and the base unit of its item with one name: what is typed in the one would be taken for the other. */
function findUnitNameError(
  account: AccountCache,
  recordType: string,
  values: ColumnValues,
  before?: ColumnValues & { id: string },
): FieldError | null {
  if (recordType === 'units') {
    const baseunit = baseUnits(account).get(String(values.inventoryid))
    return baseunit && fold(baseunit) === fold(values.name)
      ? ['name', `${baseunit}: this is the base unit itself, which needs no ratio.`]
      : null
  }
  if (recordType !== 'inventory' || !before || values.baseunit === before.baseunit) return null
  return unitNames(account).has(`${before.id} ${fold(values.baseunit)}`)
    ? ['baseunit', 'Another unit of this item has this name, with a ratio of its own.']
    : null
}

const fold = (name: unknown) => String(name ?? '').toLowerCase()

const baseUnits = (account: AccountCache) =>
  account.cached('base units', () => {
    const items = wholeRows(account.db, 'inventory', ['baseunit'])
    return new Map(items.map(({ id, baseunit }) => [id, String(baseunit ?? '')]))
  })

const unitNames = (account: AccountCache) =>
  account.cached('names of units in use', () => {
    const units = wholeRows(account.db, 'units', ['inventoryid', 'name', 'archived'])
    return new Set(units.flatMap((one) => (one.archived ? [] : [`${one.inventoryid} ${fold(one.name)}`])))
  })
