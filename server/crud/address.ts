import { addressFields } from '#server/address-fields.ts'
import type { ResourceField } from './field.ts'
import { textField } from './kinds.ts'

export const addressKinds = Object.fromEntries(
  Object.entries(addressFields).map(([name, { label, max }]) => [
    name,
    textField({ importable: true, label, max }),
  ]),
) as Record<keyof typeof addressFields, ResourceField>

export const addressTab = [
  'addressline1',
  'addressline2',
  'addressline3',
  'addressline4',
  ['city', 'postalcode'],
  ['province', 'country'],
] as const
