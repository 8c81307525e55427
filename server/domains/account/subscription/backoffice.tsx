import { coreFeeById, coreFees } from '#db/queries/platform/fees.ts'
import { listLatestNotices } from '#db/queries/platform/payments.ts'
import {
  defaultChoice,
  presentCoreFee,
  readFeeChooser,
  requireBilledAccount,
} from '#server/domains/account/fees/present.ts'
import type { FeeChoice } from '#server/domains/account/fees/price.ts'
import { archiveCoreFee, saveCoreFee } from '#server/domains/account/fees/save-corefee.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, dialogReply, fragment, saved, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import { Chooser } from '#views/account/subscription/chooser.tsx'
import { CoreFeeDialog, CoreFees } from '#views/account/subscription/corefees.tsx'
import { PaymentNotifications } from '#views/account/subscription/payment-notifications.tsx'
import { feesExport } from './api-export.ts'
import { ChooserForm, CoreFeeForm, CoreFeeList } from './input.ts'
import { readChosen } from './pages.tsx'

const operator = { claim: 'platform.manage' } as const
const title = 'Fees'

const feesPage = (c: Context, archived = false) =>
  view(
    <CoreFees
      rows={c.platform.read((db) => coreFees(db, archived))}
      archived={archived}
      url={archived ? '/backoffice/fees?archived=true' : '/backoffice/fees'}
      configured={readPayfast(c.services.config) !== undefined}
      canexport={c.can('records.export')}
    />,
    { title, page: 'pages.backoffice.fees' },
  )

function findFee(c: Context<{ id: string }>) {
  const found = c.platform.read((db) => coreFeeById(db, c.params.id))
  if (!found) throw notFound('fee')
  return found
}

export const operatorChooser = (c: Context, accountid: string, choice: FeeChoice, step: 1 | 10 = 1) =>
  c.platform.read((db) => (
    <Chooser
      {...readFeeChooser(db, accountid, choice, step, c.now().toISOString())}
      operator
      withvat={c.services.config.sellervat !== ''}
      base={`/backoffice/${accountid}/fees`}
      note="Seats and size follow once it is paid. To give them without a payment, change them under Details."
    />
  ))

export const feesBackoffice: Route[] = [
  api(
    'GET /api/backoffice/corefees',
    { ...operator, query: CoreFeeList, summary: 'The price list.' },
    (c) => {
      const rows = c.platform.read((db) => coreFees(db, c.query.archived)).map(presentCoreFee)
      return dataReply(rows, { total: rows.length })
    },
  ),
  page('GET /backoffice/fees', { ...operator, query: CoreFeeList, summary: 'The price list.' }, (c) =>
    feesPage(c, c.query.archived),
  ),
  ...feesExport,
  page('GET /backoffice/fees/new', { ...operator, summary: 'The empty dialog of a fee.' }, (c) =>
    dialogReply(c, <CoreFeeDialog />, () => feesPage(c)),
  ),
  page(
    'GET /backoffice/fees/notifications',
    { ...operator, summary: 'What the payment provider has reported.' },
    (c) => {
      const rows = c.platform.read((db) => listLatestNotices(db))
      return view(
        <PaymentNotifications
          rows={rows.map(({ notice, accountname }) => ({ ...notice, accountname }))}
          canexport={c.can('records.export')}
        />,
        { title, page: 'pages.backoffice.fees' },
      )
    },
  ),
  page(
    'POST /backoffice/fees',
    { summary: 'Adds a fee to the price list.', ...operator, body: CoreFeeForm },
    async (c) => {
      const { name } = await c.platform.write((tx) => saveCoreFee(tx, c.person.userid, c.body))
      return saved(`${name} added`, 'corefees')
    },
  ),
  page('GET /backoffice/fees/:id', { ...operator, params: ById, summary: 'The dialog of a fee.' }, (c) =>
    dialogReply(c, <CoreFeeDialog fee={findFee(c)} />, () => feesPage(c)),
  ),
  page(
    'PATCH /backoffice/fees/:id',
    { summary: 'Changes a fee of the price list.', ...operator, params: ById, body: CoreFeeForm },
    async (c) => {
      const { name } = await c.platform.write((tx) => saveCoreFee(tx, c.person.userid, c.body, c.params.id))
      return saved(`${name} saved`, 'corefees')
    },
  ),
  page(
    'POST /backoffice/fees/:id/archive',
    { summary: 'Archives a fee.', ...operator, params: ById },
    async (c) => {
      const { name, id: feeid } = await c.platform.write((tx) =>
        archiveCoreFee(tx, c.person.userid, c.params.id, true),
      )
      return saved(`${name} archived`, 'corefees', `/backoffice/fees/${feeid}/restore`)
    },
  ),
  page(
    'POST /backoffice/fees/:id/restore',
    { summary: 'Brings back a fee.', ...operator, params: ById },
    async (c) => {
      const { name } = await c.platform.write((tx) => archiveCoreFee(tx, c.person.userid, c.params.id, false))
      return saved(`${name} restored`, 'corefees')
    },
  ),

  page('GET /backoffice/:id/fees', { summary: 'The fees of an account.', ...operator, params: ById }, (c) => {
    const choice = c.platform.read((db) => defaultChoice(db, requireBilledAccount(db, c.params.id)))
    return fragment(operatorChooser(c, c.params.id, choice))
  }),
  page(
    'GET /backoffice/:id/fees/choose',
    { summary: 'The form that gives an account a fee.', ...operator, params: ById, query: ChooserForm },
    (c) => {
      const { choice, step } = readChosen(c, c.params.id, c.query)
      return fragment(operatorChooser(c, c.params.id, choice, step))
    },
  ),
]
