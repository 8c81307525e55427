import type { UnitContext } from '#db/queries/work/material-context.ts'
import { invalid } from '#server/errors.ts'

type Item = { id: string; code: string; name: string; baseunit: string }

export type Unit = { unit: string; unitratio: string }

/** Without an item any word will do. @throws a refusal of `unit` when the item does not have it */
export function resolveLineUnit(
  item: Item | undefined,
  name: string | undefined,
  units: readonly UnitContext[],
): Unit {
  if (!item) return { unit: name ?? '', unitratio: '1' }
  if (!name || same(name, item.baseunit)) return { unit: item.baseunit, unitratio: '1' }
  const found = units.find((unit) => unit.inventoryid === item.id && same(unit.name, name))
  if (!found) throw invalid({ unit: `${item.name} [${item.code}] has no unit “${name}”.` })
  return { unit: found.name, unitratio: found.ratiotobase }
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
