import { listLocations } from '#db/queries/locations.ts'
import { clients } from '#db/schema/tenant/index.ts'
import { id, t } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { ClientLocations } from '#views/clients/locations.tsx'

export const clientsPages: Route[] = [
  page('GET /clients/:id/locations', { claim: 'locations.read', params: t.Object({ id: id() }) }, (c) =>
    c.read((db) => {
      find(db, clients, c.params.id)
      const { rows } = listLocations(db, { client: c.params.id, take: 500 })
      return fragment(<ClientLocations locations={rows.map(({ location }) => location)} />)
    }),
  ),
]
