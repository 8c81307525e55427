import { accountClaims, claims } from '#server/access/claims.ts'
import { helpBaseUrl } from '#server/config.ts'
import { createGranter } from '#server/domains/people/roles/granter.ts'
import { roleLines } from '#server/domains/people/roles/present.ts'
import { integer, object, t } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, publicApi, type Route } from '#server/http/route.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { defaults, readLabels } from '#server/resources.ts'
import { visibleChanges } from './visible-changes.ts'

export const configurationApi: Route[] = [
  publicApi(
    'GET /api/configuration/environmentals',
    { summary: 'What a client needs before sign-in.' },
    (c) => ({
      appname: defaults.appname,
      selfregistration: c.services.config.selfregistration,
      helpbase: helpBaseUrl(c.services.config),
      resources: defaults,
    }),
  ),

  api(
    'GET /api/configuration/resources',
    { claim: 'seat', fornarrowkeys: true, summary: 'Labels and page names of the account.' },
    (c) => c.read(readLabels),
  ),

  api(
    'GET /api/configuration/claims',
    { claim: 'seat', fornarrowkeys: true, summary: 'The closed list of claims.' },
    () => listData(accountClaims.map((claim) => ({ claim, name: claims[claim] }))),
  ),

  api(
    'GET /api/configuration/roleclaims',
    { claim: 'roles.manage', summary: 'Which role holds which claim.' },
    (c) =>
      c.read((db) =>
        listData(
          roleLines(db, createGranter(c).grantable).flatMap(({ id, name, claims }) =>
            claims.map((claim) => ({ roleid: id, role: name, claim })),
          ),
        ),
      ),
  ),

  api(
    'GET /api/configuration/changes',
    {
      claim: 'history.read',
      query: object({ days: t.Optional(integer(1, 366)) }),
      summary: 'Changes of the last days to all that I see.',
    },
    (c) => {
      const since = addMs(c.now(), -(c.query.days ?? 7) * DAY_MS)
      return c.read((db, viewer) => listData(visibleChanges(db, viewer, since)))
    },
  ),
]
