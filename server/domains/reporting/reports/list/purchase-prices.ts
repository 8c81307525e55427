import { withQuery } from '#views/ui/links.ts'
import { type ParameterName, type Report, readBySql } from '../report.ts'

const period: readonly ParameterName[] = ['start', 'end']

/** What each receipt cost in the base unit of its item, discounts taken off; late carriage is left out. */
const RECEIVED = `SELECT v.id, v.code, v.itemname AS name, v.baseunit AS unit, l.seq, l.effectivedate AS date, l.quantity,
    l.value, (l.value * 200000000 + l.quantity) / (2 * l.quantity) AS price, o.id AS orderid, o.number,
    s.name AS supplier
  FROM purchase_receipt_lines r JOIN purchase_receipts p ON p.id = r.receiptid
  JOIN purchaseorders o ON o.id = p.orderid JOIN suppliers s ON s.id = o.supplier
  JOIN stock_ledger l ON l.seq = r.seq JOIN inventory v ON v.id = l.inventoryid
  WHERE p.undoneutc IS NULL AND l.quantity > 0 AND l.effectivedate BETWEEN :start AND :end`

export const purchasePrices: Report = {
  name: 'purchase-prices',
  title: 'Purchase prices',
  about:
    'What a unit of each item cost in the first and the last receipt of this period, and between them, without VAT.',
  group: 'Purchasing',
  claims: ['purchase.read', 'pricing.read'],
  parameters: period,
  columns: [
    { key: 'code', head: 'Code', kind: 'text' },
    { key: 'name', head: 'Item', kind: 'text' },
    { key: 'receipts', head: 'Receipts', kind: 'count', sums: true },
    { key: 'first', head: 'First', kind: 'rate' },
    { key: 'lowest', head: 'Lowest', kind: 'rate' },
    { key: 'highest', head: 'Highest', kind: 'rate' },
    { key: 'last', head: 'Last', kind: 'rate' },
    { key: 'change', head: 'Change', kind: 'percent' },
    { key: 'unit', head: 'Unit', kind: 'text' },
  ],
  plot: { label: 'code', value: 'change' },
  read: readBySql(
    `WITH received AS MATERIALIZED (${RECEIVED}),
    priced AS (SELECT *, first_value(price) OVER item AS first, last_value(price) OVER item AS last FROM received
      WINDOW item AS (PARTITION BY id ORDER BY date, seq ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))
    SELECT id, code, name, unit, count(*) AS receipts, first, last, min(price) AS lowest, max(price) AS highest,
      iif(first = 0, NULL, CAST(round((last - first) * 1000.0 / first) AS INTEGER) * 1000) AS change
    FROM priced GROUP BY id ORDER BY change DESC NULLS LAST, code`,
    period,
  ),
  links:
    (_, { start, end }) =>
    ({ id }) =>
      withQuery('/reporting/purchase-price-history', { start, end, item: String(id) }),
}

const narrowed: readonly ParameterName[] = [...period, 'item']

export const purchasePriceHistory: Report = {
  name: 'purchase-price-history',
  title: 'Purchase prices by receipt',
  about: 'What came of orders in this period, and what a unit of it cost without VAT.',
  group: 'Purchasing',
  claims: ['purchase.read', 'pricing.read'],
  parameters: narrowed,
  columns: [
    { key: 'date', head: 'Received', kind: 'date' },
    { key: 'code', head: 'Code', kind: 'text' },
    { key: 'name', head: 'Item', kind: 'text' },
    { key: 'supplier', head: 'Supplier', kind: 'text' },
    { key: 'number', head: 'Order', kind: 'text' },
    { key: 'quantity', head: 'Quantity', kind: 'quantity' },
    { key: 'unit', head: 'Unit', kind: 'text' },
    { key: 'price', head: 'Each', kind: 'rate' },
    { key: 'value', head: 'Cost', kind: 'money', sums: true },
  ],
  plot: { label: 'date', value: 'price' },
  read: readBySql(
    `${RECEIVED} AND (:item IS NULL OR v.id = :item) ORDER BY l.effectivedate, l.seq`,
    narrowed,
  ),
  links: () => (row) => `/purchase/${row.orderid}`,
}
