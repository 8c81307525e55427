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
import { type Differing, findDiverged } from './check-changes.ts'
import { XERO_TENANTS } from './connect-pages.tsx'
import { findXeroConnection, offeredXero, readShownConnection } from './connection.ts'
import { findXeroDocuments, readNotTakenBack, readXeroHold } from './documents.ts'
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

const MOST_NAMED = 10
const listed = new Intl.ListFormat('en-ZA')

function sayUnknown(numbers: readonly string[]) {
  const named = listed.format(
    numbers.length > MOST_NAMED
      ? [...numbers.slice(0, MOST_NAMED), `${numbers.length - MOST_NAMED} more`]
      : numbers,
  )
  return numbers.length === 1
    ? `Xero has ${named}, which this account does not know: issue it here again as it stands there, and the two are one`
    : `Xero has ${named}, which this account does not know: issue them here again as they stand there, in this order, and each is the one that is there`
}

function sayDiverged({ found, diverged, standing, takenback, unknown }: Differing, hold: string) {
  const changed =
    found === 1
      ? '1 document was changed in Xero: what differs is said beside it'
      : `${found} documents were changed in Xero: what differs is said beside each`
  const still =
    diverged === 1
      ? 'Nothing more has changed in Xero; 1 document differs there still'
      : `Nothing more has changed in Xero; ${diverged} documents differ there still`
  const cancelled =
    standing === 1
      ? '1 that was cancelled here still stands in Xero: what helps is said beside it'
      : `${standing} that were cancelled here still stand in Xero: what helps is said beside each`
  const late =
    takenback === 1
      ? `1 document or payment that was taken back here is taken back there ${hold || 'next'}`
      : `${takenback} documents and payments that were taken back here are taken back there ${hold || 'next'}`
  const said = [
    ...(unknown.length > 0 ? [sayUnknown(unknown)] : []),
    ...(takenback > 0 ? [late] : []),
    ...(found > 0 ? [changed] : diverged > 0 ? [still] : []),
    ...(standing > 0 ? [cancelled] : []),
  ]
  return said.join('. ') || 'Nothing that was sent has changed in Xero'
}

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
          const held = hold ? found.takenback : 0
          const others = sayStandings(c, chosen)
          const differing = found.diverged + found.standing + held + found.unknown.length + others.length
          const level = differing > 0 ? 'warning' : 'success'
          return leadOn(c, PATH, level, joinSentences([sayDiverged(found, hold), ...others]))
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
