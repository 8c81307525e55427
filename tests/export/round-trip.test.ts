import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { contentsOf } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
  for (const [list, csv] of Object.entries(given)) {
    const { trial } = await pages.importList(list, csv.join('\r\n'))
    expect([list, ...trial]).toEqual([list, csv.length - 1, 0, 0, 0])
  }
})
afterAll(() => server.stop())

const edgeCases = ['007', '=1+1', '-12', "'n Boor", '"Bolt; M8"', 'Ŵ 😀', '1e5', '2026-03-04', 'TRUE', '1,5']
const cell = (text: string) => (text.startsWith('"') ? text : `"${text}"`)
const rows = (of: (name: string, at: number) => string) => edgeCases.map((name, at) => of(cell(name), at))

/** What people have in their lists, in the order in which a business brings them. */
const given: Record<string, string[]> = {
  accountcodes: [
    'Code;Description;Type;Default rate;Own VAT rate;Tax type;Archived',
    ...rows(
      (name, at) =>
        `${name};"a\nb ${at}";${at % 2 ? 'Expense' : 'Income'};12,${at}5;${at};T${at};${at % 3 ? 'no' : 'yes'}`,
    ),
  ],
  suppliers: [
    'Name;Code;Contact e-mail;Address line 1;Postal code;Note',
    ...rows((name, at) => `${name};0${at};s${at}@post.test;"${at} Straat; Wyk";000${at};"one\r\ntwo"`),
  ],
  divisions: ['Name;Archived', ...rows((name, at) => `${name};${at % 2 ? 'yes' : 'no'}`)],
  storage: ['Name;Barcode', ...rows((name, at) => `${name};${at % 2 ? `000${at}` : ''}`)],
  locations: ['Name', ...rows((name) => name)],
  equipment: [
    'Name;Barcode;Asset code;Model;Serial number;Location;Storage;Note',
    ...rows((name, at) => `${name};${at}00;K;M${at};;${at % 2 ? name : ''};${at % 2 ? '' : name};"a\tb"`),
  ],
  inventory: ['Code;Rate', ...rows((name, at) => `${name};${at}`)],
  units: [
    'Item;Unit;Ratio to base;Last price',
    ...rows(
      (name, at) =>
        `${name};${cell(edgeCases[edgeCases.length - 1 - at] ?? '')};${at % 2 ? `1/${at + 1}` : `0,${at + 1}`};${at % 3 ? `${at},5` : ''}`,
    ),
  ],
  prices: [
    'Pricing group;Item;Base rate;Percent;Amount',
    ...rows((name, at) => `Trade;${name};1 234,${at}5;-${at},25;0,00${at}1`),
  ],
}

const at: Record<string, string> = {
  accountcodes: '/admin/accountcodes',
  suppliers: '/suppliers',
  divisions: '/admin/divisions',
  storage: '/admin/storage',
  locations: '/admin/locations',
  equipment: '/equipment/list',
  inventory: '/admin/inventory',
  units: '/admin/inventory/units',
}

async function addressesOf(list: string): Promise<string[]> {
  if (list === 'accountcodes')
    return ['0', '1'].map((type) => `${at[list]}/export?archived=true&type=${type}`)
  if (at[list]) return [`${at[list]}/export?archived=true`]
  const [group] = await expectOk(server.people.admin.get('/api/pricing/groups'))
  return [`/admin/pricing/${group.id}/export?`]
}

test.each(Object.keys(given))('%s that went out come in again without a change', async (list) => {
  for (const format of ['csv', 'xlsx']) {
    let found = 0
    for (const address of await addressesOf(list)) {
      const answer = await pages.call('GET', `${address}&format=${format}`)
      const { url, text } = await pages.upload(
        list,
        new Uint8Array(await answer.arrayBuffer()),
        `l.${format}`,
      )
      expect([address, text]).toEqual([address, ''])
      const before = contentsOf(server.services.tenants, server.accountid)
      const [added, changed, there = 0, problems] = previewCounts(await pages.dryRun(url))
      expect([format, added, changed, problems]).toEqual([format, 0, 0, 0])
      expect(contentsOf(server.services.tenants, server.accountid)).toBe(before)
      found += there
    }
    expect(found).toBe(edgeCases.length)
  }
})
