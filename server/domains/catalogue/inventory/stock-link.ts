import type { Field } from '#server/crud/field.ts'
import { derived } from '#server/crud/kinds.ts'

/** The way from an item to its stock, as an address. */
export const stockLink = (): Field =>
  derived({ label: 'Stock', from: ({ record }) => `/inventory/${record.id}/stock` })
