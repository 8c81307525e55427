import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, routeLabel } from './support.ts'

let server: TestServer
let filled: SentinelValues
let all: Route[]
beforeAll(async () => {
  server = await startTestServer()
  all = routes
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
  filled.users = server.people.admin.userid
})
afterAll(() => server.stop())

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const html = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const files: [what: string, bytes: BlobPart, name: string, type: string][] = [
  ['a page', html, 'a.html', 'text/html'],
  ['a page called a picture', html, 'a.png', 'image/png'],
  ['a page called a list', html, 'a.csv', 'text/csv'],
  ['a drawing', svg, 'a.svg', 'image/svg+xml'],
  ['a drawing called a picture', svg, 'a.jpg', 'image/jpeg'],
  [
    'a page behind the mark of a picture',
    new Uint8Array([...png, ...Buffer.from(html)]),
    'a.png',
    'image/png',
  ],
  ['XML that becomes a page', `<?xml-stylesheet href="#x" type="text/xsl"?>${svg}`, 'a.xml', 'text/xml'],
  ['a page with a type of its own', html, 'a.xhtml', 'application/xhtml+xml'],
]
const runs = /html|svg|xml|javascript/i

test('a page or a drawing with script, whatever it is called, is refused or only ever downloaded', async () => {
  const { admin } = server.people
  const wrong: string[] = []
  const takes = all.filter(({ options }) => options.upload)
  for (const route of takes)
    for (const [what, bytes, name, type] of files) {
      const form = new FormData()
      form.set('file', new File([bytes], name, { type }))
      for (const [field, value] of Object.entries({ filename: name, description: name, group: 'x' }))
        if (route.path.includes('documents')) form.set(field, value)
      if (route.path.includes('documents')) form.set('referenceid', filled.clients as string)
      const address = addressOf(route, { ...filled, list: 'clients' })
      const answer = await admin.call(route.method, address, form, { accept: 'application/json' })
      if (answer.status >= 500) wrong.push(`${routeLabel(route)} ${what}: ${answer.status}`)
      if (/(logo|picture|users\/file)/.test(route.path) && answer.status < 300)
        wrong.push(`${routeLabel(route)} took ${what}`)
    }
  // Whatever was kept: nothing that is served is a page of this site by its type, its guess or its place.
  const { data } = (await admin.get(`/api/documents/reference/${filled.clients}?take=100`)).body
  expect(data.length).toBeGreaterThan(5)
  for (const { id } of data)
    for (const path of [`/api/documents/download/${id}`, `/api/documents/thumb/${id}`]) {
      const { headers, status } = await admin.call('GET', path, undefined, { accept: 'text/html' })
      if (status >= 300) continue
      if (runs.test(headers.get('content-type') ?? '')) wrong.push(`${path} ${headers.get('content-type')}`)
      if (headers.get('x-content-type-options') !== 'nosniff') wrong.push(`${path} may be sniffed`)
      if (!/^image\/(png|jpeg)/.test(headers.get('content-type') ?? ''))
        expect(headers.get('content-disposition'), path).toStartWith('attachment')
      expect(headers.get('content-security-policy'), path).toMatch(/default-src '(self|none)'/)
    }
  expect(wrong).toEqual([])
  expect(takes.length).toBeGreaterThan(6)
})
