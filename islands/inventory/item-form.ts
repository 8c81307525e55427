import { decimalText, exactRateText } from '#islands/lib/figures.ts'
import type { Item, ItemClass, ItemUnit } from '#server/domains/catalogue/inventory/types.ts'
import { ratioToBase, toUnitRow } from './units-model.ts'

type TypedUnit = { id?: string; name: string; ratiotobase: string }
type TypedClass = {
  categoryid: string
  inventoryclass: number | null
  storageid: string
  rate: string
}

export type ItemValues = Record<string, string | boolean | number | null | TypedUnit[] | TypedClass[]>

const textFields =
  'code make model barcode baseunit consignmentcode defaultponote packagingassetcode materialname materialcode'
const rateFields = 'rate muamount'
const numberFields =
  'mupercent unitweight unitmass unitseconds maxperjob leadtime packagingquantity minimumproductionvolume minimumordervolume minimumfinishedgoodsvolume'
const flagFields = 'exclusive nonbillable keptinstock'
const referenceFields = 'supplier defaultstorageid category'

const splitNames = (list: string) => list.split(' ')
/** Booked into stock once the item is there: no field of the item itself. */
export const OPENING = 'openingquantity'
/** Said of the item once it is there: by these names, in the same order. */
export const MADE_FROM = { item: 'madefrom', quantity: 'madefromquantity' }
/** Sent only when it was typed: else it is what the cost and its markup make. */
export const PRICE = 'price'

type Any = Record<string, unknown>

/** A price as its field shows it, and takes it back. */
export const typedRate = (value: number | null) => (value === null ? '' : exactRateText(value))

export const newItem: Item = {
  id: '',
  version: 0,
  archived: false,
  name: '',
  code: '',
  make: '',
  model: '',
  barcode: '',
  baseunit: '',
  supplier: null,
  inventoryclass: null,
  keptinstock: true,
  defaultstorageid: null,
  consignmentcode: '',
  defaultponote: '',
  units: [],
  classes: [],
  unitweight: null,
  unitmass: null,
  unitseconds: null,
  maxperjob: null,
  leadtime: null,
  packagingassetcode: '',
  packagingquantity: null,
  minimumproductionvolume: null,
  minimumordervolume: null,
  minimumfinishedgoodsvolume: null,
  rate: 0,
  mupercent: 0,
  muamount: 0,
  exclusive: true,
  nonbillable: false,
  ...{ category: null, materialname: '', materialcode: '' },
}

export function toItemValues(item: Item): ItemValues {
  const of = item as unknown as Any
  const each = (list: string, as: (value: unknown) => ItemValues[string]) =>
    Object.fromEntries(splitNames(list).map((name) => [name, as(of[name])]))
  return {
    ...each(textFields, (value) => String(value ?? '')),
    ...each(rateFields, (value) => typedRate(value as number)),
    ...each(numberFields, (value) => decimalText(value as number | null)),
    ...each(flagFields, Boolean),
    ...each(referenceFields, (value) => (value as { id: string } | null)?.id ?? ''),
    inventoryclass: item.inventoryclass === null ? '' : String(item.inventoryclass),
    units: item.units.map(typedUnit),
    classes: (item.classes ?? []).map(typedClass),
  }
}

const typedUnit = (unit: ItemUnit): TypedUnit => ({
  id: unit.id,
  name: unit.name,
  ratiotobase: ratioToBase(toUnitRow(unit)),
})

const typedClass = ({ categoryid, inventoryclass, storageid, rate }: ItemClass): TypedClass => ({
  categoryid,
  inventoryclass,
  storageid: storageid ?? '',
  rate: typedRate(rate),
})

export function readItemForm(form: HTMLFormElement, before: ItemValues): ItemValues {
  const data = new FormData(form)
  const has = (name: string) => form.elements.namedItem(name) !== null
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const plain = Object.keys(before).filter((name) => has(name) && name !== 'units' && name !== 'classes')
  const isFlag = (name: string) => typeof before[name] === 'boolean'
  return {
    ...before,
    ...Object.fromEntries(plain.map((name) => [name, isFlag(name) ? data.has(name) : text(name)])),
    ...(has('units') ? { units: unitsIn(data) } : {}),
    ...(has('classes') ? { classes: classesIn(data) } : {}),
  }
}

const textsIn = (data: FormData, name: string) => data.getAll(name).map((value) => String(value).trim())

function unitsIn(data: FormData): TypedUnit[] {
  const [ids, figures, ways] = [
    textsIn(data, 'unitid'),
    textsIn(data, 'unitfigure'),
    textsIn(data, 'unitway'),
  ]
  return textsIn(data, 'unitname').map((name, at) => {
    const way = ways[at] === 'of' ? 'of' : 'into'
    const ratiotobase = ratioToBase({ figure: figures[at] ?? '', way })
    return ids[at] ? { id: ids[at], name, ratiotobase } : { name, ratiotobase }
  })
}

function classesIn(data: FormData): TypedClass[] {
  const [kinds, places, prices] = ['classclass', 'classstorage', 'classrate'].map((name) =>
    textsIn(data, name),
  )
  return textsIn(data, 'classcategory').map((categoryid, at) => ({
    categoryid,
    inventoryclass: kinds?.[at] ? Number(kinds[at]) : null,
    storageid: places?.[at] ?? '',
    rate: prices?.[at]?.replace(/[\s\u00a0\u202f]/g, '') ?? '',
  }))
}

/** Only what differs, so that two people who edit different fields both win. */
export const changedItemValues = (before: ItemValues, after: ItemValues): ItemValues =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(before[name], value)))

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** After a lost race: for each field that both changed, what stands now, in words. */
export function conflictingItemFields(
  opened: Item,
  current: Item,
  mine: ItemValues,
  props: ClassLabels,
): Record<string, string> {
  const before = toItemValues(opened)
  const now = toItemValues(current)
  const clashes = Object.keys(mine).filter(
    (name) => !same(before[name], now[name]) && !same(now[name], mine[name]),
  )
  return Object.fromEntries(
    clashes.map((name) => [name, `Now saved: ${fieldValueText(current, name, props) || 'nothing'}`]),
  )
}

type ClassLabels = { classes: readonly { value: number; label: string }[] }

function fieldValueText(item: Item, name: string, { classes }: ClassLabels): string {
  if (name === 'units') return item.units.map((unit) => `${unit.name} (${unit.ratiotobase})`).join(', ')
  if (name === 'classes') return item.classes.map(({ category }) => category.name).join(', ')
  if (name === 'inventoryclass')
    return classes.find(({ value }) => value === item.inventoryclass)?.label ?? ''
  const value = (item as unknown as Any)[name]
  if (typeof value === 'object' && value) return (value as { name: string }).name
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(toItemValues(item)[name] ?? '')
}

export function findFieldTab(field: string): string {
  const [name = ''] = field.split('.')
  return Object.entries(tabs).find(([, fields]) => splitNames(fields).includes(name))?.[0] ?? 'general'
}

const tabs: Record<string, string> = {
  general:
    'keptinstock code make model category materialname materialcode barcode baseunit supplier rate mupercent price',
  config: 'inventoryclass defaultstorageid consignmentcode defaultponote',
  classes: 'classes',
  pricing: 'muamount exclusive nonbillable',
  units: 'units',
  operations:
    'unitweight unitmass unitseconds maxperjob leadtime minimumordervolume minimumproductionvolume minimumfinishedgoodsvolume packagingassetcode packagingquantity',
}
