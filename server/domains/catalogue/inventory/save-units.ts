import { listAllItemUnits, type UnitRow } from '#db/queries/catalogue/units.ts'
import { inventory, units } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { ratioFault, storedRatio } from '#server/domains/catalogue/units/ratio-field.tsx'
import { Problem } from '#server/errors.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'

export type GivenUnit = { id?: string | null; name?: string; ratiotobase?: string | number }
type Complete = Required<Omit<GivenUnit, 'id'>> & Pick<GivenUnit, 'id'>

const isComplete = (one: GivenUnit): one is Complete =>
  Boolean(one.name) && String(one.ratiotobase ?? '') !== ''

/** Archived, since lines may have been entered in it. @throws 'Please complete all unit fields' (spec 2, section 5) */
export function saveUnits(tx: Tx, inventoryid: string, given: GivenUnit[]) {
  const wanted = completeUnits(given)
  const { baseunit } = getRecord(tx.db, inventory, inventoryid)
  if (wanted.some(({ name }) => name.toLowerCase() === baseunit.toLowerCase()))
    throw unitsProblem(`${baseunit}: this is the base unit itself, which needs no ratio.`)
  const before = listAllItemUnits(tx.db, inventoryid)
  const kept = wanted.map((one) => saveUnit(tx, inventoryid, before, one))
  for (const { id, archived } of before)
    if (!archived && !kept.includes(id)) updateRecord(tx, units, id, { archived: true })
  const oldvalue = describe(before)
  const newvalue = describe(listAllItemUnits(tx.db, inventoryid))
  return oldvalue === newvalue ? null : { oldvalue, newvalue }
}

function completeUnits(all: GivenUnit[]): Complete[] {
  const given = all.filter(isComplete)
  const incomplete = given.length < all.length
  if (incomplete && all.length === 1) return []
  if (incomplete)
    throw unitsProblem('Every unit needs a name and a ratio.', 'Please complete all unit fields')
  for (const { name, ratiotobase } of given) {
    const fault = ratioFault(ratiotobase)
    if (fault) throw unitsProblem(`${name}: ${fault}`)
  }
  const names = given.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) throw unitsProblem('Two units have the same name.')
  return given.map((one) => ({ ...one, ratiotobase: storedRatio(one.ratiotobase) }))
}

const unitsProblem = (sentence: string, message = sentence) =>
  new Problem(400, message, { fields: { units: sentence } })

/** A unit that comes back under its old name is the old one again, with its last price. */
function saveUnit(
  tx: Tx,
  inventoryid: string,
  before: UnitRow[],
  { id, name, ratiotobase }: Complete,
): string {
  const known =
    before.find((row) => row.id === id) ?? before.find((row) => row.name.toLowerCase() === name.toLowerCase())
  const values = { name, ratiotobase: String(ratiotobase), archived: false }
  return known
    ? updateRecord(tx, units, known.id, values).id
    : insert(tx, units, { inventoryid, ...values }).id
}

const describe = (rows: UnitRow[]) =>
  rows
    .filter(({ archived }) => !archived)
    .map(({ name, ratiotobase }) => `${name} (${ratiotobase})`)
    .join(', ')
