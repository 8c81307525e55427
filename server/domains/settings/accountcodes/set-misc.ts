import { readSetting } from '#db/queries/settings.ts'
import { accountcodes } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'
import { changeSettings } from '#server/settings.ts'

export const INCOME = 0
export const EXPENSE = 1

const KEYS = ['miscincome', 'miscexpense'] as const
export const miscTypes = ['income', 'expense'] as const

const keyOf = (type: number) => KEYS[type] ?? 'miscincome'

/** @param type 0 income, 1 expense */
export const readMiscCode = (db: TenantDb, type: number): string | null =>
  readSetting<string>(db, keyOf(type)) ?? null

export const findMiscType = (db: TenantDb, id: string): number | undefined =>
  [INCOME, EXPENSE].find((type) => readMiscCode(db, type) === id)

/** @throws 400 for one of the other type or an archived one, 404 */
export function setMisc(tx: Tx, type: number, id: string | null) {
  if (id) {
    const code = getRecord(tx.db, accountcodes, id)
    if (code.type !== type)
      throw invalid({
        type: `${code.code} is an account code for ${miscTypes[code.type]}, not for ${miscTypes[type]}.`,
      })
    if (code.archived) throw invalid({ id: `${code.code} is archived: restore it first, or choose another.` })
  }
  changeSettings(tx, { [keyOf(type)]: id }, { words: (_key, value) => describeCode(tx.db, value) })
}

function describeCode(db: TenantDb, id: unknown): string {
  if (typeof id !== 'string' || !id) return ''
  const { code, description } = getRecord(db, accountcodes, id)
  return `${code} - ${description}`
}
