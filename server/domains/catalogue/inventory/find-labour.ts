import { listLabourItems } from '#db/queries/catalogue/labour-items.ts'
import type { TenantDb } from '#db/types.ts'

const words = ['labour', 'labor', 'time', 'hours', 'work', 'arbeid', 'werk']
const LEAST = 3

/** Whoever types a plain word for work means the items that are sold as such, whatever they are called. */
export function findLabour(db: TenantDb, search: string) {
  const typed = search.trim().toLowerCase()
  return typed.length >= LEAST && words.some((word) => word.startsWith(typed)) ? listLabourItems(db) : []
}
