import { addressFields, contactFields } from '#server/address-fields.ts'
import type { FieldDeclarations } from '#server/record-fields.ts'

export const locationFields = {
  name: { kind: 'text', max: 120, required: true, label: 'Name', importable: true },
  client: { kind: 'reference', to: 'clients', label: 'Client', importable: true },
  parent: { kind: 'reference', to: 'locations', label: 'Part of', importable: true },
  ...addressFields,
  ...contactFields,
  responsibilityid: { kind: 'reference', to: 'users', label: 'Responsible', importable: true },
} as const satisfies FieldDeclarations
