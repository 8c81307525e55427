import { afterAll, beforeAll, expect, test } from 'bun:test'
import { crc32, deflateSync } from 'node:zlib'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let admin: Client
let organisationid: string
let jobid: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  const { boardid } = await createJobFixtures(server)
  organisationid = (await admin.post('/api/organisations', { name: 'Acme' })).body.data.id
  jobid = (await admin.post('/api/jobs', { boardid })).body.data.id
})
afterAll(() => server.stop())

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of eight-bit colours with transparency; `pixels` in place of the transparent ones that belong in it. */
function png(width: number, height: number, pixels = Buffer.alloc(height * (1 + width * 4))): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...parts])
}

const upload = (bytes: Buffer) => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
  return admin.call('POST', `/api/organisations/${organisationid}/logo`, form)
}

const garbled = () => {
  const bytes = png(100, 50)
  bytes.fill(0x41, bytes.indexOf('IDAT') + 4, bytes.indexOf('IEND') - 8)
  return bytes
}

const bad: [string, () => Buffer][] = [
  ['is a page', () => Buffer.from('<script>alert(1)</script>')],
  [
    'is a drawing with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ],
  ['begins like a picture and is none', () => Buffer.concat([SIGNATURE, Buffer.from('<script>')])],
  ['is cut short', () => png(100, 50).subarray(0, 60)],
  ['is garbled', garbled],
  ['has no size', () => png(0, 0)],
  ['is a bomb of 36 million pixels', () => png(6_000, 6_000, Buffer.alloc(100))],
  ['is an empty JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
]

test.each(bad)('a logo that %s is refused, and documents go on', async (_, bytes) => {
  const { status, body } = await upload(bytes())
  expect(status).toBe(400)
  expect(body.fields.file).toEndWith('.')
  const paper = await admin.get(`/render/estimate/${jobid}`)
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-'])
})

test('a logo with fewer pixels than it says holds up no document for long', async () => {
  const started = performance.now()
  await upload(png(2_000, 2_000, Buffer.alloc(100)))
  expect((await admin.get(`/render/estimate/${jobid}`)).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a sound logo is taken', async () => {
  expect((await upload(png(300, 100))).status).toBe(200)
  expect((await admin.get(`/render/estimate/${jobid}`)).status).toBe(200)
})
