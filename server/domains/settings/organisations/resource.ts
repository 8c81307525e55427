import { organisations } from '#db/schema/tenant/index.ts'
import { addressKinds, addressTab } from '#server/crud/address.ts'
import { defineResource } from '#server/crud/crud.ts'
import {
  areaField,
  choiceField,
  colourField,
  emailField,
  flagField,
  integerField,
  phoneField,
  spacedField,
  textField,
  vatChangesField,
  vatField,
} from '#server/crud/kinds.ts'
import { hundredPercent, type Percent } from '#server/money/decimal.ts'
import { paymentDays } from '#server/money/payment-days.ts'
import { isVatNumber } from '#server/money/vat.ts'
import { vatCategoryOptions } from '#server/money/vat-period.ts'
import { ensureOneDefault, refuseDefaultArchive } from './default-organisation.ts'
import { checkInvoiceReviewers } from './invoice-reviewers.ts'
import { logo } from './logo-field.tsx'
import { firstBoard, registeredAddress } from './registered-address.ts'

const months = 'January February March April May June July August September October November December'
/** What is wrong with it, if anything. */
export const findVatNumberFault = (value: string) =>
  value === '' || isVatNumber(value) ? undefined : 'A VAT number has 10 digits and begins with a 4.'

const isVatRate = (value: Percent | null) =>
  value !== null && (value < 0 || value > hundredPercent) ? 'The VAT must be between 0 and 100 %.' : undefined

export const organisation = defineResource({
  noun: 'organisation',
  nouns: 'organisations',
  table: organisations,
  path: '/admin/organisations',
  page: 'pages.admin.organisations',
  icon: 'building',
  subtitle: 'In whose name documents go out.',
  claims: { read: 'organisations.read', write: 'organisations.write' },
  fields: {
    name: textField({ label: 'Name', required: true, max: 120 }),
    logofile: logo({ label: 'Logo', later: true }),
    prefix: textField({
      label: 'Prefix',
      max: 10,
      width: 'narrow',
      hint: 'Invoice numbers begin with it.',
    }),
    colour: colourField({ label: 'Colour', initial: '#2f6f7e', stripe: true }),
    registrationnumber: textField({ label: 'Registration number', max: 60, wide: true }),
    flagdefault: flagField({ label: 'Default organisation', head: 'Default' }),
    reviewinvoices: flagField({
      label: 'Review invoices before they are issued',
      hint: 'By somebody who may issue invoices, other than who prepared it.',
    }),
    number: phoneField({ label: 'Contact number', max: 60, wide: true }),
    email: emailField({ label: 'E-mail', max: 250 }),
    ...addressKinds,
    location: registeredAddress(),
    board: firstBoard(),
    vatnumber: spacedField({
      label: 'VAT number',
      max: 20,
      hint: '10 digits; empty when not registered.',
      check: findVatNumberFault,
    }),
    vat: vatField({
      label: 'VAT',
      hint: 'Empty: the standard rate of the day of supply.',
      check: isVatRate,
    }),
    vatchanges: vatChangesField({
      label: 'VAT from a day on',
      hint: 'A rate that changes is entered before its day. An empty rate: the standard rate again.',
      check: isVatRate,
    }),
    vatcategory: choiceField({
      label: 'VAT category',
      of: vatCategoryOptions,
      initial: 'A',
      hint: 'Which SARS gave it: how long its VAT periods are.',
    }),
    finyearend: choiceField({
      label: 'Financial year ends in',
      of: months.split(' ').map((label, i) => ({ value: i + 1, label })),
      initial: 12,
    }),
    bank: textField({ label: 'Bank', max: 120 }),
    accountnumber: textField({ label: 'Account number', max: 40 }),
    branchcode: textField({ label: 'Branch code', max: 20 }),
    estimateterms: areaField({ label: 'Terms on estimates', max: 4000, rows: 4 }),
    invoiceterms: areaField({ label: 'Terms on invoices', max: 4000, rows: 4 }),
    poterms: areaField({ label: 'Terms on purchase orders', max: 4000, rows: 4 }),
    estimatedays: integerField({
      label: 'Days an estimate is valid',
      hint: 'From the day it is sent or printed. Empty: estimates name no last day.',
      width: 'narrow',
      initial: 30,
      ...paymentDays,
    }),
    paymentdays: integerField({
      label: 'Days to pay',
      hint: 'After the date of an invoice, unless its client has other terms. Empty: invoices name no due date.',
      width: 'narrow',
      initial: 30,
      ...paymentDays,
    }),
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
    Financial: [
      ['vatnumber', 'vat'],
      'vatchanges',
      'vatcategory',
      'finyearend',
      'bank',
      ['accountnumber', 'branchcode'],
    ],
    Terms: [['estimatedays', 'paymentdays'], 'estimateterms', 'invoiceterms', 'poterms'],
  },
  columns: ['name', 'prefix', 'vatnumber', 'vat', 'number', 'flagdefault'],
  marks: ['colour', 'logofile'],
  search: ['name', 'prefix', 'registrationnumber', 'vatnumber'],
  sort: 'name',
  beforeSave(tx, values, before) {
    checkInvoiceReviewers(tx, values, before)
    return ensureOneDefault(tx, values, before)
  },
  onArchive: refuseDefaultArchive,
})
