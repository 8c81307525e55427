import { listAllItemUnits, type UnitRow } from '#db/queries/catalogue/units.ts'
import { isCounted } from '#db/queries/stock/stock.ts'
import { categories, inventory, storage, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { itemRateClaims } from '#server/access/claims.ts'
import { defineResource } from '#server/crud/crud.ts'
import {
  areaField,
  choiceField,
  derivedField,
  flagField,
  percentField,
  quantityField,
  rateField,
  referenceField,
  textField,
} from '#server/crud/kinds.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { itemClasses } from './classes.ts'
import { classesField } from './input-classes.ts'
import { unitsField } from './input-units.ts'
import { codeOfNewItem, keepCode } from './item-code.ts'
import { pricedValues, priceField } from './item-price.tsx'
import { classOfNewItem, keptInStockField } from './kept-in-stock.ts'
import { sampleCostField, samplePriceField } from './sample-prices.ts'
import { stockLink } from './stock-link.ts'

/**
 * @throws when the base unit takes another unit's name: a gram would be taken for a kilogram; or when figures stand in
 * it: ten metres would become ten centimetres
 */
function checkBaseUnit({ db }: Tx, { baseunit, units: given }: RecordValues, before: RecordValues | null) {
  if (!before || typeof baseunit !== 'string') return
  const [now, wanted] = [String(before.baseunit).toLowerCase(), baseunit.toLowerCase()]
  if (now === wanted) return
  const id = String(before.id)
  if (isCounted(db, id))
    throw invalid({
      baseunit: `Stock and lines of jobs are counted in ${now || 'this unit'}: make a new item for another one.`,
    })
  const isTaken = ({ name, archived }: UnitRow) => !archived && name.toLowerCase() === wanted
  if (given === undefined && listAllItemUnits(db, id).some(isTaken))
    throw invalid({ baseunit: 'Another unit of this item has this name, with a ratio of its own.' })
}

export const item = defineResource({
  noun: 'item',
  nouns: 'items',
  table: inventory,
  path: '/admin/inventory',
  page: 'pages.admin.inventory',
  icon: 'package',
  subtitle: 'What is bought, used and sold.',
  claims: { read: 'inventory.read', write: 'inventory.write' },
  fields: {
    name: derivedField({ label: 'Name', from: ({ title }) => title }),
    stock: stockLink(),
    code: textField({
      importable: true,
      synonyms: [
        'kode',
        'item code',
        'stock code',
        'product code',
        'sku',
        'part number',
        'part no',
        'item',
        'product id',
        'product number',
        'item number',
        'stock number',
        'voorraadkode',
        'item kode',
      ],
      label: 'Code',
      max: 60,
      unique: true,
      hint: 'Made when it is left empty.',
    }),
    make: textField({
      importable: true,
      synonyms: ['brand', 'manufacturer', 'maak', 'vervaardiger'],
      label: 'Make',
      max: 120,
    }),
    model: textField({ importable: true, synonyms: ['type', 'quantity per unit'], label: 'Model', max: 120 }),
    barcode: textField({ importable: true, label: 'Barcode', max: 80 }),
    baseunit: textField({
      importable: true,
      synonyms: ['unit', 'uom', 'eenheid', 'unit of measure', 'basiseenheid'],
      label: 'Base unit',
      max: 40,
      hint: 'In which stock is kept, such as kg or each.',
      wide: true,
    }),
    supplier: referenceField({
      importable: true,
      label: 'Supplier',
      table: suppliers,
      none: 'No supplier',
      picker: { url: '/lookup/suppliers' },
      wide: true,
    }),

    inventoryclass: choiceField({
      importable: true,
      label: 'Class',
      of: itemClasses,
      kind: { kind: 'class' },
      none: 'As its category says',
      hint: 'What using it does to stock.',
      chip: true,
    }),
    keptinstock: keptInStockField({
      label: 'Kept in stock',
      hint: 'Using it on a job takes it out of stock.',
      unexported: true,
    }),
    defaultstorageid: referenceField({
      importable: true,
      label: 'Default storage',
      table: storage,
      none: 'No fixed place',
    }),
    consignmentcode: textField({ importable: true, label: 'Consignment code', max: 60 }),
    defaultponote: areaField({
      importable: true,
      synonyms: ['purchase order note'],
      label: 'Note on purchase orders',
      max: 1000,
    }),

    units: unitsField({ label: 'Units', seenby: itemRateClaims }),
    classes: classesField({ label: 'Classes per job category', unexported: true, seenby: itemRateClaims }),

    unitweight: quantityField({
      importable: true,
      synonyms: ['weight', 'gewig'],
      label: 'Weight of one unit',
      unit: 'kg',
    }),
    unitmass: quantityField({
      importable: true,
      synonyms: ['mass', 'massa'],
      label: 'Mass of one unit',
      unit: 'kg',
    }),
    unitseconds: quantityField({
      importable: true,
      synonyms: ['standard time', 'seconds'],
      label: 'Standard time of one unit',
      unit: 's',
    }),
    maxperjob: quantityField({ importable: true, synonyms: ['max per job'], label: 'Most on one job' }),
    leadtime: quantityField({
      importable: true,
      synonyms: ['lead days', 'levertyd'],
      label: 'Lead time',
      unit: 'days',
    }),
    packagingassetcode: textField({ importable: true, label: 'Packaging asset code', max: 60 }),
    packagingquantity: quantityField({
      importable: true,
      synonyms: ['pack size', 'pack quantity', 'pakgrootte'],
      label: 'Units in one package',
    }),
    minimumproductionvolume: quantityField({ importable: true, label: 'Smallest production run' }),
    minimumordervolume: quantityField({
      importable: true,
      synonyms: ['minimum order', 'moq', 'reorder quantity', 'minimum bestelling'],
      label: 'Smallest order',
    }),
    minimumfinishedgoodsvolume: quantityField({
      importable: true,
      synonyms: [
        'minimum stock',
        'reorder point',
        'reorder level',
        'safety stock',
        'safety stock level',
        'min level',
        'minimum level',
        'minimum quantity',
      ],
      label: 'Minimum stock',
    }),

    rate: rateField({
      importable: true,
      synonyms: [
        'rate',
        'cost',
        'standard cost',
        'cost price',
        'unit cost',
        'last cost',
        'average cost',
        'purchase price',
        'purchases unit price',
        'koste',
        'kosprys',
      ],
      label: 'Base rate',
      head: 'Rate',
      seenby: itemRateClaims,
    }),
    mupercent: percentField({
      importable: true,
      synonyms: ['markup percent', 'markup %', 'winsopslag'],
      label: 'Markup',
      seenby: itemRateClaims,
    }),
    muamount: rateField({
      importable: true,
      synonyms: ['markup rand'],
      label: 'Markup amount',
      // What is sold below its cost takes something off it.
      check: undefined,
      seenby: itemRateClaims,
    }),
    exclusive: flagField({
      importable: true,
      synonyms: ['exclusive', 'price excludes vat', 'excl'],
      label: 'Rates are without VAT',
      initial: true,
    }),
    nonbillable: flagField({ importable: true, synonyms: ['non billable'], label: 'Not billed to clients' }),
    price: priceField({ label: 'Price', seenby: itemRateClaims }),
    sampleprice: samplePriceField({
      label: fieldLabels.sampleprice,
      unexported: true,
      seenby: itemRateClaims,
    }),
    samplecost: sampleCostField({
      label: fieldLabels.samplecost,
      unexported: true,
      seenby: itemRateClaims,
    }),

    category: referenceField({
      importable: true,
      label: 'Category',
      table: categories,
      shows: ['vatexempt', 'archived'],
      only: { jobcategory: false },
      none: 'No category',
    }),
    materialname: textField({
      importable: true,
      synonyms: [
        'name',
        'naam',
        'item name',
        'product name',
        'description',
        'beskrywing',
        'item description',
        'product',
      ],
      label: 'Stock name',
      max: 200,
      hint: 'Shown in place of make and model.',
    }),
    materialcode: textField({
      importable: true,
      synonyms: ['material code', 'supplier code', 'alternative code'],
      label: 'Stock code',
      max: 60,
    }),
  },
  columns: ['name', 'code', 'category', 'inventoryclass', 'supplier', 'baseunit', 'rate', 'stock'],
  search: ['name', 'code', 'make', 'model', 'materialcode', 'barcode'],
  sort: 'name',
  filters: ['category', 'inventoryclass'],
  keys: ['code', 'barcode', 'materialcode', 'materialname'],
  beforeSave(tx, values, before) {
    checkBaseUnit(tx, values, before)
    const priced = pricedValues(values, before)
    if (before) return keepCode(priced)
    return { ...priced, code: codeOfNewItem(tx, priced), inventoryclass: classOfNewItem(tx.db, priced) }
  },
})
