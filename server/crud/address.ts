import { addressFields } from '#server/address-fields.ts'
import type { Field } from './field.ts'
import { text } from './kinds.ts'

/** The address as fields of a plain resource. */
export const address = Object.fromEntries(
  Object.entries(addressFields).map(([name, { label, max }]) => [name, text({ label, max })]),
) as Record<keyof typeof addressFields, Field>

export const addressTab = [
  'addressline1',
  'addressline2',
  'addressline3',
  'addressline4',
  ['city', 'postalcode'],
  ['province', 'country'],
] as const
