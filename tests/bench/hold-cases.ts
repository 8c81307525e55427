import type { Route } from '#server/http/route.ts'
import { routeLabel } from '#tests/attack/support.ts'
import { png } from '#tests/work/documents-support.ts'
import type { ManyIds } from './hold-data.ts'
import type { Step } from './hold-restore.ts'

/** What a route needs that its schema does not say, by what its address holds; of several, the later ones win. */
type For<T> = readonly (readonly [address: RegExp, needed: T])[]
type Fields = Record<string, unknown>
type Addressed = Pick<Route, 'method' | 'path'>

const listFor = <T>(list: For<T>, route: Addressed): T[] =>
  list.filter(([address]) => address.test(routeLabel(route))).map(([, needed]) => needed)

const COMPLETE = 'UPDATE jobs SET status = 4'
const USED = 'UPDATE materials SET consumed = 500000000'
const APPROVED = 'UPDATE jobs SET status = 3, template = 0, archived = 0'
const UNTOUCHED = [
  'UPDATE time_entries SET jobstepid = NULL',
  'UPDATE job_steps SET stepid = NULL, workerid = NULL, datestartedutc = NULL, datecompletedutc = NULL, completed = 0, skipped = 0',
]
const NO_DRAFT = `UPDATE invoices SET kind = 'deposit', state = 'issued', snapshot = '{}' WHERE state = 'draft'`

const ORDER_ALONE = ['purchase_receipt_lines', 'purchase_returns', 'purchaseorder_pdfs'].map(
  (table) => `DELETE FROM ${table}`,
)

const UNPAID = `UPDATE invoices SET paidcents = 0, settledcents = 0, totalcents = max(totalcents, 10000), kind = 'invoice' WHERE state = 'issued'`

const FIRST_IS_DEPOSIT = `UPDATE invoices SET kind = 'deposit', paidcents = 0, number = 'DEP1', series = 9000 WHERE id = (SELECT id FROM invoices ORDER BY rowid LIMIT 1)`

/** Of records that a route asks for in another state than they were made in. */
export const steps: Step[] = [
  {
    name: 'issued invoice',
    table: 'invoices',
    before: [COMPLETE, USED, 'DELETE FROM invoice_pdfs', 'DELETE FROM invoice_lines'],
    call: ({ invoices }) => ['POST', `/api/invoices/${invoices?.[0]}/issue`, {}],
  },
  {
    name: 'sent order',
    table: 'purchaseorders',
    before: ORDER_ALONE,
    call: ({ purchaseorders }) => ['PATCH', `/api/purchaseorders/${purchaseorders?.[0]}`, { status: 'sent' }],
  },
  {
    name: 'issued note',
    table: 'deliveries',
    before: [APPROVED, 'DELETE FROM delivery_pdfs'],
    call: ({ deliveries }) => ['PATCH', `/api/delivery/${deliveries?.[0]}`, { status: 'issued' }],
  },
  {
    name: 'delivered note',
    table: 'deliveries',
    before: ['issued note'],
    call: ({ deliveries }) => [
      'PATCH',
      `/api/delivery/${deliveries?.[0]}`,
      { status: 'delivered', proof: { name: 'Ann' } },
    ],
  },
]

/** Of all rows: the first of each table is put back whole. */
const AS_MADE = [
  APPROVED,
  'UPDATE materials SET estimated = 1000000000, consumed = 0, role = 2, inventoryclass = 1, version = 1, archived = 0 WHERE (estimated, consumed, role, inventoryclass, version, archived) IS NOT (1000000000, 0, 2, 1, 1, 0)',
  'UPDATE categories SET jobcategory = 0 WHERE jobcategory = 1',
  `UPDATE webhooks SET state = 'off' WHERE state <> 'off'`,
]
const first = (table: string) => `id = (SELECT id FROM ${table} ORDER BY rowid LIMIT 1)`

/** What the records of a request are like before it: statements, or names of steps. */
const states: For<string[]> = [
  [/./, AS_MADE],
  [
    /(purchaseorders?|purchase)\/:id\/(receipts|returns|scan)|mail\/purchaseorder|render\/purchaseorder|PATCH \/api\/purchaseorders/,
    ['sent order'],
  ],
  [
    /\/invoices\/:id\/(issue|part)|POST (\/api)?\/invoices$|billing\/(drafts|issue)/,
    [COMPLETE, USED, 'DELETE FROM invoice_lines', 'DELETE FROM invoice_pdfs'],
  ],
  [/POST (\/api)?\/invoices$|billing\/drafts/, [NO_DRAFT]],
  [/DELETE \/api\/jobs\/:id$/, [NO_DRAFT, 'UPDATE invoices SET paidcents = 0']],
  [
    /invoices\/:id\/(credit|payments|links|usecredit)|payments|mail\/(invoice|reminder|invoicereminder)/,
    ['issued invoice'],
  ],
  [/invoices\/:id\/(refund|forfeit|withdraw)/, ['issued invoice', FIRST_IS_DEPOSIT]],
  [/invoices\/:id\/sent$/, ['issued invoice']],
  [/invoices\/:id\/(refund|forfeit)/, ["UPDATE invoices SET paidcents = 50000 WHERE kind = 'deposit'"]],
  [
    /supplierpayments$|supplierinvoices\/payments$/,
    [
      `UPDATE supplierinvoices SET kind = 'invoice', approvedutc = '2026-11-02T08:00:00.000Z', totalcents = 1000000, paidcents = 0`,
    ],
  ],
  [/payments\/:paymentid\/(reverse|undo)/, ['DELETE FROM credit_refunds']],
  [/POST \/api\/payments$|usecredit$/, ['DELETE FROM invoice_payments', UNPAID]],
  [/(refunds|usecredit)$/, ['UPDATE client_payments SET allocatedcents = 0', 'DELETE FROM credit_refunds']],
  [/returns\/:returnid/, ['UPDATE stock_ledger SET reverses = NULL']],
  [/PATCH \/api\/materials/, ['UPDATE materials SET departed = 0, departedbefore = 0']],
  [/webhooks\/:id\/(test|events)/, [`UPDATE webhooks SET state = 'on' WHERE ${first('webhooks')}`]],
  [/jobs\/(template|repeats)|POST \/templates/, ['UPDATE jobs SET template = 1']],
  [
    /materials\/:id\/(inputs|finish)|joblines\/:id\/(inputs|finish)/,
    ['UPDATE materials SET inventoryclass = 3'],
  ],
  [
    /(POST|PATCH) (\/api)?\/jobs(\/:id)?$|categories(\/:id)?\/fields|\/steps(\/reorder)?$|classes|POST \/api\/inventory$/,
    ['UPDATE categories SET jobcategory = 1'],
  ],
  [/DELETE \/api\/steps\/job/, UNTOUCHED],
  [/steps\/job\/iteration/, ['UPDATE steps SET lane = 3']],
  [/repeats/, [`UPDATE categories SET jobcategory = 1, frequency = 'monthly'`]],
  [/(PATCH \/api\/delivery|POST \/deliveries)\/:id(\/:step)?$/, ['issued note']],
  [/DELETE (\/api)?\/invoices\/:id/, ['UPDATE invoices SET paidcents = 0', 'DELETE FROM invoice_payments']],
  [/bank\/:id/, ['UPDATE bank_lines SET paymentid = NULL']],
  [/packages/, ['UPDATE delivery_lines SET equipmentid = NULL']],
  [/timesheet|mywork\/time/, ['UPDATE time_entries SET materialid = NULL']],
  [/\/:id\/product/, ['UPDATE materials SET role = 1']],
  [/jobs\/restore/, ['UPDATE jobs SET status = 98, archived = 1']],
  [/(mail|render)\/deliverynote/, ['issued note']],
  [/deliveryproof|signature/, ['delivered note']],
]

function file(name: string, make: () => Uint8Array<ArrayBuffer>) {
  let made: Uint8Array<ArrayBuffer> | undefined
  return {
    name,
    bytes: () => {
      made ??= make()
      return made
    },
  }
}
const textFile = (name: string, head: string, line: (n: number) => string, bytes: number) =>
  file(name, () => {
    let text = head
    for (let n = 0; text.length < bytes; n++) text += line(n)
    return new TextEncoder().encode(text)
  })
const MB = 1024 * 1024
/** Of a line of a bank's file, which has 2 000 lines at most in 2 MB. */
const WORDS = 'for the work of this month '.repeat(40)

const files: For<ReturnType<typeof file>> = [
  [/./, textFile('large.csv', 'Name,Telephone\n', (n) => `Client ${n},021 555 0100\n`, 5 * MB)],
  [
    /users\/import/,
    textFile('people.csv', 'email,name\n', (n) => `person${n}@example.test,Person ${n}\n`, 24 * MB),
  ],
  [
    /billing\/bank$/,
    textFile(
      'bank.csv',
      'Date,Description,Amount\n',
      (n) => `2026-11-02,Paid INV${n} ${WORDS},${n % 900}.00\n`,
      1.99 * MB,
    ),
  ],
  [/picture|photo|users\/file/, file('me.png', () => png(6_200, 6_200))],
  [/logo/, file('logo.png', () => png(2_000, 2_000))],
]

/** Fields of bodies in place of what was made up; undefined leaves one out. */
const bodies: For<(ids: ManyIds) => Fields> = [
  [/signoffs?$/, () => ({ name: 'Ann', signature: '320 160*10 80 0 60 20 40 110 120 80' })],
  [/purchaseorders$|POST \/purchase$/, () => ({ unit: undefined })],
  [/payments|credit|deposits/, () => ({ method: 'transfer', pays: 'oldest', allocations: [] })],
  [/invoices$|invoices\/:id\/part/, () => ({ percent: undefined })],
  [/credit$/, () => ({ reason: 'error', lines: undefined })],
  [/deposits/, () => ({ percent: undefined, what: 'amount', amount: '1' })],
  [
    /notification/,
    ({ users }) => ({ userid: undefined, roleid: undefined, to: '*', everybody: undefined, userids: users }),
  ],
  [/communication\/notifications$/, () => ({ read: true, done: undefined })],
  [/billing\/drafts/, () => ({ client: undefined })],
  [/api\/billing\/drafts/, ({ jobs }) => ({ ids: jobs?.slice(0, 500) })],
  [/POST \/billing\/drafts/, ({ jobs }) => ({ ids: jobs?.slice(0, 500).join() })],
  [/api\/billing\/issue/, ({ invoices }) => ({ ids: invoices?.slice(0, 500) })],
  [/POST \/billing\/issue/, ({ invoices }) => ({ ids: invoices?.slice(0, 500).join() })],
  [/api\/delivery\/many$/, ({ deliveries }) => ({ ids: deliveries?.slice(0, 500) })],
  [/POST \/deliveries\/many$/, ({ deliveries }) => ({ ids: deliveries?.slice(0, 500).join() })],
  [
    /(purchaseorders|purchase)\/:id\/(receipts|returns)$/,
    ({ purchaseorder_lines = [], storage }) => ({
      lines: purchaseorder_lines.map((lineid) => ({ lineid, quantity: '1', storageid: storage?.[0] })),
      lineid: purchaseorder_lines,
      quantity: purchaseorder_lines.map(() => '1'),
      storageid: purchaseorder_lines.map(() => storage?.[0]),
    }),
  ],
  [
    /supplierpayments$|supplierinvoices\/payments$/,
    ({ supplierinvoices = [] }) => ({
      parts: supplierinvoices.slice(0, 499).map((invoiceid) => ({ invoiceid, amount: '1' })),
      invoiceid: supplierinvoices.slice(0, 499),
      amount: supplierinvoices.slice(0, 499).map(() => '1'),
    }),
  ],
  [/PATCH \/api\/purchaseorders/, () => ({ status: 'closed', lineids: undefined })],
  [/POST \/api\/supplierinvoices$/, () => ({ kind: 'invoice' })],
  [/PATCH \/api\/supplierinvoices/, () => ({ status: 'approved', reason: 'Agreed' })],
  [
    /billing\/bank$/,
    () =>
      Object.fromEntries(
        ['date', 'description', 'reference', 'amount', 'moneyin', 'moneyout', 'fee', 'balance'].map(
          (column) => [column, undefined],
        ),
      ),
  ],
  [/\/bank\/:id\/book/, () => ({ client: undefined })],
  [/POST \/api\/payments$/, () => ({ amount: '99999999' })],
  [/payments\/refunds$/, ({ clients }) => ({ client: clients?.[0], payment: undefined, amount: '1' })],
  [/PATCH \/api\/jobs\/:id$/, () => ({ fieldvalues: undefined, fields: undefined, custom: undefined })],
  [/documents\/file/, ({ jobs }) => ({ referenceid: jobs?.[0] })],
  [/PATCH \/api\/delivery\/:id$/, () => ({ proof: { name: 'Ann' }, status: 'delivered' })],
  [/POST \/invoices\/:id\/credit/, () => ({ reason: 'error' })],
  [/configuration\/settings|admin\/manage/, () => ({ zone: 'Africa/Johannesburg' })],
  [
    /jobs\/bulk|bulkchanges$/,
    ({ workers }) => ({
      ...Object.fromEntries(
        ['lane', 'finish', 'category', 'archived', 'all'].map((name) => [name, undefined]),
      ),
      assignee: workers?.[0],
    }),
  ],
  [/assertions/, () => ({ kind: 'client', lane: 2, blocks: undefined })],
  [/customise\/assertions/, () => ({ blocks: 'warn' })],
  [/organisations|accountcodes/, () => ({ vatchanges: [] })],
  [/notification/, () => ({ open: '/invoices' })],
  [/assign$/, ({ users }) => ({ userid: users?.[0] })],
  [/schedules/, ({ users }) => ({ recipients: users })],
  [/inputs$/, ({ inventory }) => ({ inventoryid: inventory?.[1], from: inventory?.[1] })],
  [/workingdays|settings|manage$/, () => ({ workingdays: '1,2,3,4,5' })],
  [/repeat$|jobs\/template$|POST \/templates$/, () => ({ next: '2999-12-24' })],
  [/links?$/, () => ({ expires: '2026-12-24' })],
  [/outbound|worth/, () => ({ cost: undefined })],
  [/webhooks/, () => ({ kinds: ['job.moved'], claims: ['jobs.read'], state: 'on' })],
  [/views/, () => ({ list: '/invoices', path: '/invoices', roleid: undefined })],
  [/workers/, () => ({ userid: undefined })],
  [/users/, () => ({ worker: undefined })],
  [/subscription\/stop/, () => ({ confirm: true })],
  [
    /reportschedules|reporting\/schedules/,
    () => ({ report: 'debtors', hour: 7, every: 'day', format: 'pdf' }),
  ],
  [/calendar/, () => ({})],
]

const queries: For<Fields> = [
  [/GET \/api\/search/, { take: 25 }],
  [/GET \/invoices\/payback/, { client: '0' }],
  [/GET \/(api\/views|views\/new)/, { list: '/invoices', path: '/invoices' }],
  [/inventory\/list\/rows/, { ranges: Array.from({ length: 20 }, (_, n) => `none.${n * 50}.50`).join() }],
  [/timesheets\/(time|week)/, { date: '2026-11-02' }],
]

/** The table whose record an address names, where no word of it tells. */
const params: For<Record<string, string>> = [
  [/billing\/bank\/:id/, { id: 'bank_lines' }],
  [/billing\/batches\/:id/, { id: 'invoice_batches' }],
  [/(part|deposit)\/:id$/, { id: 'jobs' }],
  [/invoices\/pastel\/:id/, { id: 'pastel_exports' }],
  [/render\/receipt/, { id: 'client_payments' }],
  [/mail\/reminder|statement/, { id: 'clients' }],
  [/mail\/invoicereminder/, { id: 'invoices' }],
  [/reporting\/schedules/, { id: 'reportschedules' }],
  [/joblines\/:id|joblines\/finished/, { id: 'materials' }],
  [/finished\/:id/, { id: 'job_builds' }],
  [/mywork\/steps\/:id|DELETE \/api\/steps\/job\/:id/, { id: 'job_steps' }],
  [/delivery\/:id\/(range|unallocated)/, { id: 'boards' }],
  [/delivery\/consigned/, { id: 'clients' }],
  [/xero\/(contacts|documents)\/:id/, { id: 'invoices' }],
  [/notifications\/:id/, { id: 'notifications' }],
  [/views\/:id/, { id: 'list_views' }],
  [/categories\/fields\/:id/, { id: 'category_fields' }],
  [/suppliers\/contact\/:id/, { id: 'supplier_contacts' }],
  [/documents\/(reference)/, { id: 'locations' }],
  [/timesheet\/(restore\/)?:id|timesheets\/time\/:id/, { id: 'time_entries' }],
  [/steps\/category/, { id: 'categories' }],
]

export const statesFor = (route: Addressed) => listFor(states, route).flat()
export const fileFor = (route: Addressed) => listFor(files, route).at(-1)
export const bodyFor = (route: Addressed, ids: ManyIds): Fields =>
  Object.assign({}, ...listFor(bodies, route).map((make) => make(ids)))
export const queryFor = (route: Addressed): Fields => Object.assign({}, ...listFor(queries, route))
export const paramsFor = (route: Addressed): Record<string, string> =>
  Object.assign({}, ...listFor(params, route))
