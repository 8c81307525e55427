import { withQuery } from '#views/ui/links.ts'
import { type Report, readBySql } from '../report.ts'

export const stockMovements: Report = {
  name: 'stock-movements',
  title: 'Stock movements by item',
  about:
    'What came in and went out in this period, by the day it counts for, in the base unit of each item. What was taken back stands on both sides, and so does what moved from one place to another.',
  group: 'Stock',
  claims: ['stock.read'],
  parameters: ['start', 'end'],
  columns: [
    { key: 'code', head: 'Code', kind: 'text' },
    { key: 'name', head: 'Item', kind: 'text' },
    { key: 'movements', head: 'Movements', kind: 'count', sums: true },
    { key: 'inward', head: 'In', kind: 'quantity' },
    { key: 'outward', head: 'Out', kind: 'quantity' },
    { key: 'net', head: 'Change', kind: 'quantity' },
    { key: 'unit', head: 'Unit', kind: 'text' },
  ],
  plot: { label: 'code', value: 'outward' },
  read: readBySql(
    `SELECT v.id, v.code, v.itemname AS name, count(*) AS movements, sum(max(b.quantity, 0)) AS inward,
      sum(max(-b.quantity, 0)) AS outward, sum(b.quantity) AS net, v.baseunit AS unit
    FROM stock_ledger b JOIN inventory v ON v.id = b.inventoryid
    WHERE b.effectivedate BETWEEN :start AND :end GROUP BY v.id ORDER BY outward DESC, v.code`,
    ['start', 'end'],
  ),
  links:
    (_, { start, end }) =>
    ({ id }) =>
      withQuery(`/inventory/${id}/stock`, { start, end }),
}
