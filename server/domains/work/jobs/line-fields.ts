import type { FieldDeclaration } from '#server/record-fields.ts'

/** In one call: each that moves stock is some seven rows, and 250 hold the event loop for 40 ms. */
export const LINES_AT_ONCE = 250

/** `money`: without `jobs.money` a line's history hides it, and no change may carry it. */
export type LineFieldDeclaration = FieldDeclaration & { money?: true }

export const lineFields = {
  inventoryid: { kind: 'reference', to: 'inventory', label: 'Inventory', importable: true },
  description: { kind: 'text', max: 500, label: 'Description', importable: true },
  role: { kind: 'role', label: 'Role', importable: true, synonyms: ['rol', 'tab'] },
  inventoryclass: { kind: 'class', label: 'Class', importable: true },
  estimated: {
    kind: 'quantity',
    label: 'Estimated',
    importable: true,
    synonyms: ['quoted', 'quantity', 'qty', 'order qty', 'order quantity', 'quantity ordered', 'hoeveelheid'],
  },
  consumed: {
    kind: 'quantity',
    label: 'Used',
    importable: true,
    synonyms: ['actual', 'consumed', 'actual quantity', 'gebruik'],
  },
  unit: { kind: 'text', max: 60, label: 'Unit', importable: true },
  linerate: {
    kind: 'rate',
    label: 'Rate',
    money: true,
    importable: true,
    synonyms: ['price', 'unit price', 'line rate', 'prys', 'selling price', 'list price'],
  },
  costrate: {
    kind: 'rate',
    label: 'Cost',
    money: true,
    importable: true,
    synonyms: ['cost rate', 'cost price', 'kosprys', 'unit cost', 'standard cost'],
  },
  discount: {
    kind: 'discount',
    label: 'Discount',
    money: true,
    importable: true,
    synonyms: ['discount %', 'afslag'],
  },
  nonbillable: {
    kind: 'flag',
    label: 'Non-billable',
    importable: true,
    synonyms: ['not billed', 'non billable'],
  },
  division: { kind: 'reference', to: 'divisions', label: 'Division', importable: true },
  storageid: { kind: 'reference', to: 'storage', label: 'Storage Location', importable: true },
  /** The pieces of the job's equipment that it goes out in, and came in. */
  jobequipment: { kind: 'reference', to: 'equipment', label: 'Out Equipment' },
  inputequipment: { kind: 'reference', to: 'equipment', label: 'In Equipment' },
} as const satisfies Record<string, LineFieldDeclaration>

export type LineFieldName = keyof typeof lineFields
export const lineFieldNames = Object.keys(lineFields) as LineFieldName[]

export const lineMoneyFields = lineFieldNames.filter((name) => 'money' in lineFields[name])
