import { randomUUIDv7 } from 'bun'
import { type EntryRow, findPricingEntry, type PriceFigures } from '#db/queries/catalogue/pricing.ts'
import { removeEntryRow, savePricingEntries } from '#db/queries/catalogue/pricing-batch.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { pricinggroups } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import { type Change, recordHistory } from '#server/history.ts'
import type { Percent, Rate } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { exactRate, formatPercent } from '#views/format.ts'
import { checkFigures, pickFigures } from './figures.ts'
import { presentEntry } from './present.ts'

type EntryInput = {
  pricinggroup: string
  inventory: string
  baserate?: Rate | null
  markuppercent?: Percent | null
  markupamount?: Rate | null
}

/** @throws 404 for the group; 400 by field; 409 when the item has a price in the group. */
export function addEntry(tx: Tx, input: EntryInput): EntryRow {
  const { pricinggroup, inventory } = input
  getRecord(tx.db, pricinggroups, pricinggroup)
  const [item] = listItemContexts(tx.db, [inventory])
  if (!item) throw invalid({ inventory: 'This item could not be found.' })
  const there = findPricingEntry(tx.db, pricinggroup, inventory)
  if (there && !there.archived)
    throw new Problem(409, `${item.name} [${item.code}] has a price in this group already.`, {
      code: 'exists',
    })
  if (item.archived) throw invalid({ inventory: `${item.name} [${item.code}] is archived.` })
  const own = { baserate: item.rate, markuppercent: item.mupercent, markupamount: item.muamount }
  return storeEntry(tx, input, null, { ...own, ...pickGivenFigures(input) })
}

/** @throws 404; 409 with the entry; 400 by field */
export function changeEntry(tx: Tx, { version, ...input }: EntryInput & { version?: number }): EntryRow {
  const before = findActiveEntry(tx, input)
  if (version !== undefined && version !== before.version) throw conflict(presentEntry(before))
  return storeEntry(tx, input, before, { ...pickFigures(before), ...pickGivenFigures(input) })
}

export function removeEntry(tx: Tx, input: Pick<EntryInput, 'pricinggroup' | 'inventory'>): EntryRow {
  const before = findActiveEntry(tx, input)
  removeEntryRow(tx.db, tx.now, input.pricinggroup, input.inventory)
  recordEntryHistory(tx, before, diffFigures(pickFigures(before), null))
  announceEntries(tx, input.pricinggroup)
  return before
}

function findActiveEntry(
  tx: Tx,
  { pricinggroup, inventory }: Pick<EntryInput, 'pricinggroup' | 'inventory'>,
) {
  const found = findPricingEntry(tx.db, pricinggroup, inventory)
  if (!found || found.archived) throw notFound('price')
  return found
}

function storeEntry(tx: Tx, input: EntryInput, before: EntryRow | null, figures: PriceFigures): EntryRow {
  const { pricinggroup, inventory } = input
  checkFigures(figures)
  const changes = diffFigures(before && pickFigures(before), figures)
  if (before && changes.length === 0) return before
  savePricingEntries(tx.db, tx.now, pricinggroup, [{ id: randomUUIDv7(), inventory, ...figures }])
  const after = findPricingEntry(tx.db, pricinggroup, inventory) as EntryRow
  recordEntryHistory(tx, after, changes)
  announceEntries(tx, pricinggroup)
  return after
}

const pickGivenFigures = (input: EntryInput): Partial<PriceFigures> =>
  Object.fromEntries(
    Object.entries(pickFigures(input as PriceFigures)).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  )

const formatFigures = (figures: PriceFigures | null) => ({
  baserate: figures ? exactRate(figures.baserate) : '',
  markuppercent: figures ? formatPercent(figures.markuppercent) : '',
  markupamount: figures ? exactRate(figures.markupamount) : '',
})

export function diffFigures(before: PriceFigures | null, after: PriceFigures | null): Change[] {
  const [old, now] = [formatFigures(before), formatFigures(after)]
  return (Object.keys(old) as (keyof PriceFigures)[])
    .map((field) => ({ field, oldvalue: old[field], newvalue: now[field] }))
    .filter(({ oldvalue, newvalue }) => oldvalue !== newvalue)
}

type Named = { pricinggroup: string; code: string; name: string }

export const recordEntryHistory = (tx: Tx, { pricinggroup, code, name }: Named, changes: Change[]) =>
  recordHistory(tx, 'pricinggroups', pricinggroup, changes, name === code ? code : `${name} [${code}]`)

export const announceEntries = (tx: Tx, pricinggroup: string) =>
  tx.publish('RecordChanged', [{ table: 'pricinggroups', id: pricinggroup }])
