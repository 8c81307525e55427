import { listAllItemUnits } from '#db/queries/catalogue/units.ts'
import { categories, inventory, storage, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { define } from '#server/crud/crud.ts'
import { area, choice, derived, flag, percent, quantity, rate, reference, text } from '#server/crud/kinds.ts'
import type { Values } from '#server/crud/literal.ts'
import { isPayable } from '#server/domains/catalogue/pricing/figures.ts'
import { invalid } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { inventoryClasses } from './classes.ts'
import { classes } from './input-classes.ts'
import { units } from './input-units.ts'
import { stockLink } from './stock-link.ts'

/** Selling price of one base unit in rand: rate + percent of it + amount (spec 2, section 9). */
const priceOf = ({ rate: base, mupercent, muamount }: typeof inventory.$inferSelect) =>
  toDecimal(markupPrice(base, mupercent, muamount), 'rate')

/** @throws when the figures together come to a price that no list could show. */
function checkPrice(_tx: unknown, values: Values, before: Values | null): Values {
  const { rate, mupercent, muamount } = { rate: 0, mupercent: 0, muamount: 0, ...before, ...values }
  if (isPayable({ baserate: rate, markuppercent: mupercent, markupamount: muamount })) return values
  throw invalid({ rate: 'The price of one may be at most R 1 000 000 000.' })
}

/**
 * @throws when the base unit would take the name of another unit of the item: what is typed in that one would be taken
 * for base units, a gram for a kilogram. Units that are saved along are held against it by `saveUnits`.
 */
function checkBaseUnit({ db }: Tx, { baseunit, units: given }: Values, before: Values | null) {
  if (!before || typeof baseunit !== 'string' || baseunit === before.baseunit || given !== undefined) return
  const taken = listAllItemUnits(db, String(before.id)).some(
    ({ name, archived }) => !archived && name.toLowerCase() === baseunit.toLowerCase(),
  )
  if (taken) throw invalid({ baseunit: 'Another unit of this item has this name, with a ratio of its own.' })
}

/** What is bought, used and sold. Its page is its own; this is what its calls take, answer and remember. */
export const item = define({
  noun: 'item',
  nouns: 'items',
  table: inventory,
  path: '/admin/inventory',
  page: 'pages.admin.inventory',
  icon: 'package',
  subtitle: 'What is bought, used and sold.',
  claims: { read: 'inventory.read', write: 'inventory.write' },
  fields: {
    name: derived({ label: 'Name', from: ({ title }) => title }),
    stock: stockLink(),
    code: text({ label: 'Code', required: true, max: 60, unique: true }),
    make: text({ label: 'Make', max: 120 }),
    model: text({ label: 'Model', max: 120 }),
    barcode: text({ label: 'Barcode', max: 80 }),
    baseunit: text({
      label: 'Base unit',
      max: 40,
      hint: 'In which stock is kept, such as kg or each.',
      wide: true,
    }),
    supplier: reference({
      label: 'Supplier',
      table: suppliers,
      none: 'No supplier',
      picker: { url: '/lookup/suppliers' },
      wide: true,
    }),

    inventoryclass: choice({
      label: 'Class',
      of: inventoryClasses,
      none: 'As its category says',
      hint: 'What consuming it does to stock.',
      chip: true,
    }),
    defaultstorageid: reference({ label: 'Default storage', table: storage, none: 'No fixed place' }),
    consignmentcode: text({ label: 'Consignment code', max: 60 }),
    defaultponote: area({ label: 'Note on purchase orders', max: 1000 }),

    units: units({ label: 'Units' }),
    classes: classes({ label: 'Classes per job category', unexported: true }),

    unitweight: quantity({ label: 'Weight of one unit', unit: 'kg' }),
    unitmass: quantity({ label: 'Mass of one unit', unit: 'kg' }),
    unitseconds: quantity({ label: 'Standard time of one unit', unit: 's' }),
    maxperjob: quantity({ label: 'Most on one job' }),
    leadtime: quantity({ label: 'Lead time', unit: 'days' }),
    packagingassetcode: text({ label: 'Packaging asset code', max: 60 }),
    packagingquantity: quantity({ label: 'Units in one package' }),
    minimumproductionvolume: quantity({ label: 'Smallest production run' }),
    minimumordervolume: quantity({ label: 'Smallest order' }),
    minimumfinishedgoodsvolume: quantity({ label: 'Smallest finished stock' }),

    rate: rate({ label: 'Base rate', head: 'Rate' }),
    mupercent: percent({ label: 'Markup' }),
    muamount: rate({ label: 'Markup amount' }),
    exclusive: flag({ label: 'Rates are without VAT', initial: true }),
    nonbillable: flag({ label: 'Not billed to clients' }),
    price: derived({ label: 'Price', from: ({ record }) => priceOf(record as never) }),

    category: reference({
      label: 'Category',
      table: categories,
      shows: ['vatexempt', 'archived'],
      only: { jobcategory: false },
      none: 'No category',
    }),
    materialname: text({ label: 'Stock Name', max: 200, hint: 'Shown in place of make and model.' }),
    materialcode: text({ label: 'Stock Code', max: 60 }),
  },
  columns: ['name', 'code', 'category', 'inventoryclass', 'supplier', 'baseunit', 'rate', 'stock'],
  search: ['name', 'code', 'make', 'model', 'materialcode', 'barcode'],
  sort: 'name',
  filters: ['category', 'inventoryclass'],
  keys: ['code', 'barcode', 'materialcode', 'materialname'],
  beforeSave(tx, values, before) {
    checkBaseUnit(tx, values, before)
    return checkPrice(tx, values, before)
  },
})
