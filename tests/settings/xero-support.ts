import { userAgent } from '#tests/support/oidc.ts'
import type { Client, TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import type { FakeXero } from '#tests/support/xero/xero.ts'

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
