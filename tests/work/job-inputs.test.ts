import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const items: Record<string, string> = {}
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  for (const [code, values] of Object.entries({
    GATE: { inventoryclass: 3, baseunit: 'each', rate: 900 },
    FRAME: { inventoryclass: 3, baseunit: 'each', rate: 240 },
    KIT: { inventoryclass: 0, baseunit: 'each' },
    TUBE: { inventoryclass: 2, baseunit: 'm', rate: 40, units: [{ name: 'length', ratiotobase: '1/6' }] },
    HINGE: { inventoryclass: 2, baseunit: 'each', rate: 25 },
  }))
    items[code] = (
      await expectOk(admin().post('/api/inventory', { code, materialname: code.toLowerCase(), ...values }))
    ).id
  await put('FRAME', [{ inventoryid: items.TUBE, quantity: 6 }])
  await put('KIT', [{ inventoryid: items.HINGE, quantity: 2 }])
  await put('GATE', [
    { inventoryid: items.FRAME, quantity: 1 },
    { inventoryid: items.TUBE, quantity: 0.5, unit: 'length', scrap: 10 },
    { inventoryid: items.KIT, quantity: 1 },
  ])
})
afterAll(() => server.stop())

const put = (code: string, inputs: object[]) =>
  expectOk(admin().call('PUT', `/api/inventory/${items[code]}/inputs`, inputs))
const job = () => expectOk(admin().post('/api/jobs', { boardid: shop.boardid }))
type Line = {
  id: string
  version: number
  estimated: number
  consumed: number
  unit: string
  nonbillable: boolean
  inventoryclass: number
  inventory: { code: string } | null
  jobproduct: { id: string; name: string } | null
  costrate: number
  inputplan: { planned: number; inputs: object[] } | null
}
const linesOf = async (jobid: string): Promise<Line[]> =>
  expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
const addGate = async (jobid: string, estimated: number) => {
  const { body } = await admin().post('/api/materials', {
    jobid,
    inventoryid: items.GATE,
    role: 2,
    estimated,
  })
  return body
}
const planned = (lines: readonly Line[]) =>
  lines
    .filter(({ jobproduct }) => jobproduct)
    .map(({ inventory, estimated, consumed, unit }) => [inventory?.code, estimated, consumed, unit])
const onHand = async (code: string) => {
  const [row] = await expectOk(admin().get(`/api/inventory/stockonhand?inventoryids=${items[code]}`))
  return row.quantity
}
/** Cents. */
const worth = (code: string) =>
  server.services.tenants.read(server.accountid, (db) => Number(lastWorth(db, items[code]!)?.valuebalance))

const forFour = [
  ['FRAME', 4, 0, 'each'],
  ['TUBE', 2.2, 0, 'length'],
  ['HINGE', 8, 0, 'each'],
]
const forSix = [
  ['FRAME', 6, 0, 'each'],
  ['TUBE', 3.3, 0, 'length'],
  ['HINGE', 12, 0, 'each'],
]

test('a product line brings its inputs, which follow its quantity', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  expect(gate.inputplan).toBeNull()
  const lines = await linesOf(jobid)
  // 4 × 0,5 lengths and a tenth; the set holds no stock, so its hinges stand in its place.
  expect(planned(lines)).toEqual(forFour)
  const inputs = lines.filter(({ jobproduct }) => jobproduct)
  expect(inputs.every(({ nonbillable, jobproduct }) => nonbillable && jobproduct?.id === gate.id)).toBe(true)
  expect(inputs.map(({ inventoryclass }) => inventoryclass)).toEqual([2, 2, 2])

  const changed = await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 6 }))
  expect(changed.inputplan).toBeNull()
  expect(planned(await linesOf(jobid))).toEqual(forSix)
  await expectOk(admin().patch('/api/materials/many', [{ id: gate.id, estimated: 0 }]))
  expect(planned(await linesOf(jobid)).map(([, estimated]) => estimated)).toEqual([0, 0, 0])
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 4 }))
  expect(planned(await linesOf(jobid))).toEqual(forFour)
  const asked = await admin().post(`/api/materials/${gate.id}/inputs`)
  expect(asked.body.data).toMatchObject({ added: 0, changed: 0 })
})

test('a product that is added without a quantity brings its inputs with its quantity', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 0)
  expect(planned(await linesOf(jobid))).toEqual([])
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 6 }))
  expect(planned(await linesOf(jobid))).toEqual(forSix)
})

test('finishing some books the product in at what its inputs were worth, and taking it back returns them at that', async () => {
  for (const [code, quantity] of [
    ['FRAME', 10],
    ['TUBE', 60],
    ['HINGE', 100],
  ] as const)
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid: items[code], quantity }))
  const before = { tube: worth('TUBE'), hinge: worth('HINGE') }
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  const done = await admin().post(`/api/materials/${gate.id}/finish`, { quantity: 1 })
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('finished')])
  expect(planned(await linesOf(jobid)).map(([code, , used]) => [code, used])).toEqual([
    ['FRAME', 1],
    ['TUBE', 0.55],
    ['HINGE', 2],
  ])
  expect(await onHand('GATE')).toBe(1)
  expect(await onHand('TUBE')).toBeCloseTo(56.7, 6)
  // R 240 for the frame, 3,3 m at R 40 and two hinges at R 25.
  expect(worth('GATE')).toBe(42_200)
  const made = await expectOk(admin().get(`/api/materials/${gate.id}/inputs`))
  expect(made.finished).toMatchObject([{ quantity: 1 }])
  const undone = await admin().delete(`/api/materials/finished/${made.finished[0].id}`)
  expect(undone.status).toBe(200)
  expect([await onHand('GATE'), await onHand('TUBE'), await onHand('HINGE')]).toEqual([0, 60, 100])
  expect({ tube: worth('TUBE'), hinge: worth('HINGE') }).toEqual(before)
  expect(worth('GATE')).toBe(0)
  expect((await admin().delete(`/api/materials/finished/${made.finished[0].id}`)).status).toBe(409)
})

test('what comes on top of an approved estimate brings inputs for as much of it as is made', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 0)
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { consumed: 4 }))
  expect(planned(await linesOf(jobid))).toEqual(forFour)
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { consumed: 0 }))
  expect(planned(await linesOf(jobid)).map(([, estimated]) => estimated)).toEqual([0, 0, 0])
})

test('inputs that a person has changed, used or removed stay so when their product is another quantity', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  const input = async (code: string) =>
    (await linesOf(jobid)).find(({ inventory }) => inventory?.code === code)!.id
  await expectOk(admin().delete(`/api/materials/${await input('FRAME')}`))
  await expectOk(admin().patch(`/api/materials/${await input('TUBE')}`, { estimated: 3 }))
  await expectOk(admin().patch(`/api/materials/${await input('HINGE')}`, { consumed: 5 }))
  const change = (estimated: number) => expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated }))
  await change(6)
  expect(planned(await linesOf(jobid))).toEqual([
    ['TUBE', 3, 0, 'length'],
    ['HINGE', 12, 5, 'each'],
  ])
  await change(1)
  expect(planned(await linesOf(jobid))).toEqual([
    ['TUBE', 3, 0, 'length'],
    ['HINGE', 5, 5, 'each'],
  ])
})

test('a removed product takes its inputs along, but what was changed or used, and brings them again by its undo', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  const hinge = (await linesOf(jobid)).find(({ inventory }) => inventory?.code === 'HINGE')!
  await expectOk(admin().patch(`/api/materials/${hinge.id}`, { consumed: 3 }))
  await expectOk(admin().delete(`/api/materials/${gate.id}`))
  const left = await linesOf(jobid)
  expect(left.map(({ inventory, consumed }) => [inventory?.code, consumed])).toEqual([['HINGE', 3]])
  const { data: again } = await addGate(jobid, 4)
  expect(again.inputplan).toBeNull()
  expect(planned(await linesOf(jobid)).toSorted()).toEqual([
    ['FRAME', 4, 0, 'each'],
    ['HINGE', 8, 3, 'each'],
    ['TUBE', 2.2, 0, 'length'],
  ])
})

test('a product that is another item now has the inputs of that one', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { inventoryid: items.FRAME, estimated: 2 }))
  expect(planned(await linesOf(jobid))).toEqual([['TUBE', 2, 0, 'length']])
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { inventoryclass: 2 }))
  expect(planned(await linesOf(jobid))).toEqual([])
})

test('what comes in one call with its inputs brings no others, and each product has its own', async () => {
  const { id: jobid } = await job()
  const add = (lines: object[]) =>
    expectOk(
      admin().post(
        '/api/materials/many',
        lines.map((line) => ({ jobid, ...line })),
      ),
    )
  await add([
    { inventoryid: items.FRAME, role: 2, estimated: 2 },
    { inventoryid: items.TUBE, role: 1, estimated: 15, inventoryclass: 2 },
  ])
  expect(planned(await linesOf(jobid))).toEqual([['TUBE', 15, 0, 'm']])
  const { id: other } = await job()
  const two = [1, 2].map((estimated) => ({ jobid: other, inventoryid: items.FRAME, role: 2, estimated }))
  await expectOk(admin().post('/api/materials/many', two))
  expect(planned(await linesOf(other)).map(([, estimated]) => estimated)).toEqual([6, 12])
})

test('an archived input is not planned, which is said, and a change of the item later changes no plan', async () => {
  const make = async (code: string, more: object) => {
    items[code] = (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  }
  await make('BOX', { inventoryclass: 3, baseunit: 'each' })
  await make('LID', { inventoryclass: 2, baseunit: 'each' })
  await put('BOX', [
    { inventoryid: items.LID, quantity: 1 },
    { inventoryid: items.HINGE, quantity: 2 },
  ])
  await expectOk(admin().patch(`/api/inventory/${items.LID}`, { archived: true }))
  const { id: jobid } = await job()
  const box = { jobid, inventoryid: items.BOX, role: 2, estimated: 3 }
  const added = await admin().post('/api/materials', box)
  expect(added.body.message).toContain('LID is archived')
  expect(planned(await linesOf(jobid))).toEqual([['HINGE', 6, 0, 'each']])
  await put('BOX', [{ inventoryid: items.HINGE, quantity: 4 }])
  expect(planned(await linesOf(jobid))).toEqual([['HINGE', 6, 0, 'each']])
  expect(await planOf(jobid, added.body.data.id)).toMatchObject({ planned: 1 })
  // Planned otherwise than it is made now, which a person is asked about: no quantity decides that.
  await expectOk(admin().patch(`/api/materials/${added.body.data.id}`, { estimated: 5 }))
  expect(planned(await linesOf(jobid))).toEqual([['HINGE', 6, 0, 'each']])
  await expectOk(admin().post(`/api/materials/${added.body.data.id}/inputs`))
  expect(planned(await linesOf(jobid))).toEqual([['HINGE', 20, 0, 'each']])
})

test('what was really used is what is booked, and nothing is where a figure is refused', async () => {
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 2)
  const inputs = (await linesOf(jobid)).filter(({ jobproduct }) => jobproduct)
  const at = (code: string) => inputs.find(({ inventory }) => inventory?.code === code)!.id
  const finish = (quantity: number, used: object[]) =>
    admin().post(`/api/materials/${gate.id}/finish`, { quantity, inputs: used })
  for (const none of [0, -1]) expect((await finish(none, [])).body.fields).toHaveProperty('quantity')
  expect((await finish(1, [{ materialid: gate.id, quantity: 1 }])).body.fields).toHaveProperty('inputs')
  expect((await finish(1, [{ materialid: at('HINGE'), quantity: -1 }])).body.fields).toHaveProperty('inputs')
  expect(planned(await linesOf(jobid)).every(([, , used]) => used === 0)).toBe(true)
  await expectOk(finish(1, [{ materialid: at('HINGE'), quantity: 3 }]))
  expect(planned(await linesOf(jobid)).map(([code, , used]) => [code, used])).toEqual([
    ['FRAME', 0],
    ['TUBE', 0],
    ['HINGE', 3],
  ])
  const tube = at('TUBE')
  expect((await admin().post(`/api/materials/${tube}/inputs`)).status).toBe(400)
  expect((await server.other.post(`/api/materials/${gate.id}/finish`, { quantity: 1 })).status).toBe(404)
})

test('a category’s default product brings its inputs', async () => {
  const category = await expectOk(
    admin().post('/api/categories', { name: 'Gates', jobcategory: true, defaultproduct: items.GATE }),
  )
  const { id } = await expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, categories: [category.id] }),
  )
  expect(planned(await linesOf(id))).toEqual([
    ['FRAME', 1, 0, 'each'],
    ['TUBE', 0.55, 0, 'length'],
    ['HINGE', 2, 0, 'each'],
  ])
})

test.each([undefined, 1, 2, 3, 5])(
  'a default product of class %p with inputs is made on the job',
  async (inventoryclass) => {
    const { id: inventoryid } = await expectOk(
      admin().post('/api/inventory', {
        code: `SIGN-${inventoryclass}`,
        materialname: 'Sign',
        inventoryclass,
      }),
    )
    const make = async () => {
      const { id: category } = await expectOk(
        admin().post('/api/categories', {
          name: randomUUIDv7(),
          jobcategory: true,
          defaultproduct: inventoryid,
        }),
      )
      return (await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, categories: [category] }))).id
    }
    const [bought] = await linesOf(await make())
    expect(bought).toMatchObject({ estimated: 1, inventoryclass: inventoryclass ?? 2 })
    items[`SIGN-${inventoryclass}`] = inventoryid
    await put(`SIGN-${inventoryclass}`, [{ inventoryid: items.HINGE, quantity: 2 }])
    const lines = await linesOf(await make())
    expect(lines.find(({ inventory }) => inventory?.code === `SIGN-${inventoryclass}`)?.inventoryclass).toBe(
      3,
    )
    expect(planned(lines)).toEqual([['HINGE', 2, 0, 'each']])
  },
)

const addLine = (jobid: string, code: string, estimated: number, more: object = {}) =>
  expectOk(admin().post('/api/materials', { jobid, inventoryid: items[code], role: 1, estimated, ...more }))
const productOf = async (jobid: string, code: string) =>
  (await linesOf(jobid)).find(({ inventory }) => inventory?.code === code)?.jobproduct?.id ?? null

test('what is typed by hand and is in the only product of the job is its input, through sets too', async () => {
  const { id: jobid } = await job()
  await addLine(jobid, 'HINGE', 8, { inventoryclass: 2 })
  await addLine(jobid, 'TUBE', 13, { inventoryclass: 2 })
  expect(await productOf(jobid, 'HINGE')).toBeNull()
  const { data: gate } = await addGate(jobid, 4)
  expect([await productOf(jobid, 'HINGE'), await productOf(jobid, 'TUBE')]).toEqual([gate.id, gate.id])
  // The frame that it brought is taken off again: none goes into it.
  const frame = (await linesOf(jobid)).find(({ inventory }) => inventory?.code === 'FRAME')!
  await expectOk(admin().delete(`/api/materials/${frame.id}`))
  // Half the hinges are used before anything is finished: finishing all takes what is left of them.
  const hinge = (await linesOf(jobid)).find(({ inventory }) => inventory?.code === 'HINGE')!
  await expectOk(admin().patch(`/api/materials/${hinge.id}`, { consumed: 4 }))
  const done = await admin().post(`/api/materials/${gate.id}/finish`, { quantity: 4 })
  expect(done.body.message).toContain('Nothing was taken of frame')
  const used = (await linesOf(jobid)).map(({ inventory, consumed }) => [inventory?.code, consumed])
  expect(used.toSorted()).toEqual([
    ['GATE', 4],
    ['HINGE', 8],
    ['TUBE', 13],
  ])
})

test('an input that may be for two products is linked by a person, and taken away again', async () => {
  const { id: jobid } = await job()
  const tube = await addLine(jobid, 'TUBE', 7, { inventoryclass: 2 })
  const { data: gate } = await addGate(jobid, 1)
  const frame = await addLine(jobid, 'FRAME', 1, { role: 2 })
  expect(await productOf(jobid, 'TUBE')).toBeNull()
  const dialog = await admin().get(`/joblines/${gate.id}/inputs`)
  expect(dialog.text).toContain('Use for this product')
  const link = (jobproduct: string | null) =>
    admin().call('PUT', `/api/materials/${tube.id}/product`, { jobproduct })
  await expectOk(link(frame.id))
  expect(await productOf(jobid, 'TUBE')).toBe(frame.id)
  await expectOk(link(null))
  expect(await productOf(jobid, 'TUBE')).toBeNull()
  await expectOk(admin().delete(`/api/materials/${frame.id}`))
  expect(await productOf(jobid, 'TUBE')).toBeNull()
  await expectOk(link(gate.id))
  expect(await productOf(jobid, 'TUBE')).toBe(gate.id)
  const other = await job()
  const elsewhere = (await addGate(other.id, 1)).data
  expect((await link(elsewhere.id)).body.fields).toHaveProperty('jobproduct')
  expect((await link(tube.id)).status).toBe(400)
  expect((await admin().call('PUT', `/api/materials/${gate.id}/product`, { jobproduct: null })).status).toBe(
    400,
  )
  const copy = await expectOk(admin().post(`/api/jobs/${jobid}/template`, {}))
  expect(await productOf(copy.id, 'TUBE')).not.toBeNull()
  const stranger = await server.other.call('PUT', `/api/materials/${tube.id}/product`, { jobproduct: null })
  expect(stranger.status).toBe(404)
})

const planOf = async (jobid: string, lineid: string) =>
  (await linesOf(jobid)).find(({ id }) => id === lineid)?.inputplan

test('a product says beside it for how much of it its inputs are planned, with what each takes', async () => {
  const { id: jobid } = await job()
  const needs = [
    { inventoryid: items.TUBE, quantity: 0.5, unit: 'length', scrap: 10 },
    { inventoryid: items.KIT, quantity: 1 },
  ]
  const { id: inventoryid } = await expectOk(
    admin().post('/api/inventory', {
      code: 'DOOR',
      materialname: 'door',
      inventoryclass: 3,
      baseunit: 'each',
    }),
  )
  const gate = await expectOk(admin().post('/api/materials', { jobid, inventoryid, role: 2, estimated: 4 }))
  // What it is made of is said once it stands on the job.
  await expectOk(admin().call('PUT', `/api/inventory/${inventoryid}/inputs`, needs))
  expect(await planOf(jobid, gate.id)).toEqual({
    planned: 0,
    inputs: [
      { inventoryid: items.TUBE, name: 'tube', unit: 'm', each: 3.3, wanted: 13.2 },
      { inventoryid: items.HINGE, name: 'hinge', unit: 'each', each: 2, wanted: 8 },
    ],
  })
  await expectOk(admin().post(`/api/materials/${gate.id}/inputs`))
  expect(await planOf(jobid, gate.id)).toBeNull()
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 8 }))
  expect(await planOf(jobid, gate.id)).toBeNull()
  const tube = (await linesOf(jobid)).find(({ inventory }) => inventory?.code === 'TUBE')!
  await expectOk(admin().patch(`/api/materials/${tube.id}`, { estimated: 3 }))
  // 3 of 4,4 lengths are enough for five whole gates.
  expect(await planOf(jobid, gate.id)).toMatchObject({ planned: 5 })
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 2 }))
  // More of an input than the product takes is enough.
  expect(await planOf(jobid, gate.id)).toBeNull()
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { estimated: 8 }))
  await expectOk(admin().delete(`/api/materials/${tube.id}`))
  expect(await planOf(jobid, gate.id)).toBeNull()
  await expectOk(admin().patch(`/api/materials/${gate.id}`, { consumed: 8 }))
  expect(await planOf(jobid, gate.id)).toBeNull()
})

test('the main act of the inputs of a line is to plan them before its job is approved, and to use them after', async () => {
  const main = async (lineid: string) => {
    const { text } = await admin().get(`/joblines/${lineid}/inputs`)
    const [, button = ''] = text.match(/<button[^>]*primary[^>]*>([\s\S]*?)<\/button>/) ?? []
    return button.replace(/<[^>]*>/g, '').trim()
  }
  const { id: jobid } = await job()
  const { data: gate } = await addGate(jobid, 4)
  expect(await main(gate.id)).toBe('')
  const frame = (await linesOf(jobid)).find(({ inventory }) => inventory?.code === 'FRAME')!
  await expectOk(admin().patch(`/api/materials/${frame.id}`, { estimated: 3 }))
  expect(await main(gate.id)).toBe('Plan inputs')
  await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
  expect(await main(gate.id)).toBe('Use inputs')
  await expectOk(admin().post(`/api/materials/${gate.id}/inputs`))
  expect(await main(gate.id)).toBe('Use inputs')
})
