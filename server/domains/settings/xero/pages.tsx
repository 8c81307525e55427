import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { XeroPage } from '#views/settings/xero/overview.tsx'
import { findXeroConnection, offeredXero } from './connection.ts'

const PAGE = 'pages.xero'

export const xeroPages: Route[] = [
  page(
    'GET /xero',
    { claim: 'settings.manage', summary: 'The connection to Xero, and what goes each way.' },
    (c) => {
      offeredXero(c.services)
      const title = c.read((db) => pageTitle(db, PAGE))
      return view(
        <XeroPage title={title} connection={findXeroConnection(c.services, c.person.accountid)} />,
        {
          title,
          page: PAGE,
        },
      )
    },
  ),
]
