import { organisations } from '#db/schema/tenant/index.ts'
import { crudRoutes } from '#server/crud/crud.ts'
import { presentResource, readResource } from '#server/crud/read.ts'
import { notFound } from '#server/errors.ts'
import { pictureType } from '#server/files.ts'
import type { Context } from '#server/http/context.ts'
import { ById, FileUpload } from '#server/http/fields.ts'
import { dataReply, fragment, rawReply, snackbarHeaders } from '#server/http/reply.ts'
import { api, asyncAction, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { OrganisationLogoField } from '#views/settings/organisations/logo.tsx'
import { logoUrl } from './logo-field.tsx'
import { organisation } from './resource.ts'
import { logoBytes, setLogo } from './set-logo.ts'

const UPLOADED = 'File has been uploaded successfully'

async function storeLogo(c: Context<{ id: string }, unknown, { file?: unknown }>) {
  c.read((db) => getRecord(db, organisations, c.params.id))
  const bytes = await logoBytes(c.person, c.body.file)
  const file = c.services.files.add(c.person.accountid, bytes)
  return c.write((tx) => {
    setLogo(tx, c.params.id, file)
    return dataReply(presentResource(organisation, readResource(organisation, tx.db, c.params.id), c), {
      message: UPLOADED,
    })
  })
}

export const organisationsRoutes: Route[] = [
  ...crudRoutes(organisation),

  ...asyncAction(
    { api: 'POST /api/organisations/:id/logo', page: 'POST /admin/organisations/:id/logo' },
    {
      claim: 'organisations.write',
      params: ById,
      body: FileUpload,
      upload: 'logo',
      reply: organisation.schemas.Reply,
      summary: 'Uploads the logo: multipart, one PNG or JPEG as `file`.',
    },
    storeLogo,
    (_, c) => {
      const { logofile } = c.read((db) => getRecord(db, organisations, c.params.id))
      return fragment(
        <OrganisationLogoField id={c.params.id} url={logoUrl(c.params.id, logofile)} canwrite />,
        { headers: snackbarHeaders(UPLOADED, { refresh: { table: 'organisations' } }) },
      )
    },
  ),

  api(
    'GET /api/organisations/:id/logo',
    { claim: 'organisations.read', params: ById, summary: 'The logo itself.' },
    (c) => {
      const { logofile } = c.read((db) => getRecord(db, organisations, c.params.id))
      const bytes = logofile && c.services.files.read(c.person.accountid, logofile)
      const type = bytes && pictureType(bytes)
      if (!bytes || !type) throw notFound('logo')
      return rawReply(bytes, type, { headers: { 'cache-control': 'private, max-age=86400' } })
    },
  ),
]
