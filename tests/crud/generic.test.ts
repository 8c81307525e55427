import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Plain = {
  table: string
  /** Where the engine's own list and dialog are; items have a page of theirs. */
  page?: string
  /** A field that must be given, and one that may be changed. */
  required: string
  /** Named where a new record lacks it, if that is another: an item with a name needs no code. */
  blamed?: string
  changes: string
  /** Bodies of three records whose order by `required` is the order here. */
  records: [object, object, object]
  /** What only the second record is found by. */
  search: string
}

const report = { report: 'debtors', period: 'lastmonth', format: 'pdf', every: 'day', hour: 7 }

const resources: Plain[] = [
  {
    table: 'reportschedules',
    page: '/reporting/schedules',
    required: 'name',
    changes: 'name',
    records: [
      { ...report, name: 'Debtors' },
      { ...report, name: 'Every Monday' },
      { ...report, name: 'For the bank' },
    ],
    search: 'every mon',
  },
  {
    table: 'divisions',
    page: '/admin/divisions',
    required: 'name',
    changes: 'name',
    records: [{ name: 'alpha' }, { name: 'Bravo % 50' }, { name: 'charlie' }],
    search: '% 5',
  },
  {
    table: 'clients',
    page: '/clients',
    required: 'name',
    changes: 'city',
    records: [{ name: 'Acme' }, { name: 'brick & Co', contactname: 'Zanele' }, { name: 'Crane' }],
    search: 'zanele',
  },
  {
    table: 'suppliers',
    page: '/suppliers',
    required: 'name',
    changes: 'note',
    records: [{ name: 'Acme' }, { name: 'Brick', code: 'BRX' }, { name: 'Crane' }],
    search: 'brx',
  },
  {
    table: 'storage',
    page: '/admin/storage',
    required: 'name',
    changes: 'name',
    records: [{ name: 'Aisle' }, { name: 'Bin', barcode: '6001' }, { name: 'Cage' }],
    search: '600',
  },
  {
    table: 'accountcodes',
    page: '/admin/accountcodes',
    required: 'code',
    changes: 'tax',
    records: [
      { code: '1000', description: 'Sales' },
      { code: '2000', description: 'Labour' },
      { code: '3000', description: 'Other' },
    ],
    search: 'labour',
  },
  {
    table: 'workers',
    page: '/admin/workers',
    required: 'name',
    changes: 'phone',
    records: [{ name: 'Anna' }, { name: 'Ben', title: 'Fitter' }, { name: 'Cleo' }],
    search: 'fitt',
  },
  {
    table: 'categories',
    page: '/admin/categories',
    required: 'name',
    changes: 'description',
    records: [{ name: 'Adhesives' }, { name: 'Bolts', description: 'steel only' }, { name: 'Cables' }],
    search: 'olt',
  },
  {
    table: 'organisations',
    page: '/admin/organisations',
    required: 'name',
    changes: 'bank',
    records: [{ name: 'Zulu the default' }, { name: 'zz second', prefix: 'QQ' }, { name: 'zzz third' }],
    search: 'qq',
  },
  {
    table: 'inventory',
    required: 'code',
    blamed: 'materialname',
    changes: 'model',
    records: [{ code: 'A-1' }, { code: 'B-2', materialname: 'B steel rod' }, { code: 'C-3' }],
    search: 'rod',
  },
]

describe.each(resources.map((resource) => [resource.table, resource] as const))('%s', (table, resource) => {
  const url = `/api/${table}`
  const { page, required, blamed = required, changes, records, search } = resource
  const ids: string[] = []

  test('adds, and reads back what was added', async () => {
    const { admin } = server.people
    for (const body of records) {
      const made = await expectOk(admin.post(url, body))
      expect(made).toMatchObject({ ...body, version: 1, archived: false })
      // An item is read with its history, which no save answers.
      const { history: _, ...read } = await expectOk(admin.get(`${url}/${made.id}`))
      expect(read).toEqual(made)
      ids.push(made.id)
    }
  })

  test('lists, searches, sorts and pages', async () => {
    const { admin } = server.people
    const list = async (query: string) => {
      const { status, body, text } = await admin.get(`${url}?${query}`)
      expect(status, text).toBe(200)
      return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total }
    }
    expect(await list(`sort=${required}`)).toEqual({ ids, total: 3 })
    expect(await list(`sort=-${required}`)).toEqual({ ids: ids.toReversed(), total: 3 })
    expect(await list(`sort=${required}&skip=1&take=1`)).toEqual({ ids: [ids[1]], total: 3 })
    expect(await list(`search=${encodeURIComponent(search)}`)).toEqual({ ids: [ids[1]], total: 1 })
    expect((await list('search=nothing-is-called-this')).total).toBe(0)
    expect((await admin.get(`${url}?take=501`)).status).toBe(400)
  })

  test('changes one field and leaves the others alone', async () => {
    const { admin } = server.people
    const before = await expectOk(admin.get(`${url}/${ids[1]}`))
    const changed = await expectOk(admin.patch(`${url}/${ids[1]}`, { [changes]: 'changed', version: 1 }))
    const { updatedutc: _a, ...rest } = changed
    const { updatedutc: _b, ...wanted } = { ...before, [changes]: 'changed', version: 2 }
    if (table !== 'inventory')
      expect(rest).toEqual(changes === 'name' ? { ...wanted, name: 'changed' } : wanted)
    expect(changed[changes]).toBe('changed')
    const [entry] = await expectOk(admin.get(`${url}/${ids[1]}/history`))
    expect(entry).toMatchObject({ field: changes, newvalue: 'changed', user: 'admin Tester' })
  })

  test('a save on top of somebody else’s gets what stands now', async () => {
    const { admin } = server.people
    const { status, body } = await admin.patch(`${url}/${ids[1]}`, { [changes]: 'mine', version: 1 })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', data: { id: ids[1], version: 2, [changes]: 'changed' } })
    if (!page) return
    const { status: form, html } = await htmxRequest(server, admin, 'PATCH', `${page}/${ids[1]}`, {
      ...Object.fromEntries(Object.entries(records[1])),
      [changes]: 'mine',
      version: '1',
    })
    expect(form).toBe(409)
    expect(html).toContain(`<li data-field="${changes}">Now saved: changed</li>`)
    expect(html).toContain('<li data-field="version">2</li>')
  })

  test('refuses by name what is unknown, missing or not of its kind', async () => {
    const { admin } = server.people
    expect(await expectRefused(admin.post(url, { ...records[0], frobnicate: 1 }))).toContain('frobnicate')
    expect(await expectRefused(admin.post(url, {}))).toContain(blamed)
    expect(await expectRefused(admin.post(url, { ...records[0], [required]: '  ' }))).toEqual([blamed])
    expect(await expectRefused(admin.patch(`${url}/${ids[0]}`, { [required]: '' }))).toEqual([required])
    expect(await expectRefused(admin.post(url, { ...records[0], [required]: 'x'.repeat(5000) }))).toEqual([
      required,
    ])
    expect(await expectRefused(admin.post(url, { ...records[0], [required]: { $gt: '' } }))).toContain(
      required,
    )
    expect((await admin.get(url)).body.total).toBe(3)
  })

  test('archives instead of deleting, and restores', async () => {
    const { admin } = server.people
    const last = ids[2] as string
    expect((await expectOk(admin.delete(`${url}/${last}`))).archived).toBe(true)
    expect((await admin.get(url)).body.total).toBe(2)
    expect((await admin.get(`${url}?archived=true`)).body.total).toBe(3)
    expect((await expectOk(admin.patch(`${url}/${last}`, { archived: false }))).archived).toBe(false)
    if (!page) return
    const gone = await htmxRequest(server, admin, 'POST', `${page}/${last}/archive`)
    expect(gone.trigger).toMatchObject({
      closedialog: true,
      refresh: { table },
      snackbar: { undo: { url: `${page}/${last}/restore` } },
    })
    await htmxRequest(server, admin, 'POST', gone.trigger.snackbar.undo.url)
    expect((await admin.get(url)).body.total).toBe(3)
  })

  test('stays inside its account and its claims', async () => {
    const { people, other } = server
    for (const [method, path] of [
      ['GET', `${url}/${ids[0]}`],
      ['PATCH', `${url}/${ids[0]}`],
      ['DELETE', `${url}/${ids[0]}`],
      ['GET', `${url}/${ids[0]}/history`],
    ] as const)
      expect(
        (await other.call(method, path, method === 'PATCH' ? { [changes]: 'x' } : undefined)).status,
      ).toBe(404)
    expect((await other.get(url)).body).toEqual({ data: [], total: 0 })
    if (page) expect((await htmxRequest(server, other, 'GET', `${page}/${ids[0]}`)).status).toBe(404)
    expect((await people.stakeholder.get(url)).status).toBe(403)
    expect((await people.jobs.post(url, records[0])).status).toBe(403)
    expect((await fetch(server.url + url)).status).toBe(401)
  })

  test('keeps the id a program brings, once', async () => {
    const { admin } = server.people
    const { status, body } = await admin.post(url, {
      ...records[0],
      id: ids[0],
      ...(required === 'code' && { code: 'N' }),
    })
    expect(status).toBe(409)
    expect(body.code).toBe('exists')
  })

  // Items have a page of their own, which its own tests open.
  if (page) {
    test('the page shows its rows, the dialog its record, the look-up its matches', async () => {
      const { admin } = server.people
      const list = await htmxRequest(server, admin, 'GET', `${page}?sort=${required}`)
      expect(list.status).toBe(200)
      for (const id of ids) expect(list.html).toContain(`id="row-${id}"`)
      expect((await htmxRequest(server, admin, 'GET', `${page}/new`)).html).toContain('<dialog')
      const dialog = await htmxRequest(server, admin, 'GET', `${page}/${ids[0]}`)
      expect(dialog.html).toContain(`hx-patch="${page}/${ids[0]}"`)
      const found = await htmxRequest(
        server,
        admin,
        'GET',
        `/lookup/${table}?search=${encodeURIComponent(search)}`,
      )
      if (changes !== 'name') expect(found.html).toContain(`data-value="${ids[1]}"`)
      expect((await htmxRequest(server, server.people.stakeholder, 'GET', `/lookup/${table}`)).status).toBe(
        403,
      )
    })

    test('a form that cannot be saved says so beside its fields', async () => {
      const { admin } = server.people
      const { status, html } = await htmxRequest(server, admin, 'POST', String(page), {
        ...forms(records[0]),
        [required]: ' ',
      })
      expect(status).toBe(422)
      expect(html).toContain(`<li data-field="${required}">`)
      const { version } = await expectOk(admin.get(`${url}/${ids[1]}`))
      const saved = await htmxRequest(server, admin, 'PATCH', `${page}/${ids[1]}`, {
        ...forms(records[1]),
        version: String(version),
      })
      expect(saved).toMatchObject({ status: 200, trigger: { closedialog: true } })
    })
  }
})

const forms = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]))
