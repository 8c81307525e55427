import { accountcodes } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { defineResource } from '#server/crud/crud.ts'
import { choiceField, percentField, textField, vatChangesField, vatField } from '#server/crud/kinds.ts'
import type { Literal, RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'
import type { Percent } from '#server/money/decimal.ts'
import { findMiscType, miscTypes } from './set-misc.ts'

// Decision F19.
const upToTwoDigits = (value: Percent | null) =>
  value !== null && (value < 0 || value >= 1_000_000 || value % 100 !== 0)
    ? 'The VAT rate has at most two digits and two decimals, such as 15 or 15,5.'
    : undefined

const refuseMiscArchive: Literal['onArchive'] = ({ db }, { id }) => {
  const type = findMiscType(db, id)
  if (type !== undefined)
    return `This is the account code for miscellaneous ${miscTypes[type]}. Choose another one under General settings, Accounting first.`
}

/** @throws for the account code of miscellaneous income */
function checkTypeUnchanged(tx: Tx, values: RecordValues, before: { id: string } | null): undefined {
  const type = before ? findMiscType(tx.db, before.id) : undefined
  if (type !== undefined && values.type !== undefined && values.type !== type)
    throw invalid({
      type: `This is the account code for miscellaneous ${miscTypes[type]}. Choose another one under General settings, Accounting first.`,
    })
}

export const accountcode = defineResource({
  noun: 'account code',
  nouns: 'account codes',
  table: accountcodes,
  path: '/admin/accountcodes',
  page: 'pages.admin.accountcodes',
  icon: 'landmark',
  subtitle: 'What income and expense are booked to.',
  claims: { read: 'accountcodes.read', write: 'accountcodes.write' },
  fields: {
    type: choiceField({
      label: 'Type',
      of: [
        { value: 0, label: 'Income' },
        { value: 1, label: 'Expense' },
      ],
      initial: 0,
      wide: true,
    }),
    code: textField({ label: 'Code', required: true, max: 40, unique: true }),
    description: textField({ label: 'Description', required: true, max: 200 }),
    name: textField({ label: 'Name in the accounts', max: 120 }),
    rate: percentField({ label: 'Default rate' }),
    vat: vatField({
      label: 'Own VAT rate',
      hint: 'In place of the organisation’s VAT; 0 is zero-rated. What is exempt is said on its category.',
      check: upToTwoDigits,
    }),
    vatchanges: vatChangesField({
      label: 'Own VAT rate from a day on',
      hint: 'The day of supply decides. An empty rate: the organisation’s VAT again.',
      check: upToTwoDigits,
    }),
    tax: textField({ label: 'Tax type', max: 40, hint: 'As the accounting system calls it.' }),
  },
  tabs: { Details: ['type', 'code', 'description', 'name', ['rate', 'vat'], 'vatchanges', 'tax'] },
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
  actions: [{ label: 'Sync with Xero', icon: 'refresh-cw', href: '/admin/accountcodes/sync', xero: true }],
  beforeSave: checkTypeUnchanged,
  onArchive: refuseMiscArchive,
})
