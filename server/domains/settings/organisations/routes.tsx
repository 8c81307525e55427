import { organisations } from '#db/schema/tenant/index.ts'
import { routesOf } from '#server/crud/crud.ts'
import { present, read } from '#server/crud/read.ts'
import { notFound } from '#server/errors.ts'
import { type FileStore, fileStore, pictureType } from '#server/files.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { data, fragment, raw, says } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import type { Services } from '#server/services.ts'
import { OrganisationLogoField } from '#views/settings/organisations/logo.tsx'
import { logoUrl } from './logo-field.tsx'
import { organisation } from './resource.ts'
import { logoBytes, setLogo } from './set-logo.ts'

type Upload = Context<{ id: string }>

/** The plain page and calls, and the logo's own. */
export const organisationsRoutes = ({ config }: Pick<Services, 'config'>): Route[] => [
  ...routesOf(organisation),
  ...logoRoutes(fileStore(config.data)),
]

/** Upload by call and by dialog, and the picture itself. */
function logoRoutes(files: FileStore): Route[] {
  const store = async (c: Upload) => {
    c.read((db) => find(db, organisations, c.params.id))
    const bytes = await logoBytes((c.body as { file?: unknown } | undefined)?.file)
    const file = files.add(c.person.accountid, bytes)
    return c.write((tx) => {
      setLogo(tx, c.params.id, file)
      return data(present(organisation, read(organisation, tx.db, c.params.id)), {
        message: 'File has been uploaded successfully',
      })
    })
  }

  return [
    api(
      'POST /api/organisations/:id/logo',
      {
        claim: 'organisations.write',
        params: ById,
        upload: true,
        summary: 'Uploads the logo: multipart, one PNG or JPEG as `file`.',
      },
      store,
    ),

    api(
      'GET /api/organisations/:id/logo',
      { claim: 'organisations.read', params: ById, summary: 'The logo itself.' },
      (c) => {
        const { logofile } = c.read((db) => find(db, organisations, c.params.id))
        const bytes = logofile && files.read(c.person.accountid, logofile)
        const type = bytes && pictureType(bytes)
        if (!bytes || !type) throw notFound('logo')
        return raw(bytes, type, { headers: { 'cache-control': 'private, max-age=86400' } })
      },
    ),

    page(
      'POST /admin/organisations/:id/logo',
      { claim: 'organisations.write', params: ById, upload: true },
      async (c) => {
        await store(c)
        const { logofile } = c.read((db) => find(db, organisations, c.params.id))
        return fragment(
          <OrganisationLogoField id={c.params.id} url={logoUrl(c.params.id, logofile)} canwrite />,
          {
            headers: says('File has been uploaded successfully', { refresh: { table: 'organisations' } }),
          },
        )
      },
    ),
  ]
}
