import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { edgeCaseItems, fillItems } from '#tests/support/items.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const MANY = 10_000
const list = '/api/inventory/list'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillItems(server, server.otherid, MANY)
}, 300_000)
afterAll(() => server.stop())

type Section = { id: string; name: string; count: number; vatexempt: boolean; archived: boolean }
type Line = { id: string; code: string; name: string; onhand?: number; price: number; inventoryclass: number }

const sections = async (query: string, who = server.other) =>
  (await expectOk(who.get(`${list}/sections?${query}`))) as {
    sections: Section[]
    stretches: { section: string; skip: number; rows: Line[] }[]
    total: number
  }
const codes = async (search: string, more = '') => {
  const found = await sections(`search=${encodeURIComponent(search)}${more}`)
  return { total: found.total, codes: found.stretches.flatMap(({ rows }) => rows.map(({ code }) => code)) }
}

describe('10 000 items', () => {
  test('are drawn as far as a window shows, with room for the rest of what is loaded', async () => {
    const { html } = await htmxRequest(server, server.other, 'GET', '/admin/inventory')
    const drawn = html.match(/<tr[^>]* data-index="\d+"/g) ?? []
    const { sections: all, stretches } = await sections('')
    const loaded = all.length + stretches.flatMap(({ rows }) => rows).length
    const [, below] = /<tr class="below"[^>]*--rows:(\d+)"/.exec(html) ?? []
    expect([drawn.length, drawn.length + Number(below)]).toEqual([40, loaded])
  })

  test('come as sections with their counts and a first screen of rows', async () => {
    const found = await sections('')
    expect(found.total).toBe(MANY)
    expect(found.sections.reduce((sum, { count }) => sum + count, 0)).toBe(MANY)
    expect(found.sections.map(({ name }) => name)).toEqual(
      [...found.sections.map(({ name }) => name)].sort((a, b) =>
        a === 'No category' ? 1 : b === 'No category' ? -1 : a.localeCompare(b),
      ),
    )
    expect(found.stretches.flatMap(({ rows }) => rows).length).toBe(60)
  })

  test('every row of a section comes once, in the order of codes, however far down', async () => {
    const [section] = (await sections('')).sections
    const wanted = section as Section
    const seen: string[] = []
    for (let skip = 0; skip < wanted.count; skip += 400) {
      const [stretch] = await expectOk(server.other.get(`${list}/rows?ranges=${wanted.id}.${skip}.400`))
      expect(stretch).toMatchObject({ section: wanted.id, skip })
      seen.push(...stretch.rows.map(({ code }: Line) => code))
    }
    expect(seen.length).toBe(wanted.count)
    expect(new Set(seen).size).toBe(wanted.count)
    expect(seen).toEqual(seen.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  })

  test('sorts by price, name and stock, both ways', async () => {
    for (const sort of ['price', 'name', 'onhand', 'make', 'code']) {
      const [up] = (await sections(`sort=${sort}`)).stretches
      const [down] = (await sections(`sort=-${sort}`)).stretches
      expect([up?.rows.length, down?.rows.length]).toEqual([60, 60])
      if (sort === 'price') {
        const prices = up!.rows.map(({ price }) => price)
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        expect(down!.rows[0]!.price).toBeGreaterThan(prices[0]!)
      }
    }
    expect(await expectRefused(server.other.get(`${list}/sections?sort=secret`))).toEqual(['sort'])
  })

  test.each(edgeCaseItems.map((one) => [one.search, one] as const))(
    '“%s” finds its item',
    async (search, one) => {
      const found = await codes(search)
      expect(found.codes).toContain(one.code)
    },
  )

  test('terms stand in any order, case and accents are folded, leading zeros count', async () => {
    expect((await codes('brulee CREME')).codes).toEqual((await codes('crème brûlée')).codes)
    expect((await codes('000000042')).total).toBe(1)
    expect((await codes('0000000421')).total).toBe(0)
    expect((await codes('nothing-is-called-this')).total).toBe(0)
  })

  test('what SQL or the search language would read otherwise is looked for as it stands', async () => {
    for (const search of [
      '"',
      "'",
      '%%%',
      '___',
      '"; DROP',
      'a" OR "b',
      'NEAR(a b)',
      '*',
      '^',
      '[',
      ']',
      '[a-z]',
      '-',
      '(())',
    ])
      expect((await server.other.get(`${list}/sections?search=${encodeURIComponent(search)}`)).status).toBe(
        200,
      )
    expect((await codes('%%%')).total).toBe(0)
    expect((await codes('[a-z]')).total).toBe(0)
  })

  test('the calls and look-ups of other pages search by the same index', async () => {
    const { body } = await server.other.get(`/api/inventory?search=${encodeURIComponent('BRULEE')}`)
    expect(body.data.map(({ code }: Line) => code)).toContain('AWK-2')
    const { html } = await htmxRequest(server, server.other, 'GET', '/lookup/inventory?search=brulee')
    expect(html).toContain('Crème brûlée')
  })
})

describe('a small account', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    const { admin } = server.people
    const category = async (name: string, more = {}) =>
      (await expectOk(admin.post('/api/categories', { name, jobcategory: false, ...more }))).id as string
    const item = async (code: string, more = {}) =>
      (await expectOk(admin.post('/api/inventory', { code, ...more }))).id as string
    const raw = await category('Raw', { inventoryclass: 2 })
    const books = await category('Books', { inventoryclass: 3, vatexempt: true })
    ids = {
      raw,
      books,
      steel: await item('STEEL', {
        materialname: 'Mild steel',
        make: 'Macsteel',
        model: '6 mm',
        category: raw,
        rate: '12,5',
        mupercent: 10,
      }),
      gate: await item('GATE', { category: raw, inventoryclass: 3 }),
      atlas: await item('ATLAS', { category: books }),
      labour: await item('LABOUR', { inventoryclass: null }),
      old: await item('OLD', { category: books }),
    }
    await expectOk(admin.delete(`/api/inventory/${ids.old}`))
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: ids.steel, quantity: 7 }))
  })

  const codesOf = async (query: string, who = server.people.admin) =>
    (await sections(query, who)).stretches.flatMap(({ rows }) => rows.map(({ code }) => code))

  test('archived items are hidden unless asked for, and marked', async () => {
    expect(await codesOf('')).toEqual(['ATLAS', 'GATE', 'STEEL', 'LABOUR'])
    expect(await codesOf('archived=true')).toEqual(['ATLAS', 'OLD', 'GATE', 'STEEL', 'LABOUR'])
  })

  test('a section tells what goes for all of it', async () => {
    const { admin } = server.people
    const [books] = (await sections('', admin)).sections
    expect(books).toMatchObject({ name: 'Books', count: 1, vatexempt: true, archived: false })
    await expectOk(admin.delete(`/api/categories/${ids.books}`))
    const after = (await sections('', admin)).sections
    expect(after.map(({ name, archived }) => [name, archived])).toEqual([
      ['Raw', false],
      ['Books', true],
      ['No category', false],
    ])
    await expectOk(admin.patch(`/api/categories/${ids.books}`, { archived: false }))
    const { html } = await htmxRequest(server, admin, 'GET', '/admin/inventory')
    expect(html).toContain('Exempt from VAT')
  })

  test('products are what a job may put out: output classes and none, by the item’s own class or its category’s', async () => {
    expect(await codesOf('products=true')).toEqual(['ATLAS', 'GATE', 'LABOUR'])
    const { html } = await htmxRequest(server, server.people.admin, 'GET', '/admin/products')
    expect(html).toContain('>GATE<')
    expect(html).not.toContain('>STEEL<')
  })

  test('a row leads with the name, and tells code, make and model beside it', async () => {
    const { html } = await htmxRequest(server, server.people.admin, 'GET', '/admin/inventory')
    const [row = ''] = /<tr[^>]*class="item"(?:(?!<\/tr>)[\s\S])*Mild steel[\s\S]*?<\/tr>/.exec(html) ?? []
    const cells = [...row.matchAll(/<td[\s\S]*?<\/td>/g)].map(([cell]) => cell.replace(/<[^>]+>/g, '').trim())
    expect(cells.slice(0, 2)).toEqual(['Mild steel', 'STEEL Macsteel 6 mm'])
  })

  test('a row shows its price, and stock to whoever may see it', async () => {
    const { rows } = (await expectOk(server.people.admin.get(`${list}/rows?ranges=${ids.raw}.0.50`)))[0]
    expect(rows[1]).toMatchObject({ code: 'STEEL', price: 13.75, onhand: 7, inventoryclass: 2 })
    expect((await server.people.stakeholder.get(`${list}/sections`)).status).toBe(403)
    expect((await server.people.stakeholder.get(`${list}/rows?ranges=none.0.1`)).status).toBe(403)
    const foreign = await expectOk(server.other.get(`${list}/rows?ranges=${ids.raw}.0.50`))
    expect(foreign).toEqual([{ section: ids.raw, skip: 0, rows: [] }])
  })

  test('stretches that are none are refused', async () => {
    for (const ranges of ['', 'x', 'none.0', 'none.-1.5', `${'none.0.1,'.repeat(25)}none.0.1`])
      expect(await expectRefused(server.people.admin.get(`${list}/rows?ranges=${ranges}`))).toEqual([
        'ranges',
      ])
  })

  test('a folded section’s rows are left for those that are seen', async () => {
    const end = ids.books!.slice(-8)
    expect(await codesOf(`folded=${end}`)).toEqual(['GATE', 'STEEL', 'LABOUR'])
    const response = await fetch(`${server.url}/admin/inventory`, {
      headers: { cookie: `${server.people.admin.cookie}; joblane_sections=${end}`, accept: 'text/html' },
    })
    expect(await response.text()).not.toContain('>ATLAS<')
  })

  test('an item’s own address leads to its dialog over the list, whatever its code is by now', async () => {
    const { admin } = server.people
    const led = await fetch(`${server.url}/admin/inventory/${ids.gate}`, {
      headers: { cookie: admin.cookie, accept: 'text/html' },
      redirect: 'manual',
    })
    expect(led.headers.get('location')).toBe('/admin/inventory?open=GATE')
    expect((await htmxRequest(server, server.other, 'GET', `/admin/inventory/${ids.gate}`)).status).toBe(404)
  })
})
