import type { InventoryList } from '#server/domains/catalogue/inventory/types.ts'

export type InventoryQuery = { search?: string; archived?: boolean; sort?: string }

/** What the page gives to its island: the first screen, and what the person may do. */
export type InventoryProps = {
  label: string
  path: string
  /** The page of what a job puts out. */
  products: boolean
  query: InventoryQuery
  /** The ends of the ids of the sections that stand folded. */
  folded: readonly string[]
  /** The code of the item whose dialog the address opens, and whether it opens that of a new one. */
  open?: string
  add?: boolean
  list: InventoryList
  zone: string
  classes: readonly { value: number; label: string }[]
  /** What each field of an item is called. */
  labels: Readonly<Record<string, string>>
  can: InventoryRights
}

export type InventoryRights = Readonly<
  Record<
    | 'write'
    | 'stock'
    | 'pricing'
    | 'setprices'
    | 'history'
    | 'documents'
    | 'categories'
    | 'suppliers'
    | 'storage'
    | 'clients'
    | 'importing'
    | 'exporting'
    | 'settings',
    boolean
  >
>
