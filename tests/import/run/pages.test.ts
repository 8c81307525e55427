import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { prepared } from '#db/sqlite.ts'
import { toXlsx } from '#server/export/xlsx.ts'
import { edgeCaseCsv, importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { contentsOf } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
})
afterAll(() => server.stop())

const read = <Row>(sql: string, values: string[] = []): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all(values))
const number = (sql: string): number => Object.values(read<Record<string, number>>(sql)[0]!)[0]!
const contents = () => contentsOf(server.services.tenants, server.accountid)

describe('ten thousand awkward items', () => {
  let url: string

  test('come in as they are written, leading zeros, quotes, emoji and all', async () => {
    const brought = await pages.importList('inventory', edgeCaseCsv())
    url = brought.url
    expect(brought.trial).toEqual([10_000, 0, 0, 0])
    expect(brought.page).toContain('10\u00a0000 items came in')
    expect(number('SELECT count(*) FROM inventory')).toBe(10_000)
    expect(
      read(
        'SELECT code, materialname, muamount, make, archived FROM inventory WHERE code IN (?, ?, ?) ORDER BY code',
        ['000003', '000008', '000107'],
      ),
    ).toEqual([
      { code: '000003', materialname: 'Ïtem 😀 Ê Ŵ 3', muamount: 0, make: '', archived: 1 },
      {
        code: '000008',
        materialname: 'Bolt "M8"; galvanised 8',
        muamount: 80_800,
        make: 'Bosch',
        archived: 0,
      },
      { code: '000107', materialname: 'x'.repeat(200), muamount: 1_070_700, make: 'Bosch', archived: 1 },
    ])
    expect(number("SELECT count(*) FROM history WHERE field = 'imported'")).toBe(10_000)
  })

  test('are known again: the same file changes nothing, another price changes that item alone', async () => {
    expect(number('SELECT count(*) FROM inventory WHERE inventoryclass = 2')).toBe(10_000)
    const again = await pages.upload('inventory', edgeCaseCsv())
    expect(previewCounts(await pages.dryRun(again.url))).toEqual([0, 0, 10_000, 0])
    const dearer = edgeCaseCsv().replace('"8,08"', '"9,99"')
    const { url: changed, trial } = await pages.importList('inventory', dearer)
    expect(trial).toEqual([0, 1, 9_999, 0])
    expect(read("SELECT muamount, version FROM inventory WHERE code = '000008'")).toEqual([
      { muamount: 99_900, version: 2 },
    ])
    const [entry] = read<{ field: string; oldvalue: string; newvalue: string }>(
      "SELECT field, oldvalue, newvalue FROM history WHERE field = 'muamount'",
    )
    expect(entry).toEqual({ field: 'muamount', oldvalue: '8,08', newvalue: '9,99' })
    expect(await pages.undo(changed)).toContain('as before')
    expect(read("SELECT muamount, version FROM inventory WHERE code = '000008'")).toEqual([
      { muamount: 80_800, version: 3 },
    ])
  })

  test('go back as a whole, while nothing refers to them', async () => {
    const [item] = read<{ id: string }>('SELECT id FROM inventory WHERE archived = 0 LIMIT 1')
    const unit = await expectOk(
      server.people.admin.post('/api/units', { inventoryid: item!.id, name: 'Box', ratiotobase: '12' }),
    )
    expect(await pages.undo(url)).toContain('1 unit refers to its items')
    expect(number('SELECT count(*) FROM inventory')).toBe(10_000)
    await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
      prepared(tx.db, 'DELETE FROM units WHERE id = ?').run([unit.id]),
    )
    expect(await pages.undo(url)).toContain('10000 removed')
    expect(number('SELECT count(*) FROM inventory')).toBe(0)
    // Whose answer was lost asks again and is told; later, or asked by somebody else, it is refused.
    const again = await pages.call('POST', `${url}/undo`)
    expect([again.status, again.headers.get('hx-trigger')]).toEqual([
      200,
      expect.stringContaining('The import was taken back'),
    ])
    const theirs = await importPages(server, server.people.management).call('POST', `${url}/undo`)
    expect([theirs.status, await theirs.text()]).toEqual([409, expect.stringContaining('taken back before')])
    const [, id = ''] = /([0-9a-f-]{36})/.exec(url) ?? []
    const early = new Date(Date.now() - 11 * 60_000).toISOString()
    await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
      prepared(tx.db, 'UPDATE imports SET undoneutc = ? WHERE id = ?').run([early, id]),
    )
    expect(await (await pages.call('POST', `${url}/undo`)).text()).toContain('taken back before')
  })
})

describe('a list with problems', () => {
  test('names each by line and column, and brings nothing in', async () => {
    const csv = `Name;Contact e-mail;Archived\r\nAnn;no mail;no\r\n${'y'.repeat(255)};;\r\n;;\r\nBen;;perhaps\r\nann;;\r\nANN;;\r\n`
    const { url } = await pages.upload('clients', csv)
    const before = contents()
    const page = await pages.dryRun(url)
    for (const words of [
      '“no mail” is not an e-mail address.',
      'The text has 255 characters, and at most 120 fit here.',
      '“perhaps” is neither yes nor no.',
      '“ANN” is taken by list.csv, line 6.',
    ])
      expect(page).toContain(words)
    expect(page).not.toContain('Import 1 client')
    expect((await pages.call('POST', `${url}/run`)).status).toBe(409)
    expect(contents()).toBe(before)
    const list = await (await pages.call('GET', `${url}/problems`)).text()
    expect(list).toContain('Lines;Column;Problem\r\n2;Contact e-mail;')
  })

  test('brings in its other rows alone when asked to, and keeps the rest to be mended', async () => {
    const csv = 'Name;Contact e-mail\r\nGood One;g@one.test\r\n=Bad;no mail\r\nGood Two;\r\n'
    const { url } = await pages.upload('clients', csv)
    const page = await pages.dryRun(url)
    expect(previewCounts(page)).toEqual([2, 0, 0, 1])
    expect(page).toContain('Import the 2 rows without problems')
    const done = await pages.run(url, { rows: 'good' })
    expect(previewCounts(done)).toEqual([2, 0, 0, 1])
    expect(done).toContain('One row was left out')
    const rest = await (await pages.call('GET', `${url}/refused`)).text()
    expect(rest).toBe(
      "Name;Contact e-mail;Line in the file;What is wrong\r\n'=Bad;no mail;3;Contact e-mail: “no mail” is not an e-mail address.\r\n",
    )
    const mended = await pages.upload('clients', rest.replace('no mail;3', 'b@ad.test;3'))
    expect(previewCounts(await pages.dryRun(mended.url))).toEqual([1, 0, 0, 0])
    expect(await pages.undo(url)).toContain('2 removed')
  })

  test('leaves out what a row that was left out should have held, and says so', async () => {
    const csv =
      'Name,Part of,Contact e-mail\nRefused Yard,,no mail\nInner Shed,Refused Yard,\nLast Shelf,Inner Shed,\nOpen Field,,\n'
    const { url } = await pages.upload('locations', csv)
    const page = await pages.dryRun(url)
    expect(previewCounts(page)).toEqual([1, 0, 0, 3])
    expect(page).toContain('Import the one row without problems')
    expect(previewCounts(await pages.run(url, { rows: 'good' }))).toEqual([1, 0, 0, 3])
  })

  test.each([
    ['jobs', 'Status', '4', 'Complete'],
    ['inventory', 'Class', '2', 'Raw Materials'],
  ])(
    'warns of numbers that would be taken as what ours mean: of %s, %s',
    async (list, head, number, ours) => {
      const of = async (value: string) => {
        const { url } = await pages.upload(list, `Reference,Code,Name,${head}\nA1,A1,One,${value}\n`)
        return (await pages.call('GET', `${url}?step=columns`)).text()
      }
      expect(await of(number)).toContain(`is read by its numbers: ${number} as ${ours}.`)
      expect(await of(ours)).not.toContain('by its numbers')
    },
  )

  test('tells what is wrong in many rows once, with their number', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `C ${n};nowhere`).join('\r\n')
    const { url } = await pages.upload('clients', `Name;Contact e-mail\r\n${rows}\r\n`)
    const page = await pages.dryRun(url)
    expect(page.match(/is not an e-mail address/g)).toHaveLength(1)
    expect(page).toContain(`2, 3, 4, 5, 6 and ${(2_995).toLocaleString('en-ZA')} more`)
    expect((await pages.call('POST', `${url}/run`, new URLSearchParams({ rows: 'good' }))).status).toBe(409)
    const rest = await (await pages.call('GET', `${url}/refused`)).text()
    expect(rest.split('\r\n')).toHaveLength(3_002)
  })

  test.each([
    ['cut off in the middle of a cell', 'Name,City\nAnn,"Cape', 'A quote opens here and is never closed.'],
    [
      'cut off in the middle of a row',
      'Name,City\nAnn,Cape\nBen',
      'The row has 1 cells where the head has 2.',
    ],
    ['empty', '', 'Please choose a file to upload'],
    ['a head alone', 'Name,City\n', 'no rows below it'],
    ['a workbook that is no ZIP', 'PK\u0003\u0004 and nothing more', 'The workbook cannot be read'],
    ['an old Excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'Save it as .xlsx'],
    ['of two columns with one name', 'Name,Name\na,b\n', 'Columns 1 and 2 have the same name.'],
    ['of too many rows', `Name\n${'a\n'.repeat(300_001)}`, 'more than 300 000 rows'],
  ] as const)('a file %s is refused with a sentence beside the field', async (_, content, sentence) => {
    const { status, text, url } = await pages.upload('clients', content as string)
    expect([status, url]).toEqual([422, ''])
    expect(text).toContain(sentence)
  })

  test('a workbook cut off anywhere is refused, never read in part', async () => {
    const whole = await toXlsx('Clients', [{ head: 'Name' }], [['Ann'], ['Ben']])
    for (const part of [0.2, 0.5, 0.9, 0.999]) {
      const { status, text } = await pages.upload('clients', whole.slice(0, whole.length * part), 'c.xlsx')
      expect([status, part]).toEqual([422, part])
      expect(text).toContain('damaged, cut off or no .xlsx file')
    }
  })
})

describe('a workbook', () => {
  const columns = [
    { head: 'Code' },
    { head: 'Description' },
    { head: 'Price', kind: 'money' as const },
    { head: 'Archived' },
  ]

  test('brings values of its kinds: text with zeros, numbers, yes and no', async () => {
    const rows = [
      ['007', '=1+1', 1234.5, true],
      ['008', 'Näme', 0.1, false],
      ['009', '+27 82 1', null, null],
    ]
    const bytes = await toXlsx('Items', columns, rows)
    const { trial } = await pages.importList('inventory', bytes, {}, 'items.xlsx')
    expect(trial).toEqual([3, 0, 0, 0])
    expect(
      read(
        "SELECT code, materialname, muamount, archived FROM inventory WHERE code LIKE '00%' ORDER BY code",
      ),
    ).toEqual([
      { code: '007', materialname: '=1+1', muamount: 12_345_000, archived: 1 },
      { code: '008', materialname: 'Näme', muamount: 1000, archived: 0 },
      { code: '009', materialname: '+27 82 1', muamount: 0, archived: 0 },
    ])
  })

  test('brings its dates as days, and another sheet when asked', async () => {
    const day = new Date('2020-03-04T00:00:00Z')
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Remark'], ['nothing here']] },
        {
          name: 'Jobs',
          rows: [
            ['Job number', 'Order date'],
            ['X-1', day],
          ],
        },
      ] as never,
    })
    const { url } = await pages.upload('jobs', bytes, 'jobs.xlsx')
    expect(await (await pages.call('GET', url)).text()).toContain('Sheet of the workbook')
    await pages.call('POST', `${url}/sheet`, new URLSearchParams({ sheet: 'Jobs' }))
    expect(previewCounts(await pages.dryRun(url))).toEqual([1, 0, 0, 0])
    await pages.run(url)
    expect(read("SELECT substr(created, 1, 10) AS day FROM jobs WHERE reference = 'X-1'")).toEqual([
      { day: '2020-03-04' },
    ])
  })
})

describe('prices and counts', () => {
  test('a price list makes its group, and goes back with it', async () => {
    const csv = 'Pricing group,Item,Base rate,Percent\nTrade,007,10.50,5\nTrade,008,3,0\n'
    const { url, trial } = await pages.importList('prices', csv)
    expect(trial).toEqual([2, 0, 0, 0])
    expect(
      read(
        'SELECT g.name, e.baserate, e.markuppercent FROM pricing_entries e JOIN pricinggroups g ON g.id = e.pricinggroup ORDER BY e.baserate',
      ),
    ).toEqual([
      { name: 'Trade', baserate: 30_000, markuppercent: 0 },
      { name: 'Trade', baserate: 105_000, markuppercent: 50_000 },
    ])
    await pages.call('POST', `${url}/undo`)
    expect(
      number('SELECT (SELECT count(*) FROM pricing_entries) + (SELECT count(*) FROM pricinggroups)'),
    ).toBe(0)
  })

  test('a stock count books the difference, the same count nothing, and its undo books it back', async () => {
    const { url, trial } = await pages.importList('counts', 'Item,Counted\n007,"12,5"\n008,4\n')
    expect(trial).toEqual([2, 0, 0, 0])
    expect(number('SELECT sum(quantity) FROM stock_onhand')).toBe(16_500_000)
    const again = await pages.upload('counts', 'Item,Counted\n007,"12,5"\n008,4\n')
    expect(previewCounts(await pages.dryRun(again.url))).toEqual([0, 0, 2, 0])
    expect(await pages.undo(url)).toContain('2 removed')
    expect(number('SELECT sum(quantity) FROM stock_onhand')).toBe(0)
    expect(number('SELECT count(*) FROM stock_ledger')).toBe(4)
  })

  test('an item twice, an unknown one and one in a unit that it does not have are named', async () => {
    const { url } = await pages.upload('counts', 'Item,Counted,Unit\n007,1,\n007,2,\nZZZ,1,\n008,1,box\n')
    const page = await pages.dryRun(url)
    expect(page).toContain('This item and place stand in line 2 already.')
    expect(page).toContain('“ZZZ” is not among the inventory.')
    expect(page).toContain('has no unit “box”.')
  })
})

describe('at the same time', () => {
  test('two imports of one list both end well, the second finding what the first brought', async () => {
    const csv = `Name\n${Array.from({ length: 500 }, (_, n) => `Twin ${n}`).join('\n')}\n`
    const [a, b] = await Promise.all([pages.upload('divisions', csv), pages.upload('divisions', csv)])
    await Promise.all([pages.dryRun(a.url), pages.dryRun(b.url)])
    await Promise.all([pages.run(a.url), pages.run(b.url)])
    expect(number("SELECT count(*) FROM divisions WHERE name LIKE 'Twin %'")).toBe(500)
    expect(read("SELECT added, there FROM imports WHERE noun = 'divisions' ORDER BY added")).toEqual([
      { added: 0, there: 500 },
      { added: 500, there: 0 },
    ])
  })

  test('a stopped import leaves nothing', async () => {
    const { url } = await pages.upload('inventory', edgeCaseCsv(20_000))
    const before = contents()
    expect(previewCounts(await pages.dryRun(url))).toEqual([20_000, 0, 0, 0])
    await pages.call('POST', `${url}/run`)
    await pages.call('POST', `${url}/cancel`)
    const page = await pages.waitUntilDone(url)
    expect(page).toContain('Import 20\u00a0000 items')
    expect(contents()).toBe(before)
  })
})

describe('whoever may not', () => {
  test('another account finds neither a staged file nor an import; a role without the claim is refused', async () => {
    const { url } = await pages.upload('suppliers', 'Name\nAcme\n')
    const other = importPages(server, server.other)
    for (const path of [url, `${url}/progress`, `${url}/problems`])
      expect((await other.call('GET', path)).status, path).toBe(404)
    const bodies: Record<string, Record<string, string>> = {
      '': { match: 'skip' },
      '/preview': { match: 'skip' },
    }
    for (const act of ['', '/run', '/cancel', '/undo', '/preview'])
      expect((await other.call('POST', url + act, new URLSearchParams(bodies[act]))).status, act).toBe(404)
    expect((await importPages(server, server.people.operations).call('GET', '/import')).status).toBe(403)
    // Management imports, and does not manage what it may not write.
    expect(
      (await importPages(server, server.people.management).call('GET', '/import/suppliers')).status,
    ).toBe(200)
    expect((await pages.call('GET', '/import/nonsense')).status).toBe(404)
    expect((await pages.call('GET', '/import/suppliers/..%2f..%2fx')).status).toBe(404)
  })

  test('a body with a column that the file does not have, or another match, is refused', async () => {
    const { url } = await pages.upload('suppliers', 'Name\nAcme\n')
    const post = (body: Record<string, string>) => pages.call('POST', url, new URLSearchParams(body))
    expect((await post({ 'column-name': 'Nope', match: 'update' })).status).toBe(422)
    expect((await post({ 'column-name': 'Name', match: 'replace' })).status).toBe(422)
    expect((await post({ 'column-name': '', match: 'update' })).status).toBe(422)
  })
})

test('templates hold the heads that the guess knows', async () => {
  for (const format of ['csv', 'xlsx']) {
    const answer = await pages.call('GET', `/import/clients/template?format=${format}`)
    expect(answer.headers.get('content-disposition')).toContain(`clients.${format}`)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
})
