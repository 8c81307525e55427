import type { Field } from '#server/crud/field.ts'
import { derived } from '#server/crud/kinds.ts'
import { IconLink } from '#views/ui/button.tsx'

/** The way from an item to its stock; in JSON the address alone. */
export const stockLink = (): Field => ({
  ...derived({ label: 'Stock', from: ({ record }) => `/inventory/${record.id}/stock` }),
  wide: true,
  cell: ({ found: { record, title } }) => (
    <IconLink small icon="boxes" label={`Stock of ${title}`} href={`/inventory/${record.id}/stock`} />
  ),
})
