import { listMappedCodes } from '#db/queries/settings/xero-names.ts'
import { xeroStates } from '#db/schema/tenant/index.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, choice, listQuery, NoBody, object, type StaticDecode, t } from '#server/http/fields.ts'
import { dataReply, dialogReply, redirect, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { findImportList, type ImportList } from '#server/import/index.ts'
import { toRand } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { readXeroMapping } from '#server/xero/mapping.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import { readToday } from '#server/zone.ts'
import { XeroContactDialog } from '#views/settings/xero/contact.tsx'
import { XeroMappingPage } from '#views/settings/xero/mapping.tsx'
import { sayNotTakenBack } from '#views/settings/xero/not-taken-back.ts'
import { XeroPage } from '#views/settings/xero/overview.tsx'
import { readNamesakes } from './actions.tsx'
import { stageXeroList, type XeroListName, xeroListNames } from './bring-in.ts'
import { findDiverged } from './check-changes.ts'
import { XERO_TENANTS } from './connect-pages.tsx'
import { findXeroConnection, offeredXero, readShownConnection } from './connection.ts'
import { findXeroDocuments, readNotTakenBack, readXeroHold } from './documents.ts'
import { keepXeroFound, readXeroFound, sayXeroFound } from './last-found.ts'
import { joinSentences, leadOn, orWarn } from './lead-on.tsx'
import { readLostFields } from './lost-names.ts'
import { readMappingForm, renewXeroNames } from './mapping-form.ts'

const PAGE = 'pages.xero'
const PATH = '/xero'
const claim = 'settings.manage'

const XeroDocumentsList = object({
  state: t.Optional(choice(...xeroStates, '')),
  skip: listQuery.skip,
  take: listQuery.take,
})
type XeroDocumentsQuery = StaticDecode<typeof XeroDocumentsList>

/** In a message that goes by itself; the page names all. */
const MOST_IN_PASSING = 10

/** Of all organisations, or of all but the one that was asked. */
const sayStandings = (c: Context, asked?: string) =>
  c.read((db) => readNotTakenBack(c, db).filter(({ tenantid }) => tenantid !== asked)).map(sayNotTakenBack)

const listChoices = (c: Context) =>
  xeroListNames
    .map((name) => ({ name, ...(findImportList(name) as ImportList) }))
    .filter(({ claim }) => c.can('records.import') && c.can(claim))

function overview(c: Context, query: XeroDocumentsQuery = {}) {
  offeredXero(c.services.config)
  return c.read((db) => {
    const title = pageTitle(db, PAGE)
    const url = c.url.pathname === PATH ? PATH + c.url.search : PATH
    const found = readXeroFound(db)
    return view(
      <XeroPage
        title={title}
        connection={readShownConnection(c, db)}
        canconnect={!c.person.expired}
        lists={listChoices(c)}
        documents={{ ...findXeroDocuments(db, query), query, url }}
        mapped={readXeroMapping(db)?.sending ?? false}
        today={readToday(db)}
        standing={readNotTakenBack(c, db)}
        found={found && { ...sayXeroFound(found, readXeroHold(c, db), found.unknown.length), utc: found.utc }}
        lost={{ fields: readLostFields(db), codes: listMappedCodes(db) }}
      />,
      { title, page: PAGE },
    )
  })
}

export const xeroPages: Route[] = [
  page(
    `GET ${PATH}`,
    { claim, query: XeroDocumentsList, summary: 'The connection to Xero, and what goes each way.' },
    (c) => overview(c, c.query),
  ),

  api(
    'GET /api/xero/documents',
    {
      claim,
      query: XeroDocumentsList,
      summary: 'What went to Xero, waits or was refused, the newest first.',
    },
    (c) =>
      c.read((db) => {
        const { rows, total } = findXeroDocuments(db, c.query)
        return dataReply(
          rows.map(({ cents, nextutc: _, ...row }) => ({ ...row, amount: toRand(cents) })),
          { total },
        )
      }),
  ),

  page(
    `GET ${PATH}/mapping`,
    { claim, summary: 'Which of our codes, rates and payments is which in Xero.' },
    (c) => {
      offeredXero(c.services.config)
      const known = findXeroConnection(c.services, c.person.accountid)
      const title = 'Xero mapping'
      return c.read((db) => {
        const form = readMappingForm(db)
        if (!form || !known?.tenantid || known.tenantid !== readXeroTenant(db)) return redirect(XERO_TENANTS)
        return view(
          <XeroMappingPage
            title={title}
            tenantname={known.tenantname}
            codes={listMappedCodes(db)}
            lost={readLostFields(db)}
            {...form}
          />,
          { title, page: PAGE },
        )
      })
    },
  ),

  page(
    'POST /xero/names',
    { claim, body: NoBody, summary: 'Fetches accounts and tax rates of Xero again.' },
    (c) =>
      orWarn(c, '/xero/mapping', async () => {
        offeredXero(c.services.config)
        await renewXeroNames(c)
        return leadOn(c, '/xero/mapping', 'success', 'Accounts and tax rates fetched')
      }),
  ),

  page(
    'POST /xero/check',
    { claim, body: NoBody, summary: 'Asks Xero now what differs there from what was sent.' },
    (c) =>
      orWarn(
        c,
        PATH,
        async () => {
          offeredXero(c.services.config)
          const found = await findDiverged(c.services, c.person.accountid, { whole: true })
          const { hold, chosen } = c.read((db) => ({ hold: readXeroHold(c, db), chosen: readXeroTenant(db) }))
          await c.write((tx) => keepXeroFound(tx, { ...found, tenantid: chosen ?? '', utc: tx.now }))
          const { level, words } = sayXeroFound(found, hold, MOST_IN_PASSING)
          const others = sayStandings(c, chosen)
          const worst = others.length > 0 ? 'warning' : level
          return leadOn(c, PATH, worst, joinSentences([words, ...others]))
        },
        () => sayStandings(c),
      ),
  ),

  page(
    'GET /xero/contacts/:id',
    { claim, params: ById, summary: 'The dialog that asks whether a contact of Xero is the same.' },
    async (c) => {
      offeredXero(c.services.config)
      const found = await readNamesakes(c)
      return dialogReply(c, <XeroContactDialog entryid={c.params.id} {...found} />, () => overview(c))
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
