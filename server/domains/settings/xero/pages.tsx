import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { choice, NoBody, t } from '#server/http/fields.ts'
import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { findImportList, type ImportList } from '#server/import/index.ts'
import { pageTitle } from '#server/resources.ts'
import { XeroPage } from '#views/settings/xero/overview.tsx'
import { stageXeroList, type XeroListName, xeroListNames } from './bring-in.ts'
import { findXeroConnection, offeredXero } from './connection.ts'
import { orWarn } from './lead-on.tsx'

const PAGE = 'pages.xero'
const PATH = '/xero'

const listChoices = (c: Context) =>
  xeroListNames
    .map((name) => ({ name, ...(findImportList(name) as ImportList) }))
    .filter(({ claim }) => c.can('records.import') && c.can(claim))

export const xeroPages: Route[] = [
  page(
    `GET ${PATH}`,
    { claim: 'settings.manage', summary: 'The connection to Xero, and what goes each way.' },
    (c) => {
      offeredXero(c.services.config)
      const title = c.read((db) => pageTitle(db, PAGE))
      return view(
        <XeroPage
          title={title}
          connection={findXeroConnection(c.services, c.person.accountid)}
          lists={listChoices(c)}
        />,
        { title, page: PAGE },
      )
    },
  ),

  page(
    'POST /xero/lists/:list',
    {
      claim: 'records.import',
      params: t.Object({ list: choice(...(xeroListNames as [XeroListName, ...XeroListName[]])) }),
      body: NoBody,
      summary: 'Fetches a list of Xero for the import, which shows its columns and tries it first.',
    },
    (c) =>
      orWarn(c, PATH, async () => {
        offeredXero(c.services.config)
        const { list } = c.params
        if (!c.can((findImportList(list) as ImportList).claim)) throw forbidden()
        const { id } = await stageXeroList(c, list)
        return redirect(`/import/${list}/${id}`)
      }),
  ),
]
