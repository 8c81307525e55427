import type { FieldDeclarations } from './record-fields.ts'

export const addressFields = {
  addressline1: { kind: 'text', max: 200, label: 'Address line 1', importable: true },
  addressline2: { kind: 'text', max: 200, label: 'Address line 2', importable: true },
  addressline3: { kind: 'text', max: 200, label: 'Address line 3', importable: true },
  addressline4: { kind: 'text', max: 200, label: 'Address line 4', importable: true },
  city: { kind: 'text', max: 120, label: 'City', importable: true },
  province: { kind: 'text', max: 120, label: 'Province', importable: true },
  country: { kind: 'text', max: 120, label: 'Country', importable: true },
  postalcode: { kind: 'text', max: 20, label: 'Postal code', importable: true },
} as const satisfies FieldDeclarations

export const contactFields = {
  contactname: { kind: 'text', max: 120, label: 'Contact name', importable: true },
  contactnumber: { kind: 'text', max: 60, label: 'Contact number', importable: true },
  contactemail: { kind: 'email', max: 250, label: 'Contact e-mail', importable: true },
} as const satisfies FieldDeclarations
