import type { Claim, ClaimHolder } from './access/claims.ts'

/** Lists that a file may bring in; how each is read is declared in `server/import/map/import-lists.ts`. */
export const importableLists = [
  'accountcodes',
  'categories',
  'suppliers',
  'clients',
  'locations',
  'divisions',
  'workers',
  'storage',
  'inventory',
  'units',
  'bills',
  'supplierprices',
  'prices',
  'counts',
  'equipment',
  'jobs',
  'materials',
] as const

/** Where a file of these records is brought in, for whoever may. */
export const listImportUrl = (list: string, write: Claim, { can }: ClaimHolder): string | undefined =>
  (importableLists as readonly string[]).includes(list) && can('records.import') && can(write)
    ? `/import/${list}`
    : undefined
