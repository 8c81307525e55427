import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { listHistory } from '#db/queries/history.ts'
import { setSetting } from '#db/queries/settings.ts'
import {
  board_permissions,
  categories,
  inventory_classes,
  job_categories,
  jobs,
  roleclaims,
} from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { defaultRoles } from '#server/access/claims.ts'
import { type LineFieldDeclaration, lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { readLineRows, redactedEntry } from '#server/domains/work/jobs/line-history.ts'
import { parsePercent, parseRate } from '#server/money/decimal.ts'
import type { FieldDeclaration } from '#server/record-fields.ts'
import { checkStock } from '#server/stock/check.ts'
import { makeItem, makeJob, makeOrganisation, makeStorage, makeUnit } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** Ids of what the tests work on. */
const the = {} as Record<'job' | 'chair' | 'screw' | 'glue' | 'shelf' | 'foreign' | 'foreignline', string>

const by = { userid: null, name: 'test' }
const write = <T>(run: (tx: Tx) => T) => server.services.tenants.write(server.accountid, by, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    makeOrganisation(tx)
    the.shelf = makeStorage(tx, 'Shelf')
    the.job = makeJob(tx, { reference: 'J100' })
    the.chair = makeItem(tx, {
      ...{ code: 'C-1', materialname: 'Chair', inventoryclass: 3, rate: parseRate(100) },
      ...{ mupercent: parsePercent(25), muamount: parseRate(5), defaultstorageid: the.shelf },
    })
    the.screw = makeItem(tx, { code: 'S-1', make: 'Fisher', model: 'M6', rate: parseRate(0.12) })
    makeUnit(tx, the.screw, 'dozen', '1/12')
    the.glue = makeItem(tx, {
      ...{ code: 'G-1', inventoryclass: null, exclusive: false, nonbillable: true, rate: parseRate(115) },
    })
    tx.invalidateCaches()
  })
  await server.services.tenants.write(server.otherid, by, (tx) => {
    the.foreign = makeJob(tx)
    tx.invalidateCaches()
  })
  const answer = await server.other.post('/api/materials', {
    ...{ jobid: the.foreign, role: 4, description: 'Theirs', estimated: 1 },
  })
  the.foreignline = answer.body.data.id
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const add = (more: object = {}) =>
  admin().post('/api/materials', { jobid: the.job, inventoryid: the.screw, role: 1, estimated: 10, ...more })
const addOk = async (more: object = {}) => {
  const { status, body } = await add(more)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const onHand = async (id: string) =>
  (await admin().get(`/api/inventory/stockonhand?inventoryids=${id}`)).body.data[0].quantity

describe('a new line', () => {
  test('takes description, price, cost, class, unit and storage from its item', async () => {
    expect(await addOk({ inventoryid: the.chair, role: 2, estimated: '1,5' })).toMatchObject({
      ...{
        inventory: { id: the.chair, code: 'C-1', name: 'Chair' },
        description: 'Chair',
        inventoryclass: 3,
      },
      ...{ linerate: 130, costrate: 100, discount: 0, vatrate: 15, estimated: 1.5, consumed: 0, unit: 'ea' },
      ...{ nonbillable: false, storage: { id: the.shelf, name: 'Shelf' } },
      ...{ net: 195, vat: 29.25, total: 224.25 },
    })
    expect(await addOk()).toMatchObject({ description: 'Fisher M6', inventoryclass: 1 })
  })

  test('in another unit has the price of that unit; a price and a cost with VAT inside lose it', async () => {
    expect(await addOk({ unit: 'Dozen' })).toMatchObject({ unit: 'dozen', linerate: 1.44, costrate: 1.44 })
    expect(await addOk({ inventoryid: the.glue })).toMatchObject({
      ...{ description: 'G-1', inventoryclass: null, linerate: 100, costrate: 100, nonbillable: true },
    })
  })

  test('takes the class, storage and base price that the job category gives the item', async () => {
    const jobid = await write((tx) => {
      const id = makeJob(tx)
      const categoryid = Bun.randomUUIDv7()
      const at = { createdutc: tx.now, updatedutc: tx.now }
      tx.db
        .insert(categories)
        .values({ id: categoryid, name: 'Repairs', jobcategory: true, ...at })
        .run()
      tx.db.insert(job_categories).values({ jobid: id, categoryid }).run()
      const own = { inventoryclass: 5, storageid: the.shelf, rate: parseRate(0.2) }
      tx.db
        .insert(inventory_classes)
        .values({ inventoryid: the.screw, categoryid, ...own })
        .run()
      tx.invalidateCaches()
      return id
    })
    expect(await addOk({ jobid })).toMatchObject({
      inventoryclass: 5,
      linerate: 0.2,
      storage: { name: 'Shelf' },
    })
  })

  test('may have no item, and then needs a description', async () => {
    expect(
      await addOk({ inventoryid: null, description: 'Labour', role: 4, linerate: '450,50' }),
    ).toMatchObject({
      ...{ inventory: null, description: 'Labour', linerate: 450.5, inventoryclass: null },
    })
    expect((await add({ inventoryid: '' })).body.fields).toEqual({
      description: 'A line without an item needs a description.',
    })
  })

  test.each([
    [{ unit: 'crate' }, 'unit', 'Fisher M6 [S-1] has no unit “crate”.'],
    [{ estimated: -1 }, 'estimated', 'The quantity cannot be below zero.'],
    [{ estimated: 'many' }, 'estimated', 'It must be a number with at most 6 decimals.'],
    [{ consumed: '-0,1' }, 'consumed', 'What is used cannot be below zero.'],
    [{ discount: 101 }, 'discount', 'The discount must be between 0 and 100 %.'],
    [
      { linerate: 900_000_000 },
      'linerate',
      'The amount of a line may be at most R\u00a01\u00a0000\u00a0000\u00a0000.',
    ],
    [{ role: 5 }, 'role', 'It must be a whole number from 1 to 4.'],
    [{ inventoryid: Bun.randomUUIDv7() }, 'inventoryid', 'This item could not be found.'],
    [{ division: Bun.randomUUIDv7() }, 'division', 'This division could not be found.'],
    [{ storageid: Bun.randomUUIDv7() }, 'storageid', 'This storage could not be found.'],
    [{ margin: 5 }, 'margin', 'This is not a known field.'],
  ])('%p is refused by name', async (more, field, sentence) => {
    const before = (await admin().get(`/api/materials/getMaterials/${the.job}`)).text
    const { status, body } = await add(more)
    expect([status, body.fields]).toEqual([400, { [field]: sentence }])
    expect((await admin().get(`/api/materials/getMaterials/${the.job}`)).text).toBe(before)
  })

  test('sent again with its key is added once', async () => {
    const body = { jobid: the.job, inventoryid: the.screw, role: 1, estimated: 1, consumed: 3 }
    const key = { 'idempotency-key': 'line-1' }
    const before = await onHand(the.screw)
    const [first, again] = [
      await admin().call('POST', '/api/materials', body, key),
      await admin().call('POST', '/api/materials', body, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await onHand(the.screw)).toBe(before - 3)
  })
})

describe('many lines', () => {
  test('come all or not at all, and a refusal says which line', async () => {
    const lines = (...more: object[]) =>
      more.map((one) => ({ jobid: the.job, inventoryid: the.screw, role: 2, estimated: 1, ...one }))
    const before = (await admin().get(`/api/materials/getMaterials/${the.job}`)).body.total
    const refused = await admin().post('/api/materials/many', lines({}, { unit: 'crate' }))
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      message: 'Line 2: Fisher M6 [S-1] has no unit “crate”.',
      fields: { '1.unit': 'Fisher M6 [S-1] has no unit “crate”.' },
    })
    expect((await admin().post('/api/materials/many', lines({}, { estimated: 'x' }))).body.fields).toEqual({
      '1.estimated': 'It must be a number with at most 6 decimals.',
    })
    const added = await admin().post('/api/materials/many', lines({}, { unit: 'dozen' }, { estimated: 2.5 }))
    expect(added.body).toMatchObject({
      total: 3,
      data: [{ unit: 'ea' }, { unit: 'dozen' }, { estimated: 2.5 }],
    })
    expect((await admin().get(`/api/materials/getMaterials/${the.job}`)).body.total).toBe(before + 3)
  })
})

describe('consuming', () => {
  test('moves stock by the difference, in base units; the plan never does; removing gives it back', async () => {
    const before = await onHand(the.screw)
    const line = await addOk({ unit: 'dozen', estimated: 4 })
    expect(await onHand(the.screw)).toBe(before)
    const used = await admin().patch(`/api/materials/${line.id}`, { consumed: 3, version: line.version })
    expect(used.body.data).toMatchObject({ consumed: 3, version: 2 })
    expect(await onHand(the.screw)).toBe(before - 36)
    await admin().patch(`/api/materials/${line.id}`, { estimated: 7 })
    expect(await onHand(the.screw)).toBe(before - 36)
    await admin().patch(`/api/materials/${line.id}`, { consumed: 2.5 })
    expect(await onHand(the.screw)).toBe(before - 30)
    const [last] = (await admin().get(`/api/inventory/${the.screw}/ledger?take=1`)).body.data
    expect(last).toMatchObject({
      ...{ kind: 'line', quantity: 6, balance: before - 30, entered: { quantity: -0.5, unit: 'dozen' } },
      ...{ job: { id: the.job, reference: 'J100' }, materialid: line.id, user: 'admin Tester' },
    })
    expect((await admin().delete(`/api/materials/${line.id}`)).body.data).toEqual({ id: line.id })
    expect(await onHand(the.screw)).toBe(before)
    expect((await admin().patch(`/api/materials/${line.id}`, { estimated: 1 })).status).toBe(404)
  })

  test('what the job makes comes in; a line without a class moves nothing', async () => {
    const before = await onHand(the.chair)
    await addOk({ inventoryid: the.chair, role: 2, consumed: 2 })
    expect(await onHand(the.chair)).toBe(before + 2)
    await addOk({ inventoryid: the.glue, consumed: 2 })
    expect(await onHand(the.glue)).toBe(0)
  })

  test('warns below zero, or refuses where the account blocks it, and then nothing is saved', async () => {
    const item = await write((tx) => makeItem(tx, { code: 'W-1', materialname: 'Washer' }))
    const { body } = await add({ inventoryid: item, consumed: 2 })
    expect(body.message).toBe('Booked, but the stock of Washer [W-1] is now 2\u00a0ea below zero.')
    await write((tx) => setSetting(tx.db, 'negativestock', 'block'))
    const blocked = await admin().patch(`/api/materials/${body.data.id}`, {
      consumed: 3,
      description: 'More',
    })
    expect([blocked.status, blocked.body.code]).toEqual([400, 'negativestock'])
    const lines = (await admin().get(`/api/materials/getMaterials/${the.job}`)).body.data
    expect(lines.find(({ id }: { id: string }) => id === body.data.id)).toEqual(body.data)
    expect(await onHand(item)).toBe(-2)
    const less = await admin().patch(`/api/materials/${body.data.id}`, { consumed: 1 })
    expect(less.status).toBe(200)
    await write((tx) => setSetting(tx.db, 'negativestock', 'warn'))
  })

  test('leaves the unit of a line without an item free, but not the item', async () => {
    const line = await addOk({ inventoryid: null, description: 'Welding', consumed: 2 })
    const change = (body: object) => admin().patch(`/api/materials/${line.id}`, body)
    expect((await change({ unit: 'hour' })).body.data).toMatchObject({ unit: 'hour', consumed: 2 })
    expect((await change({ inventoryid: the.chair })).body.fields.inventoryid).toContain('2\u00a0hours')
  })

  test('fixes item, unit, class and storage until it is taken back', async () => {
    const line = await addOk({ consumed: 2, unit: 'dozen' })
    const change = (body: object) => admin().patch(`/api/materials/${line.id}`, body)
    for (const [field, value] of Object.entries({ inventoryid: the.chair, unit: 'ea', inventoryclass: 5 })) {
      const { status, body } = await change({ [field]: value })
      expect(status).toBe(400)
      expect(body.fields[field]).toContain('2\u00a0dozen of this line is used: set that to 0 before changing')
    }
    expect((await change({ storageid: the.shelf })).status).toBe(400)
    expect((await change({ role: 2, linerate: 3, nonbillable: true })).status).toBe(200)
    const before = await onHand(the.screw)
    expect((await change({ consumed: 0, inventoryid: the.chair })).body.data).toMatchObject({
      ...{ consumed: 0, description: 'Chair', unit: 'ea', linerate: 130, inventoryclass: 3 },
    })
    expect(await onHand(the.screw)).toBe(before + 24)
  })

  test('at the same time by two people: one is booked, the other is told what stands', async () => {
    const line = await addOk({})
    const before = await onHand(the.screw)
    const answers = await Promise.all(
      [3, 5].map((consumed) =>
        server.people.operations.patch(`/api/materials/${line.id}`, { consumed, version: line.version }),
      ),
    )
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.data).toEqual(won?.body.data)
    expect(await onHand(the.screw)).toBe(before - won?.body.data.consumed)
  })
})

describe('a change', () => {
  test('of the unit converts price and cost; an emptied price or description is the item’s again', async () => {
    const line = await addOk({ linerate: 2 })
    const change = async (body: object) => (await admin().patch(`/api/materials/${line.id}`, body)).body.data
    expect(await change({ unit: 'dozen' })).toMatchObject({ linerate: 24, costrate: 1.44, estimated: 10 })
    expect(await change({ unit: 'ea', linerate: 3 })).toMatchObject({ linerate: 3, costrate: 0.12 })
    expect(await change({ linerate: null, description: '' })).toMatchObject({
      ...{ linerate: 0.12, description: 'Fisher M6' },
    })
    expect(await change({ discount: '10,5', estimated: '' })).toMatchObject({ discount: 10.5, estimated: 0 })
  })

  test('without a difference leaves version and history alone', async () => {
    const line = await addOk({})
    const entries = () =>
      server.services.tenants.read(server.accountid, (db) => listHistory(db, 'jobs', the.job).length)
    const before = entries()
    const { body } = await admin().patch(`/api/materials/${line.id}`, { estimated: 10, unit: 'ea' })
    expect(body.data).toEqual(line)
    expect(entries()).toBe(before)
  })

  test('leaves one entry on the job, with rows of kind, old and new, of which money is for who may see it', async () => {
    const line = await addOk({ description: 'Long screw' })
    await admin().patch(`/api/materials/${line.id}`, { estimated: 12.5, linerate: 0.5, storageid: the.shelf })
    const [entry] = server.services.tenants.read(server.accountid, (db) => listHistory(db, 'jobs', the.job))
    expect(entry).toMatchObject({ field: 'material.changed', item: 'Long screw', user: 'admin Tester' })
    const rows = [
      { kind: 'Estimated', old: '10', new: '12,5' },
      { kind: 'Rate', old: '0,12', new: '0,50' },
      { kind: 'Storage Location', old: '', new: 'Shelf' },
    ]
    expect(readLineRows(entry!)).toEqual(rows)
    expect(redactedEntry(entry!, { money: true })).toEqual(entry!)
    expect(readLineRows(redactedEntry(entry!, { money: false })!)).toEqual([rows[0]!, rows[2]!])
    const ofMoney = { field: 'material.changed', newvalue: JSON.stringify([rows[1]]) }
    expect(redactedEntry(ofMoney, { money: false })).toBeNull()
    const { data } = (await admin().get(`/api/jobs/${the.job}/history`)).body
    expect(JSON.parse(data[0].newvalue)).toEqual(rows)
  })

  test('hides every field that is declared as money; only fields of a line may be', () => {
    for (const field of Object.values(lineFields) as LineFieldDeclaration[]) {
      const entry = {
        field: 'material.changed',
        newvalue: JSON.stringify([{ kind: field.label, old: '', new: '1' }]),
      }
      expect(redactedEntry(entry, { money: false })).toEqual(field.money ? null : entry)
    }
    // @ts-expect-error: no other record hides a field by it.
    const ofJob = { kind: 'rate', label: 'Budget', money: true } satisfies FieldDeclaration
    expect(ofJob.money).toBe(true)
  })

  test('that it is added by names the storage place it was born with', async () => {
    await addOk({ inventoryid: the.chair })
    const [entry] = server.services.tenants.read(server.accountid, (db) => listHistory(db, 'jobs', the.job))
    expect(readLineRows(entry!)).toContainEqual({ kind: 'Storage Location', old: '', new: 'Shelf' })
  })

  test('marks the job as changed, so that its card is made anew', async () => {
    const seq = () =>
      server.services.tenants.read(server.accountid, (db) =>
        db.select({ seq: jobs.seq }).from(jobs).where(eq(jobs.id, the.job)).get(),
      )?.seq as number
    const before = seq()
    const line = await addOk({})
    const added = seq()
    await admin().delete(`/api/materials/${line.id}?version=1`)
    expect([added > before, seq() > added]).toEqual([true, true])
  })
})

describe('the order of lines', () => {
  test('is kept within each role, and lines not named follow', async () => {
    const jobid = await write((tx) => {
      tx.invalidateCaches()
      return makeJob(tx)
    })
    const ids: string[] = []
    for (const role of [1, 2, 2, 2]) ids.push((await addOk({ jobid, role })).id)
    const order = async () =>
      (await admin().get(`/api/materials/getMaterials/${jobid}`)).body.data.map(({ id }: { id: string }) =>
        ids.indexOf(id),
      )
    expect(await order()).toEqual([0, 1, 2, 3])
    const { status } = await admin().patch('/api/materials/reorder', [ids[3], ids[1]])
    expect(status).toBe(200)
    expect(await order()).toEqual([0, 3, 1, 2])
    const added = await addOk({ jobid, role: 2 })
    ids.push(added.id)
    expect(await order()).toEqual([0, 3, 1, 2, 4])
    const wrong = [
      [ids[1], ids[1]],
      [ids[1], the.foreignline],
      [ids[1], Bun.randomUUIDv7()],
      [the.foreignline],
    ]
    for (const body of wrong) expect((await admin().patch('/api/materials/reorder', body)).status).toBe(400)
    expect(await order()).toEqual([0, 3, 1, 2, 4])
  })
})

describe('settled jobs', () => {
  test.each([
    [5, 'Job J200 is invoiced: its lines change no more until a credit note opens it again.'],
    [6, 'Job J200 is archived: restore it before changing its lines.'],
    [98, 'This job is removed: restore it first.'],
  ])('of status %p refuse every change', async (status, sentence) => {
    const jobid = await write((tx) => {
      tx.invalidateCaches()
      return makeJob(tx, { reference: 'J200' })
    })
    const line = await addOk({ jobid })
    const set = (values: object) =>
      write((tx) => tx.db.update(jobs).set(values).where(eq(jobs.id, jobid)).run())
    await set({ status })
    const tries = [
      await add({ jobid }),
      await admin().post('/api/materials/many', [{ jobid, role: 4, description: 'x', estimated: 1 }]),
      await admin().patch(`/api/materials/${line.id}`, { consumed: 1 }),
      await admin().delete(`/api/materials/${line.id}`),
      await admin().patch('/api/materials/reorder', [line.id]),
    ]
    for (const { status, body } of tries) {
      expect(status).toBe(400)
      expect(body.message.replace(/^Line 1: /, '')).toBe(sentence)
    }
    await set({ reference: `J200-${status}` })
  })

  test('a template plans, and consumes nothing', async () => {
    const jobid = await write((tx) => {
      tx.invalidateCaches()
      return makeJob(tx, { template: true })
    })
    const { id } = await addOk({ jobid })
    const { status, body } = await admin().patch(`/api/materials/${id}`, { consumed: 1 })
    expect([status, body.fields]).toEqual([400, { consumed: 'A template uses nothing: only jobs do.' }])
  })
})

describe('who may', () => {
  test('a person without jobs.money sees and sends no amounts, also in a conflict', async () => {
    const worker = server.people.jobs
    expect(defaultRoles.find(({ name }) => name === 'Jobs')?.claims).not.toContain('jobs.money')
    const line = await addOk({})
    const amounts = ['linerate', 'costrate', 'discount', 'vatrate', 'net', 'vat', 'total']
    const shown = [
      ...(await worker.get(`/api/materials/getMaterials/${the.job}`)).body.data,
      (await worker.patch(`/api/materials/${line.id}`, { consumed: 1 })).body.data,
      (await worker.patch(`/api/materials/${line.id}`, { consumed: 2, version: 1 })).body.data,
      (await worker.post('/api/materials', { jobid: the.job, inventoryid: the.chair, role: 1, estimated: 1 }))
        .body.data,
    ]
    for (const one of shown) expect(amounts.filter((name) => name in one)).toEqual([])
    expect(shown.at(-1).description).toBe('Chair')
    for (const field of ['linerate', 'costrate', 'discount'])
      expect((await worker.patch(`/api/materials/${line.id}`, { [field]: 1 })).status).toBe(403)
    expect((await worker.get(`/api/jobs/${the.job}/totals`)).status).toBe(403)
    expect((await admin().get(`/api/jobs/${the.job}/totals`)).body.data).toHaveProperty(
      'margin.quotedpercent',
    )
    expect((await admin().get(`/api/v1/jobs/${the.job}/totals`)).status).toBe(200)
  })

  test('who sees no prices keeps an estimate that was sent or approved, and enters what was used', async () => {
    const worker = server.people.jobs
    const column = { sent: 'estimatesentutc', approved: 'approvedutc' } as const
    for (const [how, name] of Object.entries(column)) {
      const jobid = await write((tx) => {
        tx.invalidateCaches()
        return makeJob(tx, { reference: how, [name]: tx.now })
      })
      const line = await addOk({ jobid, role: 2, estimated: 4 })
      const change = (body: object, who = worker) => who.patch(`/api/materials/${line.id}`, body)
      const words = `The estimate of ${how} was sent or approved, so it stays: enter what was used.`
      for (const [field, value] of [
        ['estimated', 6],
        ['nonbillable', true],
        ['unit', 'dozen'],
      ] as const) {
        const { status, body } = await change({ [field]: value })
        expect([status, body.fields]).toEqual([403, { [field]: words }])
      }
      const many = await worker.patch('/api/materials/many', [{ id: line.id, estimated: 5 }])
      const added = await worker.post('/api/materials', { jobid, role: 2, description: 'Pipe', estimated: 1 })
      const removed = await worker.delete(`/api/materials/${line.id}`)
      expect([many.status, added.status, removed.status]).toEqual([403, 403, 403])
      expect((await change({ consumed: 6, estimated: 4 })).body.data).toMatchObject({
        estimated: 4,
        consumed: 6,
      })
      const extra = { jobid, role: 2, description: 'Pipe', estimated: 0, consumed: 1 }
      const { id } = await expectOk(worker.post('/api/materials', extra))
      await expectOk(worker.patch(`/api/materials/${id}`, { nonbillable: true, estimated: 2 }))
      await expectOk(worker.delete(`/api/materials/${id}`))
      expect((await change({ estimated: 6 }, admin())).status).toBe(200)
    }
  })

  test('planning and consuming are two rights', async () => {
    const line = await addOk({ consumed: 1 })
    const roleid = server.roleids.Jobs as string
    const patch = (body: object) => server.people.jobs.patch(`/api/materials/${line.id}`, body)
    const only = (claim: 'materials.write' | 'materials.consume') =>
      write((tx) => {
        const other = claim === 'materials.write' ? 'materials.consume' : 'materials.write'
        tx.db.insert(roleclaims).values({ roleid, claim }).onConflictDoNothing().run()
        tx.db
          .delete(roleclaims)
          .where(and(eq(roleclaims.roleid, roleid), eq(roleclaims.claim, other)))
          .run()
        tx.invalidateCaches()
      })
    await only('materials.write')
    expect((await patch({ estimated: 3 })).status).toBe(200)
    expect((await patch({ consumed: 2 })).status).toBe(403)
    expect((await server.people.jobs.delete(`/api/materials/${line.id}`)).status).toBe(403)
    await only('materials.consume')
    expect((await patch({ consumed: 2 })).status).toBe(200)
    expect((await patch({ consumed: 3, estimated: 9 })).status).toBe(403)
    expect((await server.people.jobs.delete(`/api/materials/${line.id}`)).status).toBe(403)
    expect((await admin().delete(`/api/materials/${line.id}`)).status).toBe(200)
  })

  test('a stakeholder changes nothing, and sees no lines of jobs that are elsewhere', async () => {
    const { stakeholder } = server.people
    const line = await addOk({})
    expect((await stakeholder.patch(`/api/materials/${line.id}`, { estimated: 1 })).status).toBe(403)
    expect((await stakeholder.get(`/api/materials/getMaterials/${the.job}`)).status).toBe(404)
  })

  test('the other account finds nothing, and changes nothing', async () => {
    const { other } = server
    const line = await addOk({})
    const tries = [
      await other.get(`/api/materials/getMaterials/${the.job}`),
      await other.get(`/api/jobs/${the.job}/totals`),
      await other.patch(`/api/materials/${line.id}`, { consumed: 1 }),
      await other.delete(`/api/materials/${line.id}`),
      await other.post('/api/materials', { jobid: the.job, role: 4, description: 'x', estimated: 1 }),
      await other.get(`/api/inventory/${the.screw}/ledger`),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await admin().patch(`/api/materials/${the.foreignline}`, { consumed: 1 })).status).toBe(404)
    expect((await other.get(`/api/inventory/stockonhand?inventoryids=${the.screw}`)).body.data).toEqual([])
  })

  test('someone who only looks at the board changes nothing on it', async () => {
    const line = await addOk({})
    await write((tx) => {
      const job = tx.db.select().from(jobs).where(eq(jobs.id, the.job)).get()
      const roleid = server.roleids.Agent as string
      tx.db.insert(board_permissions).values({ boardid: job!.boardid, roleid, permission: 'see' }).run()
      tx.invalidateCaches()
    })
    const { agent } = server.people
    expect((await agent.get(`/api/materials/getMaterials/${the.job}`)).status).toBe(200)
    expect((await agent.patch(`/api/materials/${line.id}`, { estimated: 1 })).status).toBe(403)
    expect(
      (await agent.post('/api/materials', { jobid: the.job, role: 4, description: 'x', estimated: 1 }))
        .status,
    ).toBe(403)
    expect((await agent.delete(`/api/materials/${line.id}`)).status).toBe(403)
  })
})

test('after all of this the books add up', () => {
  expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
})

describe('several lines at once', () => {
  const used = (ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).consumed))
  const read = async (id: string) =>
    (await admin().get(`/api/materials/getMaterials/${the.job}`)).body.data.find(
      (line: { id: string }) => line.id === id,
    )

  test('are changed all or none, each booking its stock, in one call', async () => {
    const chair = (await addOk({ inventoryid: the.chair, estimated: 3 })).id
    const words = (await addOk({ inventoryid: undefined, description: 'Delivery', estimated: 2 })).id
    const many = (changes: object[], who = admin()) => who.patch('/api/materials/many', changes)
    const both = [
      { id: chair, consumed: 3, version: 1 },
      { id: words, consumed: 2, version: 1 },
    ]
    const done = await many(both)
    expect(done.status).toBe(200)
    expect(done.body.total).toBe(2)
    expect(await used([chair, words])).toEqual([3, 2])
    expect((await read(chair)).actualnet).toBe((await read(chair)).net)
    // Somebody was first with one of them: the other is not changed either.
    const late = await many([
      { id: chair, consumed: 0 },
      { id: words, consumed: 0, version: 1 },
    ])
    expect([late.status, late.body.data.id]).toEqual([409, words])
    const wrong = await many([
      { id: chair, consumed: 0 },
      { id: words, estimated: 1e12 },
    ])
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['1.estimated']])
    expect(
      (
        await many([
          { id: chair, consumed: 0 },
          { id: chair, consumed: 1 },
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await many([
          { id: chair, consumed: 0 },
          { id: the.foreignline, consumed: 0 },
        ])
      ).status,
    ).toBe(404)
    expect(await used([chair, words])).toEqual([3, 2])
    expect(
      (
        await many([
          { id: chair, consumed: 0 },
          { id: words, consumed: 0 },
        ])
      ).status,
    ).toBe(200)
    expect(await used([chair, words])).toEqual([0, 0])
    await write(({ db }) => expect(checkStock(db)).toEqual([]))
  })

  test('need the right that each field needs', async () => {
    const { id } = await addOk({ estimated: 3 })
    const { stakeholder } = server.people
    expect((await stakeholder.patch('/api/materials/many', [{ id, consumed: 3 }])).status).toBe(403)
    expect((await server.other.patch('/api/materials/many', [{ id, consumed: 3 }])).status).toBe(404)
  })
})

test('more of an item than its most on one job is saved with a word, told once', async () => {
  const { admin } = server.people
  const item = await expectOk(admin.post('/api/inventory', { code: 'MOST', baseunit: 'm', maxperjob: 5 }))
  const line = { jobid: the.job, role: 1, inventoryid: item.id, estimated: 3 }
  const first = await admin.post('/api/materials', line)
  expect([first.status, first.body.message]).toEqual([200, undefined])
  const second = await admin.post('/api/materials', line)
  expect(second.body.message).toContain('the most on one job is 5')
  const { id } = second.body.data
  expect((await admin.patch(`/api/materials/${id}`, { description: 'Cut' })).body.message).toBeUndefined()
  expect((await admin.patch(`/api/materials/${id}`, { consumed: 4 })).body.message).toContain('has 7')
  expect(
    (await admin.patch(`/api/materials/${id}`, { estimated: 1, consumed: 0 })).body.message,
  ).toBeUndefined()
})
