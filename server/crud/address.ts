import { text } from './kinds.ts'

export const address = {
  addressline1: text({ label: 'Address line 1', max: 200 }),
  addressline2: text({ label: 'Address line 2', max: 200 }),
  addressline3: text({ label: 'Address line 3', max: 200 }),
  addressline4: text({ label: 'Address line 4', max: 200 }),
  city: text({ label: 'City', max: 120 }),
  postalcode: text({ label: 'Postal code', max: 20 }),
  province: text({ label: 'Province', max: 120 }),
  country: text({ label: 'Country', max: 120 }),
}

export const addressTab = [
  'addressline1',
  'addressline2',
  'addressline3',
  'addressline4',
  ['city', 'postalcode'],
  ['province', 'country'],
] as const
