import { listOptions } from '#db/queries/options.ts'
import { countPastelExports, listPastelExports } from '#db/queries/sales/pastel.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import {
  pastelSettingsVersion,
  readPastelSettings,
  savePastelSettings,
} from '#server/domains/settings/accountcodes/pastel-settings.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, choice, date, flag, object, reference, t, text, version } from '#server/http/fields.ts'
import { dataReply, file, saved, view } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { readToday, readZone } from '#server/zone.ts'
import { PastelPage } from '#views/sales/pastel/pastel.tsx'
import { buildPastelFile } from './build-file.ts'
import { exportToPastel, requireAllBoards } from './export-documents.ts'
import { customersForPastel, itemsForPastel } from './masters.ts'

const title = 'Pastel'
const LISTED = 100
const claim = 'records.export'

const Asked = object({
  kind: choice('invoice', 'creditnote'),
  organisation: t.Optional(
    t.Union([t.Null(), t.Literal(''), reference()], { error: 'is not the id of a record' }),
  ),
  start: date(),
  end: date(),
  again: t.Optional(flag()),
})

const Settings = object({
  ...{ standard: t.Optional(text(2)), zero: t.Optional(text(2)), exempt: t.Optional(text(2)) },
  ...{ none: t.Optional(text(2)), cashcustomer: t.Optional(text(20)) },
  ...{ customers: t.Optional(text(400)), items: t.Optional(text(400)) },
  version: version(),
})

const exportsJson = (c: Context) =>
  c.read((db, viewer) => {
    requireAllBoards(viewer)
    return listPastelExports(db, LISTED).map(({ totalcents, ...row }) => ({
      ...row,
      total: toDecimal(totalcents, 'cents'),
    }))
  })

type MakePart = (db: TenantDb, after: string) => { text: string; next: string | undefined }

/** Part by part, so that others have their turn between. */
async function master(c: Context, name: string, makePart: MakePart) {
  const day = c.read(readToday)
  let body = ''
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    const part = c.read((db) => makePart(db, from))
    body += part.text
    after = part.next
    await Bun.sleep(0)
  }
  return file(new TextEncoder().encode(body), 'text/csv; charset=utf-8', `Pastel ${name} ${day}.csv`)
}

export const pastelPages: Route[] = [
  page('GET /invoices/pastel', { claim, summary: 'What goes to Pastel, and what went when.' }, (c) =>
    c.read((db, viewer) => {
      requireAllBoards(viewer)
      return view(
        <PastelPage
          title={title}
          exports={listPastelExports(db, LISTED)}
          zone={readZone(db)}
          today={readToday(db)}
          organisations={listOptions(db, organisations)}
          settings={{ ...readPastelSettings(db), version: pastelSettingsVersion(db) }}
          canset={c.can('settings.manage')}
        />,
        { title, page: 'pages.invoices' },
      )
    }),
  ),

  ...action(
    { api: 'POST /api/invoices/pastel', page: 'POST /invoices/pastel' },
    { claim, body: Asked, summary: 'Makes a file of issued documents for Pastel, each of them once.' },
    (tx, viewer, c) => dataReply({ id: exportToPastel(tx, viewer, c.person.name, c.body) }),
    () => saved('The file is made: download it below', 'pastel'),
  ),

  ...action(
    { api: 'PATCH /api/configuration/pastel', page: 'PATCH /invoices/pastel' },
    { claim: 'settings.manage', body: Settings, summary: 'Changes tax types and columns of Pastel.' },
    (tx, _, { body: { version, ...given } }) => {
      savePastelSettings(tx, given, version)
      return dataReply({ ...readPastelSettings(tx.db), version: pastelSettingsVersion(tx.db) })
    },
    () => saved('Settings of Pastel saved', 'pastelsettings'),
  ),

  api(
    'GET /api/invoices/pastel',
    { claim, summary: 'What went to Pastel and when, the newest first.' },
    (c) => dataReply(exportsJson(c), { total: c.read(countPastelExports) }),
  ),

  api(
    'GET /api/invoices/pastel/customers',
    { claim, summary: 'Clients for Pastel, in the columns of the settings.' },
    (c) => {
      if (!c.can('clients.read')) throw forbidden()
      return master(c, 'customers', customersForPastel)
    },
  ),

  api(
    'GET /api/invoices/pastel/inventory',
    { claim, summary: 'Items for Pastel, in the columns of the settings.' },
    (c) => {
      if (!c.can('inventory.read')) throw forbidden()
      return master(c, 'inventory', (db, after) => itemsForPastel(db, after, canSeeItemRates(c)))
    },
  ),

  api(
    'GET /api/invoices/pastel/:id',
    { claim, params: ById, summary: 'The file of an export to Pastel.' },
    (c) => {
      const { kind, start, end, text } = c.read((db, viewer) => {
        requireAllBoards(viewer)
        return buildPastelFile(db, c.params.id)
      })
      const name = `Pastel ${kind === 'invoice' ? 'invoices' : 'credit notes'} ${start} to ${end}.csv`
      return file(new TextEncoder().encode(text), 'text/csv; charset=utf-8', name)
    },
  ),
]
