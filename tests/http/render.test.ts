import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { categories, category_fields, job_fields, organisations, steps } from '#db/schema/tenant/index.ts'
import { fileStore } from '#server/files.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { logo } from '#tests/pdf/samples.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
} from '#tests/sales/invoices-support.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by } from '#tests/work/jobs-support.ts'

let server: TestServer
let office: InvoiceFixtures
let jobid: string
let reference: string
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  jobid = await completeJob(
    office,
    [
      { linerate: 1250, estimated: 3, description: 'Oak counter', unit: 'm' },
      { role: 1, linerate: 80, estimated: 10, consumed: 4, description: 'Birch ply' },
      { linerate: 9, nonbillable: true, description: 'Sweeping' },
    ],
    {
      customerreference: 'PO 88',
      categories: [office.category],
      location: office.locations[0],
      critical: true,
    },
  )
  const job = await expectOk(admin().get(`/api/jobs/${jobid}`))
  reference = job.reference
  await expectOk(admin().post(`/api/jobs/${jobid}/notes`, { message: 'Ring before you come' }))
})
afterAll(() => server.stop())

const read = async (path: string, who: Client = admin()) => {
  const { status, headers, bytes } = await pdf(server, who, path)
  expect(status).toBe(200)
  return { ...(await readPdf(bytes)), disposition: headers.get('content-disposition') }
}

describe('an estimate', () => {
  test('charges what was planned, with VAT, terms and who it is for', async () => {
    const { text, disposition } = await read(`/render/estimate/${jobid}?vs=detailed`)
    for (const word of [
      'Estimate',
      reference,
      'Acme',
      'Oak counter',
      '3 m',
      '1 250,00',
      'Birch ply',
      'R 5 232,50',
    ])
      expect(text).toContain(word)
    expect(text).toContain('Valid for 14 days.')
    expect(text).not.toContain('Sweeping')
    expect(disposition).toContain(`inline; filename="Estimate ${reference}.pdf"`)
  })

  test('in summary leaves out quantities, and in another name its VAT', async () => {
    const path = `/render/estimate/${jobid}?vs=Summary&organisationid=${office.plain}`
    const { text } = await read(path)
    expect(text).toContain('Weekend Woodwork')
    expect(text).toContain('R 4 550,00')
    for (const word of ['Unit price', 'VAT 15', 'with VAT']) expect(text).not.toContain(word)
  })

  test('refuses an unknown organisation, variant or field by name', async () => {
    const path = `/render/estimate/${jobid}`
    expect((await admin().get(`${path}?organisationid=${jobid}`)).status).toBe(404)
    for (const query of ['vs=loud', 'colour=red', 'width=9', 'format=gif'])
      expect((await admin().get(`${path}?${query}`)).status, query).toBe(400)
  })
})

describe('a pro forma', () => {
  test('says that it is no tax invoice, and where to pay', async () => {
    const { text } = await read(`/render/proforma/${jobid}`)
    for (const word of [
      'Pro forma invoice',
      'This is not a tax invoice',
      'PO 88',
      '62000012345',
      'R 5 232,50',
    ])
      expect(text).toContain(word)
  })
})

describe('a job card', () => {
  test('shows work, material, notes and no money', async () => {
    const { text, disposition } = await read(`/render/card/${jobid}`)
    for (const word of [
      'Job card',
      'CRITICAL',
      'Repair',
      'Oak counter',
      'Birch ply',
      'Sweeping',
      '10',
      'Acme yard',
    ])
      expect(text).toContain(word)
    expect(text).toContain('Ring before you come')
    for (const word of ['1 250', 'Unit price', 'R ']) expect(text).not.toContain(word)
    expect(disposition).toContain(`Job card ${reference}.pdf`)
  })

  test('lists the steps of its category and what stands in its fields', async () => {
    await write((db) => {
      const instants = { createdutc: '2026-11-02T08:00:00.000Z', updatedutc: '2026-11-02T08:00:00.000Z' }
      const category = office.category
      db.insert(steps)
        .values([
          { id: randomUUIDv7(), category, name: 'Oil', instruction: 'Two coats', lane: 2, ...instants },
          { id: randomUUIDv7(), category, name: 'Sand', instruction: '240 grit', lane: 1, ...instants },
        ])
        .run()
      const fields = [
        { id: randomUUIDv7(), category, label: 'Finish', typeid: 0, ...instants },
        { id: randomUUIDv7(), category, label: 'Delivered', typeid: 1, ...instants },
      ]
      db.insert(category_fields).values(fields).run()
      const values = ['Matt oil', '2026-11-30']
      db.insert(job_fields)
        .values(fields.map(({ id }, at) => ({ jobid, fieldid: id, value: values[at] as string })))
        .run()
    })
    const { text } = await read(`/render/card/${jobid}`)
    for (const word of ['Steps', 'Two coats', '240 grit', 'Finish', 'Matt oil', 'Delivered', '30 Nov 2026'])
      expect(text).toContain(word)
    expect(text.indexOf('Sand')).toBeLessThan(text.indexOf('Oil\n'))
  })

  test('in its custom form carries the layout of its category, if there is one', async () => {
    expect((await admin().get(`/render/card/${jobid}?vs=custom`)).body).toContain('custom card')
    await write((db) =>
      db.update(categories).set({ custom: 'Wear gloves.' }).where(eq(categories.id, office.category)).run(),
    )
    expect((await read(`/render/card/${jobid}?vs=custom`)).text).toContain('Wear gloves.')
    expect((await read(`/render/card/${jobid}`)).text).not.toContain('Wear gloves.')
  })
})

describe('the list of jobs', () => {
  test('is what the same query lists, with values for who sees money', async () => {
    const other = await completeJob(office, [{ linerate: 10 }], { description: 'Gate', status: 1 })
    const { reference: second } = await expectOk(admin().get(`/api/jobs/${other}`))
    const both = await read('/render/joblist')
    for (const word of [reference, second, 'Value (R)', '2 jobs', 'R 4 560,00'])
      expect(both.text).toContain(word)
    const one = await read(`/render/joblist?boardid=${office.boardid}&status=1&search=gate`)
    for (const word of [second, 'Work shop', 'Draft', '“gate”', '1 job']) expect(one.text).toContain(word)
    expect(one.text).not.toContain(reference)
    const plain = await read('/render/joblist', server.people.jobs)
    expect(plain.text).toContain(reference)
    expect(plain.text).not.toContain('Value (R)')
  })
})

describe('who sees what', () => {
  test('priced papers need jobs.money; other accounts find nothing', async () => {
    for (const paper of ['estimate', 'proforma']) {
      expect((await server.people.jobs.get(`/render/${paper}/${jobid}`)).status).toBe(403)
      expect((await server.other.get(`/render/${paper}/${jobid}`)).status).toBe(404)
    }
    expect((await server.people.jobs.get(`/render/card/${jobid}`)).status).toBe(200)
  })

  test('a stakeholder prints cards and lists of their own locations only', async () => {
    const { stakeholder } = server.people
    expect((await stakeholder.get(`/render/card/${jobid}`)).status).toBe(404)
    expect((await read('/render/joblist', stakeholder)).text).toContain('0 jobs')
    await addStakeholder(server, office.locations[0], stakeholder.userid)
    expect((await read(`/render/card/${jobid}`, stakeholder)).text).toContain(reference)
    const list = await read('/render/joblist', stakeholder)
    expect(list.text).toContain('1 job,')
    expect(list.text).not.toContain('Value')
  })

  test('an account without an organisation is told what to set up', async () => {
    const { status, body } = await server.other.call('GET', '/render/joblist', undefined, {
      accept: 'application/json',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'noorganisation',
      message: expect.stringContaining('Admin, Organisations'),
    })
  })
})

describe('a document in the browser', () => {
  test('is sent once: the same again is 304 until the job or a name changes', async () => {
    const path = `/render/estimate/${jobid}`
    const etagOf = async () => (await pdf(server, admin(), path)).headers.get('etag') as string
    const again = (etag: string) =>
      fetch(server.url + path, {
        headers: { authorization: `Bearer ${admin().token}`, 'if-none-match': etag },
      })
    const etag = await etagOf()
    expect((await again(etag)).status).toBe(304)
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { description: 'Counter, oiled twice' }))
    expect((await again(etag)).status).toBe(200)
    const newer = await etagOf()
    await write((db) =>
      db
        .update(organisations)
        .set({ number: '031 555 0142' })
        .where(eq(organisations.id, office.vendor))
        .run(),
    )
    expect((await again(newer)).status).toBe(200)
  })

  test('may be asked for as a picture, and carries the logo', async () => {
    const size = async () => (await pdf(server, admin(), `/render/estimate/${jobid}`)).bytes.length
    const plain = await size()
    const file = fileStore(server.services.config.data).add(server.accountid, logo)
    await write((db) =>
      db.update(organisations).set({ logofile: file }).where(eq(organisations.id, office.vendor)).run(),
    )
    expect(await size()).toBeGreaterThan(plain)
    const { bytes, headers } = await pdf(server, admin(), `/render/estimate/${jobid}?format=png&width=300`)
    expect(headers.get('content-type')).toBe('image/png')
    expect(new DataView(bytes.buffer).getUint32(16)).toBe(300)
  })
})

const write = (run: (db: Parameters<Parameters<typeof server.services.tenants.write>[2]>[0]['db']) => void) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    run(tx.db)
    tx.invalidateCaches()
  })

describe('a picking list', () => {
  test('shows no money, and what is on hand to who may see it', async () => {
    const item = await server.services.tenants.write(server.accountid, by, (tx) => {
      const id = makeItem(tx, { materialname: 'Square tube', baseunit: 'm' })
      tx.invalidateCaches()
      return id
    })
    const job = await expectOk(
      admin().post('/api/jobs', { boardid: office.boardid, location: office.locations[0] }),
    )
    await expectOk(
      admin().post('/api/materials', {
        jobid: job.id,
        inventoryid: item,
        role: 1,
        estimated: 4,
        linerate: 55,
      }),
    )
    const path = `/render/pickinglist/${job.id}`
    const { text } = await read(path)
    for (const word of ['Square tube', 'On hand', 'To pick', 'none elsewhere']) expect(text).toContain(word)
    expect(text).not.toContain('55,00')
    const { headers } = await pdf(server, admin(), path)
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid: item, quantity: 7 }))
    const again = await pdf(server, admin(), path)
    expect(again.headers.get('etag')).not.toBe(headers.get('etag'))
    const { stakeholder } = server.people
    expect((await read(path, stakeholder)).text).not.toContain('On hand')
  })
})
