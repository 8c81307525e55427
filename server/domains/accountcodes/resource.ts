import { accountcodes } from '#db/schema/tenant/index.ts'
import { crud } from '#server/crud/crud.ts'
import { choice, percent, text } from '#server/crud/kinds.ts'
import type { Percent } from '#server/money/decimal.ts'

// "VAT override has a maximum length of 2" (spec 2, section 5): whole percents below a hundred.
const upToTwoDigits = (value: Percent | null) =>
  value !== null && (value < 0 || value > 990_000 || value % 10_000 !== 0)
    ? 'The VAT override is a whole percentage of at most two digits.'
    : undefined

/** What income and expense are booked to in the accounts. */
export const accountcodesRoutes = crud({
  noun: 'account code',
  nouns: 'account codes',
  table: accountcodes,
  path: '/admin/accountcodes',
  page: 'pages.admin.accountcodes',
  icon: 'landmark',
  subtitle: 'What income and expense are booked to.',
  claims: { read: 'accountcodes.read', write: 'accountcodes.write' },
  fields: {
    type: choice({
      label: 'Type',
      of: [
        { value: 0, label: 'Income' },
        { value: 1, label: 'Expense' },
      ],
      initial: 0,
      wide: true,
    }),
    code: text({ label: 'Code', required: true, max: 40, unique: true }),
    description: text({ label: 'Description', required: true, max: 200 }),
    name: text({ label: 'Name in the accounts', max: 120 }),
    rate: percent({ label: 'Default rate' }),
    vat: percent({
      label: 'VAT override',
      hint: 'In place of the organisation’s VAT.',
      check: upToTwoDigits,
    }),
    tax: text({ label: 'Tax type', max: 40, hint: 'As the accounting system calls it.' }),
  },
  tabs: { Details: ['type', 'code', 'description', 'name', ['rate', 'vat'], 'tax'] },
  columns: ['code', 'description', 'rate', 'vat'],
  search: ['code', 'description'],
  sort: 'code',
  split: {
    by: 'type',
    tabs: [
      { value: '0', label: 'Income' },
      { value: '1', label: 'Expense' },
    ],
  },
  keys: ['code'],
})
