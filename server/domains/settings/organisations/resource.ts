import { organisations } from '#db/schema/tenant/index.ts'
import { address, addressTab } from '#server/crud/address.ts'
import { define } from '#server/crud/crud.ts'
import { area, choice, colour, email, flag, percent, phone, spaced, text } from '#server/crud/kinds.ts'
import { hundredPercent, type Percent } from '#server/money/decimal.ts'
import { keepOneDefault, whyDefaultStays } from './default-organisation.ts'
import { logo } from './logo-field.tsx'
import { firstBoard, registeredAddress } from './registered-address.ts'

const months = 'January February March April May June July August September October November December'
const isVatNumber = (value: string) =>
  value === '' || /^4\d{9}$/.test(value) ? undefined : 'A VAT number has 10 digits and begins with a 4.'

const isVatRate = (value: Percent | null) =>
  value !== null && (value < 0 || value > hundredPercent) ? 'The VAT must be between 0 and 100 %.' : undefined

/** In whose name documents go out: letterhead, bank, VAT, terms. */
export const organisation = define({
  noun: 'organisation',
  nouns: 'organisations',
  table: organisations,
  path: '/admin/organisations',
  page: 'pages.admin.organisations',
  icon: 'building',
  subtitle: 'In whose name documents go out.',
  claims: { read: 'organisations.read', write: 'organisations.write' },
  fields: {
    name: text({ label: 'Name', required: true, max: 120 }),
    logofile: logo({ label: 'Logo', later: true }),
    prefix: text({
      label: 'Prefix',
      max: 10,
      width: 'narrow',
      hint: 'Invoice numbers begin with it.',
    }),
    colour: colour({ label: 'Colour', initial: '#2f6f7e', stripe: true }),
    registrationnumber: text({ label: 'Registration number', max: 60, wide: true }),
    flagdefault: flag({ label: 'Default organisation', head: 'Default' }),
    reviewinvoices: flag({ label: 'Review invoices before they are issued' }),
    number: phone({ label: 'Contact number', max: 60, wide: true }),
    email: email({ label: 'E-mail', max: 250 }),
    ...address,
    location: registeredAddress(),
    board: firstBoard(),
    vatnumber: spaced({
      label: 'VAT number',
      max: 20,
      hint: '10 digits; empty when not registered.',
      check: isVatNumber,
    }),
    vat: percent({ label: 'VAT', hint: 'Empty: the standard rate of the day.', check: isVatRate }),
    finyearend: choice({
      label: 'Financial year ends in',
      of: months.split(' ').map((label, i) => ({ value: i + 1, label })),
      initial: 12,
    }),
    bank: text({ label: 'Bank', max: 120 }),
    accountnumber: text({ label: 'Account number', max: 40 }),
    branchcode: text({ label: 'Branch code', max: 20 }),
    estimateterms: area({ label: 'Terms on estimates', max: 4000, rows: 4 }),
    invoiceterms: area({ label: 'Terms on invoices', max: 4000, rows: 4 }),
    poterms: area({ label: 'Terms on purchase orders', max: 4000, rows: 4 }),
  },
  tabs: {
    Details: [
      'name',
      'logofile',
      ['prefix', 'colour'],
      'registrationnumber',
      'flagdefault',
      'reviewinvoices',
    ],
    Contact: [['number', 'email'], ...addressTab],
    Financial: [['vatnumber', 'vat'], 'finyearend', 'bank', ['accountnumber', 'branchcode']],
    Terms: ['estimateterms', 'invoiceterms', 'poterms'],
  },
  columns: ['name', 'prefix', 'vatnumber', 'number', 'flagdefault'],
  marks: ['colour', 'logofile'],
  search: ['name', 'prefix', 'registrationnumber', 'vatnumber'],
  sort: 'name',
  beforeSave: keepOneDefault,
  refuseArchive: whyDefaultStays,
})
