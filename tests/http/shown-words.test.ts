import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { addressOf } from '#tests/attack/support.ts'
import { privateWords } from '#tests/support/private-words.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const SENTINEL = 'Sentinel'

/** Prices that were agreed to a fraction of a cent; a line of an invoice has what its amount comes of. */
const asTyped = [
  '/admin/pricing/:id',
  '/admin/pricing/:id/edit',
  '/admin/pricing/:id/items/new',
  '/admin/pricing/:id/items/:inventory',
  '/admin/pricing/:id/clients/new',
  '/admin/pricing/:id/batch',
  '/admin/inventory/:id/suppliers',
  '/admin/workers/:id/rates',
  '/invoices/:id',
]

/** What programs are told, heads of files, help, and where the words of the program stand beside the account's own. */
const forPrograms = ['/api/docs', '/account/calls', '/admin/users/import', '/help', '/customise/labels']

/** Ten-thousandths of a rand: R 150,625, and one and a half of a unit at it. */
const [RATE, QUANTITY] = [1_506_250, 1_500_000]
const rates = /^((line|cost|base|inclusive)?rate|price|lastprice|muamount|markupamount)$/
const quantities =
  /^(estimated|consumed|quantity|enteredquantity|balance|unit(weight|mass|seconds)|packagingquantity|leadtime|maxperjob|minimum\w*)$/

let server: TestServer
let texts: [path: string, text: string][]
beforeAll(async () => {
  server = await startTestServer()
  const { tenants } = server.services
  const ids = await fillWithSentinels(tenants, server.accountid, SENTINEL)
  await tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    for (const table of Object.values<unknown>(schema)) {
      // What is booked stays as it was booked.
      if (!is(table, SQLiteTable) || table === schema.stock_ledger) continue
      const { name, columns } = getTableConfig(table)
      for (const [of, value] of [
        [rates, RATE],
        [quantities, QUANTITY],
      ] as const)
        for (const column of columns.filter((one) => of.test(one.name) && one.dataType === 'number'))
          prepared(tx.db, `UPDATE ${name} SET ${column.name} = ?`).run([value])
    }
    tx.invalidateCaches()
  })
  texts = await readPages(ids)
})
afterAll(() => server.stop())

const page = { accept: 'text/html' }
const fragment = { ...page, 'hx-request': 'true' }

/** What a person reads on each page and in each dialog, a line for each element. */
async function readPages(ids: Record<string, string>): Promise<typeof texts> {
  const found: typeof texts = []
  for (const route of routes) {
    if (route.kind !== 'page' || route.method !== 'GET' || route.path === '/signout') continue
    for (const asked of [page, fragment]) {
      const answer = await server.people.admin.call('GET', addressOf(route, ids), undefined, asked)
      if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue
      const lines = answer.text
        .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
        .split(/<[^>]*>/)
        .filter((line) => !line.includes(SENTINEL))
      found.push(...lines.map((line): [string, string] => [route.path, line.trim()]))
    }
  }
  return found
}

const shown = (of: RegExp, but: readonly string[] = []) => [
  ...new Set(
    texts.filter(([path, text]) => of.test(text) && !but.includes(path)).map((line) => line.join(': ')),
  ),
]

describe('on every page and dialog', () => {
  test('there are pages to read', () => {
    expect(new Set(texts.map(([path]) => path)).size).toBeGreaterThan(150)
    expect(texts.some(([, text]) => text.includes('150,63'))).toBe(true)
  })

  test('money is shown in fractions of a cent only where somebody typed them', () => {
    // A percentage may have as many.
    expect(shown(/\d,\d{3,}(?!\d|\s*%)/, asTyped)).toEqual([])
  })

  test('plain words stand for those of the calls and of the code', () => {
    const found = shown(privateWords, forPrograms).filter((line) => !line.endsWith(': Claim its VAT on'))
    expect(found).toEqual([])
  })
})
