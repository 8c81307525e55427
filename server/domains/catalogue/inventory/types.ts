export type InventoryLine = {
  id: string
  code: string
  make: string
  model: string
  name: string
  materialname: string
  materialcode: string
  baseunit: string
  /** Its own class, else that of its category. */
  inventoryclass: number | null
  archived: boolean
  /** Of one base unit, as its own figures make it; absent for whoever may not see rates. */
  price?: number
  /** It is one from setup, which nobody set or confirmed; seen as the price is. */
  sampleprice?: boolean
  /** As `sampleprice`. */
  samplecost?: boolean
  /** In base units; absent for whoever may not see stock. */
  onhand?: number
}

export type InventorySection = {
  id: string
  name: string
  colour: string | null
  vatexempt: boolean
  archived: boolean
  count: number
}

export type InventoryRange = { section: string; skip: number; rows: InventoryLine[] }

export type InventoryList = {
  sections: InventorySection[]
  stretches: InventoryRange[]
  total: number
  /** How many items in use have a price or cost from setup; 0 for whoever may not see rates. */
  sampleprices: number
}

/** Spec 2, "Inventory class per category". */
export type ItemClass = {
  inventoryid: string
  categoryid: string
  category: { id: string; name: string }
  inventoryclass: number | null
  storageid: string | null
  storage: { id: string; name: string } | null
  rate: number | null
}

export type ItemUnit = {
  id: string
  version: number
  name: string
  ratiotobase: number | string
  lastprice: number | null
}

type Named = { id: string; name: string }

export type Item = {
  id: string
  version: number
  archived: boolean
  name: string
  code: string
  make: string
  model: string
  barcode: string
  baseunit: string
  supplier: Named | null
  inventoryclass: number | null
  /** By its own class or its category’s. */
  keptinstock: boolean
  defaultstorageid: Named | null
  consignmentcode: string
  defaultponote: string
  units: readonly ItemUnit[]
  classes: readonly ItemClass[]
  unitweight: number | null
  unitmass: number | null
  unitseconds: number | null
  maxperjob: number | null
  leadtime: number | null
  packagingassetcode: string
  packagingquantity: number | null
  minimumproductionvolume: number | null
  minimumordervolume: number | null
  minimumfinishedgoodsvolume: number | null
  rate: number
  mupercent: number
  muamount: number
  /** Of one base unit; absent for whoever may not see rates. */
  price?: number
  /** Seen as the price is. */
  sampleprice?: boolean
  samplecost?: boolean
  exclusive: boolean
  nonbillable: boolean
  category: Named | null
  materialname: string
  materialcode: string
}

export type GroupPrice = {
  pricinggroup: Named
  entry: {
    version: number
    baserate: number
    markuppercent: number
    markupamount: number
    price: number
  } | null
}

export type SyncedItem = { id: string; name: string; barcode: string }
