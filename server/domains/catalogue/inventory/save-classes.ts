import { type ClassRow, listItemClasses, replaceClasses } from '#db/queries/catalogue/inventory-classes.ts'
import { nameById } from '#db/queries/crud.ts'
import { categories, storage } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { toDecimalText } from '#server/money/decimal.ts'
import { classNames } from '#server/stock/direction.ts'

/** Ten-thousandths of a rand. */
export type GivenClass = {
  categoryid: string | null
  inventoryclass?: number | null
  storageid?: string | null
  rate?: number | null
}

/** @throws a refusal of `classes` for a missing or repeated category, a missing place, a rate below zero */
export function saveClasses(tx: Tx, inventoryid: string, given: readonly GivenClass[]) {
  const wanted = given.map((one) => ({
    categoryid: one.categoryid ?? '',
    inventoryclass: one.inventoryclass ?? null,
    storageid: one.storageid ?? null,
    rate: one.rate ?? null,
  }))
  const fault = wanted.map((one) => findClassFault(tx, one)).find(Boolean)
  if (fault) throw invalid({ classes: fault })
  if (new Set(wanted.map(({ categoryid }) => categoryid)).size < wanted.length)
    throw invalid({ classes: 'A category stands here twice.' })
  const oldvalue = describe(listItemClasses(tx.db, [inventoryid]))
  replaceClasses(tx.db, inventoryid, wanted)
  const newvalue = describe(listItemClasses(tx.db, [inventoryid]))
  if (oldvalue === newvalue) return null
  tx.publish('RecordChanged', [{ table: 'categories' }])
  return { oldvalue, newvalue }
}

function findClassFault(
  { db }: Tx,
  { categoryid, storageid, rate }: Required<GivenClass>,
): string | undefined {
  if (!categoryid) return 'Every row needs a job category.'
  if (nameById(db, categories, categoryid) === '(unknown)') return 'This category could not be found.'
  if (nameById(db, storage, storageid) === '(unknown)') return 'This place could not be found.'
  if (rate !== null && rate < 0) return 'A rate cannot be below zero.'
}

const describe = (rows: readonly ClassRow[]) => rows.map(sentence).join('; ')

function sentence({ categoryname, inventoryclass, storageid, storagename, rate }: ClassRow): string {
  const parts = [
    inventoryclass === null ? '' : (classNames[inventoryclass] ?? ''),
    storageid ? (storagename ?? '') : '',
    rate === null
      ? ''
      : `R ${toDecimalText(rate, 'rate')
          .replace(/0{1,2}$/, '')
          .replace('.', ',')}`,
  ]
  return [categoryname, parts.filter(Boolean).join(', ')].filter(Boolean).join(': ')
}
