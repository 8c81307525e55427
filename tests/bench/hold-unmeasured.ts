import type { Route } from '#server/http/route.ts'
import { routeLabel } from '#tests/attack/support.ts'

/** Asks for a record that the account of the bench has not: a file, a scan, a piece on a job, a link that is open. */
const noRecord = [
  'DELETE /admin/categories/:id/inventory/:item',
  'DELETE /admin/inventory/:id/suppliers/:supplierid/prices/:priceid',
  'DELETE /admin/lc/:id/stakeholders/:userid',
  'DELETE /admin/pricing/:id/clients/:client',
  'DELETE /admin/workers/:id/rates/:startdate',
  'DELETE /api/inventory/:id/suppliers/:supplierid/prices/:priceid',
  'DELETE /api/invoices/:id/links/:linkid',
  'DELETE /api/jobs/:id/links/:linkid',
  'DELETE /api/locations/stakeholder/:id/:userid',
  'DELETE /api/purchaseorders/:id/receipts/:receiptid',
  'DELETE /api/workers/:id/rates/:startdate',
  'DELETE /mail/invoice/:id/links/:linkid',
  'DELETE /mail/links/:id/:linkid',
  'GET /account/calls/call',
  'GET /account/logo',
  'GET /api/delivery/linkedpackage/:a/:b/:c',
  'GET /api/documents/download/:id',
  'GET /api/documents/thumb/:id',
  'GET /api/inventory/units/:id',
  'GET /api/jobs/reference/:ref',
  'GET /api/jobs/sets/:a/signature/:b',
  'GET /api/materials/getMaterials/:id',
  'GET /api/organisations/:id/logo',
  'GET /api/pricing/inventory/:a/:b',
  'GET /deliveries/:id/signature',
  'GET /deliveries/new',
  'GET /documents/panel/:noun/:id',
  'GET /invoices/:id/missing',
  'GET /labels/package/:a/:b',
  'GET /labels/storage/:a/:b',
  'GET /lookup/scan',
  'GET /picking/:id/line',
  'GET /render/deliverynotes',
  'GET /reporting/:report/files/:run',
  'GET /reporting/:report/files/:run/file',
  'GET /render/package/:a/:b',
  'GET /render/storage/:a/:b',
  'PATCH /api/inventory/:id/classes',
  'PATCH /api/stockcounts/:id/lines',
  'PATCH /customise/labels/:key',
  'POST /admin/categories/:id/fields/:field',
  'POST /admin/categories/:id/fields/:field/archive',
  'POST /admin/categories/:id/fields/:field/restore',
  'POST /admin/stock/counts/:id/count',
  'POST /api/samplejob/removal',
  'POST /api/webhooks/:id/events/:eventid/resend',
  'POST /customise/labels/:key/reset',
  'POST /customise/webhooks/:id/events/:eventid/resend',
  'POST /equipment/job/:id/:equipmentId/remove',
  'POST /invoices',
  'POST /mywork/time/:id',
  'POST /picking/:id/undo/:seq',
  'POST /reporting/:report/files/:run/cancel',
  'POST /samplejob/removal',
  'POST /suppliers/:id/contacts/:contact',
  'POST /suppliers/:id/contacts/:contact/archive',
  'POST /suppliers/:id/contacts/:contact/restore',
]

/** Its record stands otherwise than it asks for, and it changes that one alone. */
const otherState = [
  'DELETE /api/invoices/:id',
  'DELETE /api/locations/:id',
  'DELETE /api/materials/finished/:id',
  'DELETE /invoices/:id',
  'GET /api/invoices/pastel/:id',
  'GET /mail/invoicereminder/:id',
  'GET /mail/reminder/:id',
  'GET /render/attachment/:id',
  'GET /render/labels/inventory',
  'GET /render/receipt/:id',
  'GET /templates/repeats/:id/invoice',
  'PATCH /api/accountcodes/:id/misc',
  'PATCH /api/configuration/resources',
  'PATCH /api/inventory/:id',
  'PATCH /api/jobs/timesheet/:id',
  'PATCH /api/supplierinvoices/:id',
  'PATCH /api/timesheets/week',
  'POST /account/requests/:id/refuse',
  'POST /admin/inventory/:id/inputs/restore',
  'POST /admin/inventory/:id/suppliers',
  'POST /admin/lc/:id/stakeholders',
  'POST /admin/pricing/:id/items',
  'POST /admin/stock/counts',
  'POST /admin/users',
  'POST /api/billing/batches/:id/undo',
  'POST /api/boards/permissions/:id',
  'POST /api/delivery/:id/packages',
  'POST /api/inventory',
  'POST /api/inventory/:id/suppliers',
  'POST /api/inventory/:id/usedbefore',
  'POST /api/inventory/ledger/:seq/reverse',
  'POST /api/invoices/:id/withdraw',
  'POST /api/invoices/pastel',
  'POST /api/jobs/:id/equipment',
  'POST /api/jobs/:id/timesheet/bill',
  'POST /api/jobs/fields',
  'POST /api/jobs/repeats/:id/invoice',
  'POST /api/locations/stakeholder/:id/:userid',
  'POST /api/materials/:id/finish',
  'POST /api/payments/:paymentid/allocations',
  'POST /api/pricing/inventory',
  'POST /api/pricing/inventory/batch',
  'POST /api/steps/reorder',
  'POST /api/stockcounts',
  'POST /billing/batches/:id/resume',
  'POST /billing/batches/:id/undo',
  'POST /deliveries/:id/:step',
  'POST /deliveries/:id/packages',
  'POST /deliveries/many',
  'POST /equipment/job/:id',
  'POST /equipment/job/:id/:equipmentId/putback',
  'POST /equipment/list/:id/job',
  'POST /inventory/:id/stock/:seq/undo',
  'POST /inventory/:id/stock/count',
  'POST /inventory/:id/stock/usedbefore',
  'POST /invoices/:id/time',
  'POST /invoices/:id/withdraw',
  'POST /invoices/pastel',
  'POST /invoices/payments/:paymentid/allocations',
  'POST /joblines/:id/finish',
  'POST /joblines/finished/:id/undo',
  'POST /mail/invoicereminder/:id',
  'POST /mail/reminder/:id',
  'POST /purchase/:id/:step',
  'POST /supplierinvoices/:id/:step',
  'POST /templates/repeats/:id/invoice',
  'POST /timesheets/bill/:id',
  'POST /timesheets/week',
  'PUT /api/inventory/:id/inputs',
]

/** Takes words or rows of its own kind, which the bench does not make up. */
const ownWords = [
  'GET /api/views',
  'GET /purchase/:id/receipts/:receiptid/undo',
  'PATCH /admin/manage',
  'PATCH /api/configuration/forms',
  'PATCH /api/configuration/pastel',
  'PATCH /api/configuration/settings',
  'PATCH /api/preferences',
  'PATCH /api/steps/job',
  'PATCH /customise/forms',
  'PATCH /invoices/pastel',
  'PATCH /notifications/preferences',
  'POST /admin/inventory/:id/inputs/copy',
  'POST /api/billing/bank/:id/book',
  'POST /api/communication/notifications/:id/assign',
  'POST /api/inventory/:id/classes',
  'POST /billing/bank/:id/book',
  'POST /invoices/:id/credit',
  'POST /invoices/payments',
  'POST /notifications/:id/assign',
  'PUT /api/materials/:id/reservation',
]

/** Goes on with a run, or with a file, that another request begins, which is measured. */
const runs =
  /\/import\/:list\/:id|runs\/:run|delivery\/many\/:id|deliveries\/many\/:id|bulk\/:id\/undo|bulkchanges\/:id|users\/import/

/** The account has as many as it may have, so that one more is refused. */
const full =
  /^(POST|PATCH) (\/api\/auth\/roles|\/backoffice\/roles|\/customise\/boards|\/api\/webhooks|\/customise\/webhooks|\/suppliers\/:id\/contacts|(\/api)?\/invoices\/:id\/payments)/

/** Routes of which the bench of holds takes no figure, and why; the first reason counts. */
export const unmeasured: readonly (readonly [address: RegExp | readonly string[], why: string])[] = [
  [noRecord, 'asks for a record that the account of the bench has not'],
  [otherState, 'changes one record, which stands otherwise than it asks for'],
  [ownWords, 'takes words or rows of its own kind'],
  [runs, 'goes on with what another request begins'],
  [full, 'the account has as many as it may have'],
  [
    /payfast|\/subscription\/(stop|receipts)|accountfees|backoffice\/(fees|seats|mail|copies|accounts\/:id\/seats)/,
    'asks for card payments, mail or copies that are not set up',
  ],
  [
    /xero|accountcodes\/sync|inventory\/sync/,
    'needs an organisation of Xero: `bench Xero` brings lists in, and documents go out one by one',
  ],
  [/accounts\/:id\/cell$|cells\/balance/, 'needs cells: `bench Cells` moves accounts between them'],
  [/marss/, 'needs Marss, which is not there'],
  [
    /myself|account\/profile|changepassword|apikey|keys\/:key|invitationlink|external\/:id/,
    'is asked of the person themself, with their password or a key of theirs',
  ],
  [
    /planning\/(orders|ordering|production|jobs)$/,
    'takes rows that planning proposes: `bench AnotherHeavy` asks for them',
  ],
]

const names = (address: RegExp | readonly string[], label: string) =>
  address instanceof RegExp ? address.test(label) : address.includes(label)

export function whyUnmeasured(
  route: Pick<Route, 'method' | 'path' | 'claim' | 'options'>,
): string | undefined {
  if (route.claim === null)
    return 'is asked by strangers, whose bodies are small: `strangers.test.ts` attacks it'
  if (route.options.rawbody) return 'reads its body as it comes'
  return unmeasured.find(([address]) => names(address, routeLabel(route)))?.[1]
}
