import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let job: { id: string; reference: string }
let crate: { id: string }
let cable: { id: string }

const made = async (path: string, body: object) => (await server.people.admin.post(path, body)).body.data

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  await admin.patch(`/api/locations/${shop.locations[0]}`, {
    contactnumber: '021 555 0101',
    contactemail: 'yard@acme.test',
  })
  job = await made('/api/jobs', {
    boardid: shop.boardid,
    location: shop.locations[0],
    description: 'Wire it',
  })
  crate = await made('/api/equipment', { name: 'Crate', barcode: 'CR-9' })
  cable = await made('/api/inventory', {
    code: 'CBL',
    make: 'Cable',
    baseunit: 'm',
    rate: 12,
    inventoryclass: 2,
  })
  await made('/api/units', { inventoryid: cable.id, name: 'roll', ratiotobase: '0,02' })
})
afterAll(() => server.stop())

describe('a job as other programs read it', () => {
  test('says what its client lacks for the invoice, to whoever sees its amounts', async () => {
    const { admin, jobs } = server.people
    const client = (await made('/api/clients', { name: 'Bare Ltd', vatnumber: '12345' })).id
    const { id } = await made('/api/jobs', { boardid: shop.boardid, description: 'Gate', client })
    const needs = async (who = admin) => (await who.get(`/api/jobs/${id}`)).body.data.invoiceneeds
    expect(await needs()).toEqual([
      'the address of Bare Ltd',
      'the VAT number of Bare Ltd, which must have 10 digits and begin with a 4',
    ])
    expect(await needs(jobs)).toEqual([])
    await admin.patch(`/api/clients/${client}`, { addressline1: '1 Long Street', vatnumber: '4260112233' })
    expect(await needs()).toEqual([])
  })

  test('holds its equipment, lines and history, and whom to call at its location', async () => {
    const { admin, agent } = server.people
    await admin.post(`/api/jobs/${job.id}/equipment`, { barcode: 'CR-9' })
    await made('/api/materials', {
      jobid: job.id,
      inventoryid: cable.id,
      role: 1,
      unit: 'roll',
      estimated: '1,5',
    })
    const whole = (await admin.get(`/api/jobs/${job.id}`)).body.data
    expect(whole).toMatchObject({
      location: { name: 'Acme yard', contactnumber: '021 555 0101', contactemail: 'yard@acme.test' },
      assets: [{ id: crate.id, name: 'Crate', role: 1, processed: false }],
      materials: [{ unit: 'roll', estimated: 1.5, estimatedtenant: 75, consumedtenant: 0, linerate: 600 }],
      historymore: false,
    })
    expect(whole.history.map(({ field }: { field: string }) => field)).toEqual([
      'material.added',
      'material.equipment',
      'created',
    ])
    const byReference = await admin.get(`/api/jobs/reference/${job.reference}`)
    expect(byReference.body.data).toEqual(whole)
    const brief = (await admin.get(`/api/jobs/${job.id}?brief=true`)).body.data
    expect(brief).toMatchObject({ pieces: 1, location: { name: 'Acme yard' } })
    for (const name of ['assets', 'materials', 'history']) expect(brief).not.toHaveProperty(name)

    const withoutMoney = (await server.people.jobs.get(`/api/jobs/${job.id}`)).text
    expect(withoutMoney).toContain('"materials":[{')
    for (const name of ['linerate', 'costrate', 'quoted', 'Rate'])
      expect(withoutMoney).not.toContain(`"${name}"`)
    expect((await agent.get(`/api/jobs/${job.id}`)).status).toBe(200)
    expect((await server.people.stakeholder.get(`/api/jobs/${job.id}`)).status).toBe(404)
  })

  test('says in which piece of its equipment a line goes out or came in, until that leaves the job', async () => {
    const { admin } = server.people
    const { id, version } = await made('/api/materials', {
      jobid: job.id,
      description: 'Spares',
      role: 2,
      estimated: 1,
    })
    const pack = (values: object) => admin.patch(`/api/materials/${id}`, values)
    const refused = await pack({ jobequipment: crate.id, version })
    expect(refused.body.fields).toEqual({
      jobequipment: 'This is no piece of equipment that goes out of the job.',
    })
    const packed = await pack({ inputequipment: crate.id, version })
    expect(packed.body.data).toMatchObject({
      jobequipment: null,
      inputequipment: { id: crate.id, name: 'Crate' },
    })
    const newest = async () =>
      JSON.parse((await admin.get(`/api/jobs/${job.id}/history`)).body.data[0].newvalue)
    expect(await newest()).toEqual([{ kind: 'In Equipment', old: '', new: 'Crate' }])
    await admin.delete(`/api/jobs/${job.id}/equipment/${crate.id}`)
    const line = (await admin.get(`/api/jobs/${job.id}`)).body.data.materials.find(
      (one: { id: string }) => one.id === id,
    )
    expect(line).toMatchObject({ inputequipment: null, version: version + 2 })
  })

  test('takes no quantity in base units', async () => {
    const body = { jobid: job.id, inventoryid: cable.id, role: 1, estimated: 1, consumedtenant: 5 }
    expect((await server.people.admin.post('/api/materials', body)).body.fields).toEqual({
      consumedtenant: 'This is not a known field.',
    })
  })
})
