import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '#db/schema/tenant/index.ts'

const known = tables as unknown as Record<string, SQLiteTable>

type Part = {
  title: string
  about: string
  tables: readonly (keyof typeof tables)[]
}

/** Jobs and what refers to them bring those tables along in which their references are found. */
export const parts = {
  jobs: {
    title: 'Jobs',
    about:
      'Jobs with their lines, steps, worked time, notes, fields and what was made of their materials, and the boards, clients and workers they name.',
    tables: [
      ...(['jobs', 'job_categories', 'job_fields', 'materials', 'notes', 'job_equipment'] as const),
      ...(['job_steps', 'time_entries', 'job_sets', 'boards', 'lanes', 'template_repeats'] as const),
      ...(['job_builds', 'job_build_lines', 'lane_stays', 'time_weeks', 'worker_rates'] as const),
      ...(['clients', 'locations', 'workers', 'divisions', 'organisations', 'categories'] as const),
    ],
  },
  consignments: {
    title: 'Consignments',
    about:
      'Places, what lies at each and what moved there, with the notes by which goods went to clients and came back or were sold.',
    tables: [
      ...(['deliveries', 'delivery_lines', 'delivery_events', 'storage', 'stock_onhand'] as const),
      ...(['stock_ledger', 'inventory', 'clients', 'locations'] as const),
    ],
  },
  inventory: {
    title: 'Inventory',
    about:
      'Items with their units, classes, inputs and prices, every stock movement and count, what is on hand, places, equipment, suppliers and what they charge.',
    tables: [
      ...(['inventory', 'units', 'inventory_classes', 'categories', 'category_fields', 'steps'] as const),
      ...(['stock_ledger', 'stock_onhand', 'storage', 'equipment', 'suppliers', 'accountcodes'] as const),
      ...(['pricinggroups', 'pricing_entries', 'pricing_clients', 'item_inputs'] as const),
      ...(['supplier_items', 'supplier_prices', 'stock_sheets', 'stock_sheet_lines'] as const),
    ],
  },
  deliveries: {
    title: 'Deliveries',
    about: 'Delivery notes, their lines, proof and returns, and the jobs, clients and places they name.',
    tables: [
      ...(['deliveries', 'delivery_lines', 'delivery_events', 'jobs', 'materials', 'equipment'] as const),
      ...(['clients', 'locations', 'organisations'] as const),
    ],
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

export const partNames = Object.keys(parts) as PartName[]

export const partTables = (name: PartName): { name: string; table: SQLiteTable }[] =>
  parts[name].tables.map((table) => ({ name: table, table: known[table]! }))
