import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { readPdf } from '#tests/pdf/read.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
let job: { id: string; reference: string }
let piece: string
let stored: string
let bare: string
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  const { id: shelf } = await expectOk(admin().post('/api/storage', { name: 'Rack 7', barcode: 'RK-7' }))
  const name = 'Crate with a name of more than twenty letters'
  piece = (await expectOk(admin().post('/api/equipment', { name, barcode: 'CR-1' }))).id
  const id = await completeJob(office, [
    { linerate: 10, description: 'Oak counter', estimated: 3, unit: 'm', storageid: shelf },
    { linerate: 10, description: 'Sweeping' },
  ])
  job = await expectOk(admin().get(`/api/jobs/${id}`))
  await expectOk(admin().post(`/api/jobs/${id}/equipment`, { barcode: 'CR-1' }))
  const lines = (await expectOk(admin().get(`/api/jobs/${id}`))).materials as {
    id: string
    description: string
  }[]
  const idOf = (wanted: string) => lines.find(({ description }) => description === wanted)?.id ?? ''
  stored = idOf('Oak counter')
  bare = idOf('Sweeping')
})
afterAll(() => server.stop())

async function words(path: string) {
  const { status, bytes } = await pdf(server, admin(), path)
  expect(status).toBe(200)
  return readPdf(bytes)
}

const lookUp = async (code: string) => {
  const headers = { accept: 'application/json' }
  return (await admin().call('GET', `/lookup/scan?code=${code}`, undefined, headers)).body.data
}

/** What the QR code on the first page says, drawn so wide. */
async function scanned(path: string, width: number, height: number): Promise<string> {
  const { bytes } = await pdf(
    server,
    admin(),
    `${path}${path.includes('?') ? '&' : '?'}format=png&width=${width}`,
  )
  const link = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${link}" width="${width}" height="${height}"/></svg>`
  const image = new Resvg(svg, { background: '#fff' }).render()
  return decodeQR({ width: image.width, height: image.height, data: new Uint8Array(image.pixels) })
}

const onRoll = (path: string) => scanned(`${path}?paper=roll`, 900, 505)
const onA4 = (path: string) => scanned(path, 1600, 2263)

describe('a label of a job', () => {
  test('for a package names the piece, the job and the client, and opens the piece when it is scanned', async () => {
    const path = `/render/package/${job.id}/${piece}`
    const { text, pages } = await words(`${path}?paper=roll`)
    for (const word of ['CR-1', `Job ${job.reference}`, 'Acme']) expect(text).toContain(word)
    expect(pages[0]).toMatchObject({ width: expect.closeTo(161.57, 1), height: expect.closeTo(90.71, 1) })
    const code = await onRoll(path)
    expect(code).toBe('CR-1')
    const [found] = await lookUp(code)
    expect(found).toMatchObject({ kind: 'equipment', id: piece })
  })

  test('for storage names the line, how much, and where, and opens the job when it is scanned', async () => {
    const path = `/render/storage/${job.id}/${stored}`
    const { text } = await words(`${path}?copies=2&first=24`)
    for (const word of ['Oak counter', '1 m', 'At Rack 7']) expect(text).toContain(word)
    const code = await onRoll(path)
    expect((await lookUp(code))[0]).toMatchObject({
      kind: 'job',
      id: job.id,
    })
    const { pages } = await words(`${path}?copies=2&first=24`)
    expect(pages).toHaveLength(2)
  })

  test('needs a thing that was chosen: a piece on the job, or a line with a storage place', async () => {
    expect(await expectOk(admin().get(`/api/jobs/${job.id}/labels`))).toEqual({
      package: [{ id: piece, name: 'Crate with a name of more than twenty letters', detail: 'CR-1' }],
      storage: [{ id: stored, name: 'Oak counter', detail: '1\u00a0m, Rack 7' }],
    })
    expect((await admin().get(`/labels/package/${job.id}/${piece}`)).text).toContain(
      `/render/package/${job.id}/${piece}?format=png`,
    )
    const empty = await completeJob(office, [{ linerate: 1 }])
    expect(await expectOk(admin().get(`/api/jobs/${empty}/labels`))).toEqual({ package: [], storage: [] })
  })

  test('is of nothing that is not on the job, nor of a job that one does not see', async () => {
    for (const path of [`package/${job.id}/${stored}`, `storage/${job.id}/${bare}`])
      expect((await pdf(server, admin(), `/render/${path}`)).status).toBe(404)
    for (const path of [`package/${job.id}/${piece}`, `storage/${job.id}/${stored}`])
      expect((await pdf(server, server.other, `/render/${path}`)).status).toBe(404)
  })
})

describe('a QR code', () => {
  test('on the job card opens the job when it is scanned', async () => {
    const code = await onA4(`/render/card/${job.id}`)
    expect((await lookUp(code))[0]).toMatchObject({ kind: 'job', id: job.id })
  })

  test('on a delivery note opens the note, for who may see it', async () => {
    const note = { boardid: office.boardid, client: office.clients[0] }
    const lines = [{ materialid: stored, quantity: 1 }]
    const { id } = await expectOk(admin().post('/api/delivery', { ...note, lines }))
    const code = await onA4(`/render/deliverynote/${id}`)
    expect((await lookUp(code))[0]).toMatchObject({ kind: 'delivery', id, url: `/deliveries/${id}` })
    const headers = { accept: 'application/json' }
    const stranger = await server.other.call('GET', `/lookup/scan?code=${code}`, undefined, headers)
    expect(stranger.status).toBe(404)
  })
})
