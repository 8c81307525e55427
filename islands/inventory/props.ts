import type { InventoryList } from '#server/domains/catalogue/inventory/types.ts'

export type InventoryQuery = { search?: string; archived?: boolean; sort?: string }

export type InventoryProps = {
  label: string
  path: string
  products: boolean
  query: InventoryQuery
  /** The ends of the ids of the sections that stand folded. */
  folded: readonly string[]
  open?: string
  add?: boolean
  list: InventoryList
  zone: string
  classes: readonly { value: number; label: string }[]
  labels: Readonly<Record<string, string>>
  can: InventoryRights
}

type InventoryRights = Readonly<
  Record<
    | 'write'
    | 'stock'
    | 'adjust'
    | 'pricing'
    /** Costs and prices of items. */
    | 'rates'
    | 'setprices'
    | 'history'
    | 'documents'
    | 'categories'
    | 'suppliers'
    | 'storage'
    | 'clients'
    | 'importing'
    | 'exporting'
    | 'settings'
    /** The installation names an address of Marss to bring items in from. */
    | 'marss'
    /** And the account a key of its own. */
    | 'marsskey'
    /** The account is connected to Xero. */
    | 'xero',
    boolean
  >
>
