import { type Report, readBySql } from '../report.ts'

export const stockOnHand: Report = {
  name: 'stock-on-hand',
  title: 'Stock on hand by place',
  about: 'What lies where now, in the base unit of each item. What it is worth stands under Stock.',
  group: 'Stock',
  claims: ['stock.read'],
  parameters: [],
  columns: [
    { key: 'code', head: 'Code', kind: 'text' },
    { key: 'name', head: 'Item', kind: 'text' },
    { key: 'place', head: 'Place', kind: 'text' },
    { key: 'quantity', head: 'On hand', kind: 'quantity' },
    { key: 'unit', head: 'Unit', kind: 'text' },
  ],
  read: readBySql(
    `SELECT v.id, v.code, v.itemname AS name, coalesce(s.name, 'No place') AS place, h.quantity, v.baseunit AS unit
    FROM stock_onhand h JOIN inventory v ON v.id = h.inventoryid LEFT JOIN storage s ON s.id = h.storageid
    WHERE h.quantity <> 0 ORDER BY v.code, place`,
    [],
  ),
  links:
    () =>
    ({ id }) =>
      `/inventory/${id}/stock`,
}
