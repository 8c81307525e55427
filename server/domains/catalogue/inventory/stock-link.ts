import type { ResourceField } from '#server/crud/field.ts'
import { derivedField } from '#server/crud/kinds.ts'

export const stockLink = (): ResourceField =>
  derivedField({ label: 'Stock', from: ({ record }) => `/inventory/${record.id}/stock` })
