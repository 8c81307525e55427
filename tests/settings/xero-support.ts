import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { userAgent } from '#tests/support/oidc.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'

/** A browser in which somebody is signed in already. */
export function browserOf(server: TestServer, { cookie }: Pick<Client, 'cookie'>) {
  const browser = userAgent()
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  browser.jarOf(server.services.url).set(name, value)
  return browser
}

/** Goes through Xero's consent, and chooses the organisation. */
export async function connectXero(server: TestServer, tenantId: string, who = server.people.admin) {
  const browser = browserOf(server, who)
  const { answer, addresses } = await browser.follow(`${server.services.url}/xero/connect`)
  const chosen = await browser.request(`${server.services.url}/xero/tenants/${tenantId}`, {
    method: 'POST',
    headers: { origin: server.services.url },
  })
  return { browser, answer, addresses, chosen }
}

/** The words that the next page shows in a snackbar. */
export const flashOf = (answer: Response): { level: string; message: string; ms?: number } | null => {
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('joblane_flash='))
  return line
    ? JSON.parse(decodeURIComponent(line.split(';')[0]?.slice('joblane_flash='.length) ?? ''))
    : null
}

export const oneOrganisation = (xero: FakeXero) => xero.addTenant('Northwind (Pty) Ltd')

/** The id of an account of the stand-in's books, by its code. */
export const accountIdOf = (accounts: Rec[], code: string) =>
  accounts.find((one) => one.Code === code)?.AccountID as string

/** Each kind of document, VAT and payment on an account and a rate that the stand-in's books have. */
export const xeroMapping = ({ Accounts }: ReturnType<FakeXero['books']>) => ({
  ...{ sending: true, organisation: '', cashcontact: 'Cash sales', sales: '200', purchases: '310' },
  ...{
    'tax-standard': 'OUTPUT3',
    'tax-zero': 'ZERORATEDOUTPUT',
    'tax-exempt': 'EXEMPTOUTPUT',
    'tax-none': 'NONE',
  },
  ...{
    'tax-input': 'INPUT3',
    'tax-capital': 'CAPEXINPUT2',
    'tax-inputzero': 'ZERORATEDINPUT',
    'tax-notclaimed': 'NONE',
  },
  ...Object.fromEntries(
    ['transfer', 'cash', 'card'].map((name) => [`payment-${name}`, accountIdOf(Accounts, '090')]),
  ),
  'payment-other': '',
})

type ListedClient = Record<'id' | 'name' | 'city', string> & { version: number }

export const listClients = async (who: Client): Promise<ListedClient[]> =>
  (await who.get('/api/clients?take=500')).body.data

type PutList = 'Invoices' | 'CreditNotes' | 'Contacts' | 'Payments' | 'Allocations'

/** Answers the next of `list` that is put in place of Xero. */
export function answerPut(
  xero: FakeXero,
  list: PutList,
  answer: (request: Request) => Response | Promise<Response>,
) {
  function instead(request: Request) {
    if (request.method === 'PUT' && new URL(request.url).pathname.endsWith(`/${list}`)) return answer(request)
    xero.state.nextCalls.unshift(instead)
    return null
  }
  xero.state.nextCalls.push(instead)
}

/** The next of `list` that is put is kept by Xero, and the line breaks before its answer is here. */
export const loseAnswer = (xero: FakeXero, list: PutList) => answerPut(xero, list, answerLost)

/** Xero keeps what is put, and its answer breaks off. */
export async function answerLost({ url, method, headers, body }: Request): Promise<Response> {
  const kept = { method, headers: withoutKey(headers), body: await new Response(body).text() }
  await (await fetch(new Request(url, kept))).text()
  return new Response('{"', { headers: { 'content-type': 'application/json' } })
}

function withoutKey(headers: Headers) {
  const copy = new Headers(headers)
  copy.delete('idempotency-key')
  return copy
}

/** Holds the next call that matches until it is let go; Xero then answers it itself, as it stands by then. */
export function holdCall({ state: { nextCalls } }: FakeXero, matches: (request: Request) => boolean) {
  const reached = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const look = async (request: Request) => {
    if (matches(request)) {
      reached.resolve()
      await gone.promise
    } else nextCalls.unshift(look)
    return null
  }
  nextCalls.push(look)
  return { reached: reached.promise, letGo: gone.resolve }
}

type FormSender = { office: { server: TestServer }; admin(): Client }

export function postForm({ office, admin }: FormSender, path: string) {
  const { url } = office.server.services
  return browserOf(office.server, admin()).request(url + path, { method: 'POST', headers: { origin: url } })
}

export type XeroShop = Awaited<ReturnType<typeof startXeroShop>>

/** A shop that is connected to the stand-in and mapped, and a clock of both that a test moves. */
export async function startXeroShop() {
  let ahead = 0
  const now = () => Date.now() + ahead
  const xero = await startXero(now)
  const server = await startTestServer(() => new Date(now()), xero.flags)
  const tenant = oneOrganisation(xero)
  const books = () => xero.books(tenant.tenantId)
  const office = await createInvoiceFixtures(server)
  await connectXero(server, tenant.tenantId)
  // Looked at once an hour: it asks nothing of Xero while the tests answer in its place.
  await server.services.background.run('xerochanges')
  const shop = {
    ...{ xero, tenant, books, office },
    admin: () => shop.office.server.people.admin,
    map: (more: Rec = {}) =>
      shop.admin().patch('/api/configuration/xero', { ...xeroMapping(books()), ...more }),
    later(ms: number) {
      ahead += ms
    },
    run: () => shop.office.server.services.background.run('xero'),
    /** Until nothing is due: what comes later waits for what comes first. */
    async drain() {
      for (let n = 0; n < 8; n++) await shop.run()
    },
    sent: (list: 'Invoices' | 'CreditNotes', number: string) =>
      books()[list].filter((one) => (one.InvoiceNumber ?? one.CreditNoteNumber) === number),
    /** What went to the organisation that is chosen, waits or was refused. */
    listSent: async (): Promise<Rec[]> => expectOk(shop.admin().get('/api/xero/documents?take=500')),
    entry: async (number: string, kind = 'invoice') =>
      (await shop.listSent()).find((one) => one.number === number && one.kind === kind) as Rec,
    choose: (tenantid: string) => postForm(shop, `/xero/tenants/${tenantid}`),
    page: async (path: string) =>
      (await fetch(shop.office.server.url + path, { headers: { cookie: shop.admin().cookie } })).text(),
    /** Asks Xero what was changed, as the button does. */
    check: async () => flashOf(await postForm(shop, '/xero/check')),
    /** Stops the program, and starts it again in the folder that `meanwhile` has changed. */
    async restart(meanwhile: () => Promise<unknown>) {
      shop.office.server = await shop.office.server.restart(meanwhile)
    },
    async stop() {
      await shop.office.server.stop()
      xero.stop()
    },
  }
  await expectOk(shop.map())
  return shop
}

type Bill = { supplier: string; number: string; rate?: number; lines?: Rec[]; kind?: string }

/** Without lines, of one line without VAT. */
export async function approveBill({ admin, office }: Pick<XeroShop, 'admin' | 'office'>, bill: Bill) {
  const { rate, lines = [{ description: 'Boards', quantity: 1, rate, inputtax: 'none', vatrate: 0 }] } = bill
  const { supplier, number, kind = 'invoice' } = bill
  const body = { supplier, number, kind, lines, date: '2026-01-05', organisation: office.vendor }
  const { id } = await expectOk(admin().post('/api/supplierinvoices', body))
  return expectOk(admin().patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
}

export const cancelBill = (shop: XeroShop, id: string) =>
  expectOk(
    shop.admin().patch(`/api/supplierinvoices/${id}`, { status: 'cancelled', reason: 'Typed wrongly' }),
  )
