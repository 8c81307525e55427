const names: Record<string, [singular: string, plural: string]> = {
  materials: ['job line', 'job lines'],
  item_inputs: ['input of an item', 'inputs of items'],
  job_builds: ['quantity that was finished', 'quantities that were finished'],
  job_build_lines: ['quantity that was finished', 'quantities that were finished'],
  supplier_items: ['item of a supplier', 'items of suppliers'],
  supplier_prices: ['price of a supplier', 'prices of suppliers'],
  pricing_entries: ['price', 'prices'],
  pricing_clients: ['client’s pricing group', 'clients’ pricing groups'],
  pricinggroups: ['pricing group', 'pricing groups'],
  stock_ledger: ['stock movement', 'stock movements'],
  job_categories: ['job', 'jobs'],
  job_equipment: ['job', 'jobs'],
  job_links: ['link of a client', 'links of clients'],
  job_sets: ['answer of a client', 'answers of clients'],
  board_workers: ['board', 'boards'],
  documents: ['file', 'files'],
  inventory: ['item', 'items'],
  inventory_classes: ['class of an item', 'classes of items'],
  categories: ['category', 'categories'],
  equipment: ['piece of equipment', 'pieces of equipment'],
  storage: ['storage place', 'storage places'],
  accountcodes: ['account code', 'account codes'],
}

export const tablePlural = (table: string) => names[table]?.[1] ?? table.replaceAll('_', ' ')
export const countRows = (count: number, table: string) =>
  `${count} ${count === 1 ? (names[table]?.[0] ?? tablePlural(table).replace(/s$/, '')) : tablePlural(table)}`
