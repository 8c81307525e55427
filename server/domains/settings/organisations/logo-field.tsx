import type { Options, ResourceField } from '#server/crud/field.ts'
import { OrganisationLogo, OrganisationLogoField } from '#views/settings/organisations/logo.tsx'

/** Where the picture is fetched; a new picture has a new address. */
export const logoUrl = (id: string, file: unknown) => `/api/organisations/${id}/logo?v=${file}`

export const logo = (options: Options): ResourceField => ({
  unexported: true,
  ...options,
  json: ({ value }) => value,
  format: (value) => (value ? 'a picture' : ''),
  input: ({ id = '', value, hint }) => (
    <OrganisationLogoField id={id} url={value ? logoUrl(id, value) : undefined} hint={hint} canwrite />
  ),
  cell: ({ value, found }) => (value ? <OrganisationLogo url={logoUrl(found.record.id, value)} /> : null),
})
