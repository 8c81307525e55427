import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { inflateRawSync } from 'node:zlib'
import { routes } from '#server/app.ts'
import { addressOf } from '#tests/attack/support.ts'
import { fillPlatform, fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const FORMULA = '=HYPERLINK("http://evil.test","click")'

let server: TestServer
let ids: SentinelValues
beforeAll(async () => {
  server = await startTestServer()
  const { services, accountid, otherid, other } = server
  const tenant = await fillWithSentinels(services.tenants, accountid, FORMULA)
  const there = { accounts: otherid, users: other.userid }
  ids = { ...(await fillPlatform(services.platform, there, FORMULA)), ...tenant }
})
afterAll(() => server.stop())

const exports = routes.filter(({ path, method }) => method === 'GET' && path.endsWith('/export'))

async function take(at: number, format: 'csv' | 'xlsx'): Promise<Uint8Array> {
  const route = exports[at]!
  const who = route.claim === 'platform.manage' ? server.operator : server.people.admin
  const address = `${addressOf(route, ids).split('?')[0]}?format=${format}`
  const answer = await fetch(server.url + address, { headers: { authorization: `Bearer ${who.token}` } })
  expect([address, answer.status]).toEqual([address, 200])
  return new Uint8Array(await answer.arrayBuffer())
}

/** The parts of a ZIP, read by its list at the end. */
function partsOf(bytes: Uint8Array): string[] {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, local] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + packed)
    parts.push(String(zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)))
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}

test('no cell of any exported workbook is a formula: what reads as one is text', async () => {
  let found = 0
  for (const [at, { path }] of exports.entries()) {
    const parts = partsOf(await take(at, 'xlsx'))
    for (const part of parts) expect(part, path).not.toMatch(/<f[\s>/]|definedName|externalLink|ddeLink/)
    const cells = parts.flatMap((part) => part.match(/<c [^>]*[^/]>(?:(?!<\/c>).)*=HYPERLINK/gs) ?? [])
    for (const cell of cells) expect(cell, path).toMatch(/^<c r="[A-Z]+\d+"(?: s="\d+")? t="inlineStr"/)
    found += cells.length
  }
  expect(found).toBeGreaterThan(50)
})

test('no field of any exported CSV begins as a formula', async () => {
  let found = 0
  for (const [at, { path }] of exports.entries()) {
    const text = new TextDecoder().decode(await take(at, 'csv'))
    expect(text, path).not.toMatch(/(^|[;\r\n])"?=HYPERLINK/)
    found += text.match(/'=HYPERLINK/g)?.length ?? 0
  }
  expect(found).toBeGreaterThan(50)
})
