import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import { checkStock } from '#server/stock/check.ts'
import { importPages } from '#tests/import/support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  type Client,
  cheapPasswords,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { addStakeholder } from '#tests/work/jobs-support.ts'
import { browserRequest } from './support.ts'

// What no single input is wrong about: things done twice, at once, in another order, or in a way that nobody thought of.

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const rows = <Row>(sql: string): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all())
const soundStock = () => server.services.tenants.read(server.accountid, checkStock)

describe('a StakeHolder', () => {
  const seen = async () =>
    (await expectOk(server.people.stakeholder.get('/api/jobs?take=200'))).map(
      ({ description }: { description: string }) => description,
    )
  const give = (roles: string[]) =>
    expectOk(admin().patch(`/api/users/${server.people.stakeholder.userid}`, { roles }))
  const withRole = async (name: string, claims: string[]) => {
    const { id } = await expectOk(admin().post('/api/auth/roles', { name }))
    for (const claim of claims) await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim }))
    await give([server.roleids.StakeHolder as string, id])
    return id as string
  }

  test('sees no more of the jobs by another role, unless that one sees jobs itself', async () => {
    const [here, there] = office.locations
    const job = (description: string, location: string) =>
      expectOk(admin().post('/api/jobs', { boardid: office.boardid, description, location }))
    await job('Theirs', here)
    await job('Of others', there)
    await addStakeholder(server, here, server.people.stakeholder.userid)
    for (const claims of [[], ['invoices.read', 'clients.read'], ['jobs.write', 'jobs.money']]) {
      await withRole(`With ${claims.join(' ')}`, claims)
      expect([claims, await seen()]).toEqual([claims, ['Theirs']])
    }
    const roleid = await withRole('Staff', ['jobs.read'])
    expect((await seen()).sort()).toEqual(['Of others', 'Theirs'])
    // What is hidden from that role is not shown by the one that sees only some places.
    await expectOk(
      admin().post('/api/boards/permissions', { boardid: office.boardid, roleid, permission: 'none' }),
    )
    expect(await seen()).toEqual([])
    await give([server.roleids.StakeHolder as string])
    expect(await seen()).toEqual(['Theirs'])
  })
})

test('a page that is kept for a StakeHolder is not shown to another one, whose places are others', async () => {
  const [here, there] = office.locations
  const { id: role } = await expectOk(admin().post('/api/auth/roles', { name: 'Storekeeper' }))
  for (const claim of ['stock.read', 'inventory.read'])
    await expectOk(admin().post('/api/auth/roles/claims', { roleid: role, claim }))
  const roleids = [server.roleids.StakeHolder as string, role as string]
  const { platform, tenants } = server.services
  const passwordhash = await cheapPasswords.hash(PASSWORD)
  const [one, other] = await Promise.all(
    [here, there].map(async (location, n) => {
      const email = `holder${n}@first.test`
      const names = { firstname: 'Holder', lastname: String(n), passwordhash }
      const userid = await platform.write((tx) => addUser(tx, { email, ...names }))
      await addSeat(platform, tenants, { accountid: server.accountid, userid, roleids })
      await addStakeholder(server, location, userid)
      return server.signIn(email)
    }),
  )
  const { id: item } = await expectOk(
    admin().post('/api/inventory', { code: 'SEEN', make: 'Seen', baseunit: 'each', inventoryclass: 1 }),
  )
  const line = { linerate: 1, inventoryid: item, inventoryclass: 1 }
  const jobid = await completeJob(office, [line], { location: here })
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const page = async (who: Client | undefined) =>
    // What stands before it is random, and may hold the reference by chance.
    (await (await browserRequest(`${server.url}/inventory/${item}/stock`, who?.cookie ?? '')).text()).split(
      '<main',
    )[1]
  expect(await page(one)).toContain(reference)
  expect(await page(other)).not.toContain(reference)
})

describe('a form that is sent again with its key', () => {
  test('sends its letter once, and takes the original once', async () => {
    const { id } = await issueInvoice(office)
    const send = () =>
      admin().call(
        'POST',
        `/mail/invoice/${id}`,
        { to: 'client@client.test', subject: 'Your invoice', message: '' },
        { 'hx-request': 'true', 'idempotency-key': 'letter' },
      )
    const answers = [await send(), await send(), ...(await Promise.all([send(), send()]))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const history = await expectOk(admin().get(`/api/invoices/${id}/history`))
    expect(history.filter(({ field }: { field: string }) => field === 'e-mailed')).toHaveLength(1)
  })
})

describe('invoices', () => {
  test('issued, paid, taken back and credited by several at once count each once', async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    const all = async (count: number, run: () => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: count }, run))).map(({ status }) => status).sort()
    expect(await all(3, () => admin().post(`/api/invoices/${id}/issue`))).toEqual([200, 400, 400])
    const pay = () => admin().post(`/api/invoices/${id}/payments`, { amount: 60 })
    // What is more than due is kept as credit of the client; nothing is put to an invoice that is paid.
    expect(await all(4, pay)).toEqual([200, 200, 400, 400])
    const { payments } = await expectOk(admin().get(`/api/invoices/${id}`))
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([60, 55])
    const back = () => admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Twice' })
    expect(await all(3, back)).toEqual([200, 409, 409])
    const credit = () => admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' })
    expect(await all(3, credit)).toEqual([200, 409, 409])
  })

  test('are listed and filed under the client that is printed on them, whoever the job was for when they began', async () => {
    const [acme, bolt] = office.clients
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const { id } = await readDraft(office, jobid)
    const under = async (client: string) =>
      (await expectOk(admin().get(`/api/invoices?client=${client}&take=200`))).some(
        (one: { id: string }) => one.id === id,
      )
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { client: bolt }))
    expect([await under(acme), await under(bolt)]).toEqual([false, true])
    const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    expect([invoice.client.id, invoice.document.client.name]).toEqual([bolt, 'Bolt & Co'])
    // What is issued stays with whom it was issued to.
    const late = await admin().patch(`/api/jobs/${jobid}`, { client: acme })
    expect([late.status, late.body.code]).toEqual([400, 'jobclosed'])
    expect([await under(acme), await under(bolt)]).toEqual([false, true])
  })

  test('keep the lines that they charge, also when these came by an import that is taken back', async () => {
    const pages = importPages(server)
    await expectOk(
      admin().post('/api/inventory', { code: 'BOLT', make: 'Bolt', baseunit: 'each', inventoryclass: 1 }),
    )
    await pages.importList('jobs', 'Reference,Board,Client,Description,Status\nOLD-1,Work shop,Acme,Old,4\n')
    const list = await pages.importList(
      'materials',
      'Job,Item,Description,Quantity,Rate\nOLD-1,BOLT,Bolt,5,10\n',
    )
    const [job] = rows<{ id: string }>("SELECT id FROM jobs WHERE reference = 'OLD-1'")
    const { id } = await readDraft(office, job?.id as string)
    const { number } = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    const undo = () => pages.undo(list.url)
    expect(await undo()).toContain(`job OLD-1 is invoiced by ${number} since. Nothing was undone.`)
    expect(rows<{ consumed: number }>("SELECT consumed FROM materials WHERE description = 'Bolt'")).toEqual([
      { consumed: 5_000_000 },
    ])
    await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
    expect(await undo()).toContain('1 removed')
    expect(soundStock()).toEqual([])
  })
})

/** What the management may do on a board; null: what its role may. */
const permit = (permission: string | null, boardid = office.secondid) =>
  expectOk(
    admin().post('/api/boards/permissions', { boardid, roleid: server.roleids.Management, permission }),
  )

test('a list leads no job onto a board that is hidden from whoever brings it', async () => {
  const pages = importPages(server, server.people.management)
  const list = (name: string, board: string) =>
    `Reference,Board,Client,Description,Status\n${name},${board},Acme,From a list,1\n`
  const told = async (name: string, board: string) => {
    const { url } = await pages.upload('jobs', list(name, board))
    return pages.dryRun(url)
  }
  await permit('see')
  expect(await told('HID-1', 'Paint')).toContain('no board that you may work on')
  await permit('none')
  expect(await told('HID-2', 'paint')).toContain('no board that you may work on')
  expect((await pages.importList('jobs', list('OPEN-1', 'Work shop'))).trial).toEqual([1, 0, 0, 0])
  await permit(null)
  expect((await pages.importList('jobs', list('OPEN-2', 'Paint'))).trial).toEqual([1, 0, 0, 0])
  expect(rows("SELECT reference FROM jobs WHERE reference LIKE 'HID-%' OR reference LIKE 'OPEN-%'")).toEqual([
    { reference: 'OPEN-1' },
    { reference: 'OPEN-2' },
  ])
})

test('a list without boards makes none beside those that are closed to whoever brings it', async () => {
  const pages = importPages(server, server.people.management)
  const boards = () => rows<{ name: string; slug: string }>('SELECT name, slug FROM boards ORDER BY rank, id')
  const before = boards()
  for (const id of [office.boardid, office.secondid]) await permit('see', id)
  const { url } = await pages.upload('jobs', 'Reference,Client,Description\nSHUT-1,Acme,From a list\n')
  expect(await pages.dryRun(url)).toContain('no board that you may work on')
  expect(boards()).toEqual(before)
  for (const id of [office.boardid, office.secondid]) await permit(null, id)
})

test('a board that a list makes takes an address that no other has, archived ones included', async () => {
  const { id } = await expectOk(admin().post('/api/boards', { name: 'Night shift' }))
  await expectOk(admin().patch(`/api/boards/${id}`, { archived: true }))
  const list = ['Night shift', 'A B', 'A/B'].map((board, n) => `FREE-${n},${board},Acme,From a list`)
  await importPages(server).importList('jobs', ['Reference,Board,Client,Description', ...list].join('\n'))
  expect(
    rows(`SELECT b.name, b.slug FROM jobs AS j JOIN boards AS b ON b.id = j.boardid
      WHERE j.reference LIKE 'FREE-%' ORDER BY j.reference`),
  ).toEqual([
    { name: 'Night shift', slug: 'night-shift-2' },
    { name: 'A B', slug: 'a-b' },
    { name: 'A/B', slug: 'a-b-2' },
  ])
})

test('lines that come alone lead onto no board that is hidden from whoever brings them', async () => {
  await importPages(server).importList(
    'jobs',
    'Reference,Board,Client,Description\nBARE-1,Paint,Acme,From a list\n',
  )
  const pages = importPages(server, server.people.management)
  const lines = 'Job,Description,Rate,Estimated\nBARE-1,Primer,10,2\n'
  for (const permission of ['see', 'none']) {
    await permit(permission)
    const { url } = await pages.upload('materials', lines)
    expect(await pages.dryRun(url)).toContain('no board that you may work on')
  }
  await permit(null)
  expect((await pages.importList('materials', lines)).trial).toEqual([1, 0, 0, 0])
})

test('what is out and at home is listed by code as people read, 9 before 10', async () => {
  for (const code of ['PUMP-10', 'pump-9', 'PUMP-100', 'Pümp-2'])
    await expectOk(admin().post('/api/equipment', { name: code, barcode: code, code }))
  const answer = await browserRequest(
    `${server.url}/equipment/availability/export?format=csv`,
    admin().cookie,
  )
  const codes = [...(await answer.text()).matchAll(/p[uü]mp-\d+/gi)].map(([code]) => code)
  expect([...new Set(codes)]).toEqual(['Pümp-2', 'pump-9', 'PUMP-10', 'PUMP-100'])
})

describe('stock', () => {
  test('is not counted in another unit that a list gives the name of the base unit', async () => {
    const units = [{ name: 'g', ratiotobase: '1000' }]
    await expectOk(admin().post('/api/inventory', { code: 'KGL', make: 'Kilo', baseunit: 'kg', units }))
    const pages = importPages(server)
    const told = async (list: string, content: string) =>
      pages.dryRun((await pages.upload(list, content)).url, { match: 'update' })
    expect(await told('units', 'Item,Name,Ratio to base\nKGL,KG,0.001\n')).toContain(
      'kg: this is the base unit itself, which needs no ratio.',
    )
    expect(await told('inventory', 'Code,Base unit\nKGL,G\n')).toContain(
      'Another unit of this item has this name, with a ratio of its own.',
    )
    const changes = { match: 'update' }
    expect((await pages.importList('inventory', 'Code,Base unit\nKGL,kilo\n', changes)).trial[1]).toBe(1)
  })

  test('is not counted in another unit by a base unit that takes its name', async () => {
    const units = [{ name: 'g', ratiotobase: '1000' }]
    const { id } = await expectOk(
      admin().post('/api/inventory', { code: 'KG', make: 'Kilo', baseunit: 'kg', units }),
    )
    const inGrams = await admin().patch(`/api/inventory/${id}`, { baseunit: 'G' })
    expect([inGrams.status, Object.keys(inGrams.body.fields)]).toEqual([400, ['baseunit']])
    expect((await admin().patch(`/api/inventory/${id}`, { baseunit: 'G', units })).status).toBe(400)
    await expectOk(admin().patch(`/api/inventory/${id}`, { baseunit: 'Kilogram' }))
  })

  test('is not counted in another unit by a new name of its base unit', async () => {
    const { id } = await expectOk(
      admin().post('/api/inventory', { code: 'ROPE', baseunit: 'm', inventoryclass: 1 }),
    )
    await expectOk(admin().patch(`/api/inventory/${id}`, { baseunit: 'metre' }))
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid: id, quantity: 10 }))
    const refused = await admin().patch(`/api/inventory/${id}`, { baseunit: 'cm' })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { baseunit: 'Stock and lines of jobs are counted in metre: make a new item for another one.' },
    ])
    await expectOk(admin().patch(`/api/inventory/${id}`, { baseunit: 'Metre' }))
  })

  test('adds up after counts, thirds of boxes and reversals that all come at once', async () => {
    const { id } = await expectOk(
      admin().post('/api/inventory', {
        ...{ code: 'THIRD', make: 'Third', baseunit: 'each', inventoryclass: 1 },
        units: [{ name: 'box', ratiotobase: '1/3' }],
      }),
    )
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 3
          ? admin().post('/api/inventory/count', { inventoryid: id, counts: [{ counted: n }] })
          : admin().post('/api/inventory/inbound', { inventoryid: id, quantity: 0.333333, unit: 'box' }),
      ),
    )
    const booked = rows<{ seq: number }>(`SELECT seq FROM stock_ledger WHERE inventoryid = '${id}'`)
    expect(booked).toHaveLength(40)
    const reversed = await Promise.all(
      booked.flatMap(({ seq }) => [1, 2].map(() => admin().post(`/api/inventory/ledger/${seq}/reverse`, {}))),
    )
    expect(reversed.filter(({ status }) => status === 200)).toHaveLength(40)
    const [last] = rows<{ balance: number }>(
      `SELECT balance FROM stock_ledger WHERE inventoryid = '${id}' ORDER BY seq DESC LIMIT 1`,
    )
    expect([last?.balance, soundStock()]).toEqual([0, []])
  })
})
