import { allAccounts } from '#db/queries/platform/account-details.ts'
import { object, t, text } from '#server/http/fields.ts'
import { data, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { Backoffice } from '#views/backoffice/accounts.tsx'

const Search = object({ search: t.Optional(text(200)) })

/** The operator's view of the platform: accounts, never what is in them. */
export const backofficeRoutes: Route[] = [
  api('GET /api/backoffice/account', { claim: 'platform.manage', query: Search }, (c) => {
    const rows = c.platform.read((db) => allAccounts(db, c.query.search))
    return data(rows, { total: rows.length })
  }),

  page('GET /backoffice', { claim: 'platform.manage', query: Search }, (c) =>
    view(
      <Backoffice
        rows={c.platform.read((db) => allAccounts(db, c.query.search))}
        search={c.query.search}
        url={c.url.pathname + c.url.search}
      />,
      { title: 'Back office', page: 'pages.backoffice' },
    ),
  ),
]
