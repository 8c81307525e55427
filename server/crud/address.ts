import { addressFields, contactFields } from '#server/address-fields.ts'
import type { ResourceField } from './field.ts'
import { emailField, phoneField, textField } from './kinds.ts'

export const addressKinds = Object.fromEntries(
  Object.entries(addressFields).map(([name, { label, max }]) => [
    name,
    textField({ importable: true, label, max }),
  ]),
) as Record<keyof typeof addressFields, ResourceField>

const { contactname, contactnumber, contactemail } = contactFields

export const contactKinds = {
  contactname: textField({ ...contactname, head: 'Contact' }),
  contactnumber: phoneField({ ...contactnumber, head: 'Number' }),
  contactemail: emailField(contactemail),
}

export const addressTab = [
  'addressline1',
  'addressline2',
  'addressline3',
  'addressline4',
  ['city', 'postalcode'],
  ['province', 'country'],
] as const
