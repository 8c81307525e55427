import type { Field } from '#server/crud/field.ts'
import { derived } from '#server/crud/kinds.ts'

export const stockLink = (): Field =>
  derived({ label: 'Stock', from: ({ record }) => `/inventory/${record.id}/stock` })
