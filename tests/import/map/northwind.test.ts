import { expect, test } from 'bun:test'
import { applyMapping } from '#server/import/map/apply-mapping.ts'
import type { ImportRow } from '#server/import/map/import-row.ts'
import { readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { readCsv } from '#server/import/read/csv.ts'
import type { CsvFile } from '#server/import/read/csv-file.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import { asPercent, parsePercent, parseQuantity, parseRate } from '#server/money/decimal.ts'

const folder = `${import.meta.dir}/../../../db/demo/northwind`
const mapping = readMapping(await Bun.file(`${folder}/mapping.json`).text(), mappableTypes)
const files: Record<string, CsvFile> = {}
for (const { file } of mapping.ok ? mapping.value.files : []) {
  const csv = readCsv(file, await Bun.file(`${folder}/${file}`).bytes(), { empty: 'NULL' })
  if (csv.ok) files[file] = csv.value
}

test('the order book is read whole', () => {
  expect(mapping.ok).toBe(true)
  const counts = Object.entries(files).map(([file, { rows }]) => [file, rows.length])
  expect(Object.fromEntries(counts)).toEqual({
    'categories.csv': 8,
    'suppliers.csv': 29,
    'customers.csv': 91,
    'employees.csv': 9,
    'products.csv': 77,
    'orders.csv': 830,
    'order_details.csv': 2155,
  })
  expect(files['orders.csv']?.rows.at(-1)?.line).toBe(831)
})

test('it becomes rows by noun, with every reference found and every sum as it was', () => {
  const outcome = mapping.ok ? applyMapping(mapping.value, files) : mapping
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  const { jobs, materials, inventory, clients, workers } = outcome.value as Record<string, ImportRow[]>
  expect(jobs!.filter(({ values }) => values.completed === '')).toHaveLength(21)
  expect(inventory!.filter(({ values }) => values.archived === 'true')).toHaveLength(8)
  expect(inventory!.reduce((sum, { values }) => sum + Number(values.onhand), 0)).toBe(3119)
  expect(materials!.every(({ references }) => references.jobid && references.inventoryid)).toBe(true)
  expect(jobs!.every(({ references }) => references.client && references.assignee)).toBe(true)
  expect(clients!.find(({ key }) => key === 'ANATR')?.values).toMatchObject({
    province: '',
    city: 'México D.F.',
  })
  expect(workers![0]?.values).toEqual({
    name: 'Nancy Davolio',
    title: 'Sales Representative',
    phone: '(206) 555-9857',
  })
  expect(jobs![0]?.values).toMatchObject({
    reference: '10248',
    created: '1996-07-04',
    completed: '1996-07-16',
  })
})

test('the lines come to the same cents as the file', () => {
  const outcome = mapping.ok ? applyMapping(mapping.value, files) : mapping
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  const lines = outcome.value.materials!.map(({ values }) =>
    lineAmounts({
      quantity: parseQuantity(values.estimated),
      rate: parseRate(values.linerate),
      discount: parsePercent(values.discount),
      vatrate: asPercent(0),
    }),
  )
  // From the raw cells, in integers and by another way: cents × quantity, the discount in hundredths.
  const raw = files['order_details.csv']!.rows.map(({ cells }) => {
    const gross = Math.round(Number(cells[2]) * 100) * Number(cells[3])
    const discount = Math.floor((gross * Math.round(Number(cells[4]) * 100) + 50) / 100)
    return { gross, net: gross - discount }
  })
  expect<number[]>(lines.map(({ net }) => net)).toEqual(raw.map(({ net }) => net))
  expect<number>(sumCents(lines.map(({ gross }) => gross))).toBe(
    raw.reduce((sum, { gross }) => sum + gross, 0),
  )
})
