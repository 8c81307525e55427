import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { routes } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { listen } from '#server/http/serve.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let impatient: ReturnType<typeof listen>
beforeAll(async () => {
  server = await startTestServer()
  const { services } = server
  // The program itself with less patience, so that the test need not wait for a minute.
  impatient = listen(services, mount(services, routes), services.hub, 1)
})
afterAll(async () => {
  await impatient.stop(true)
  await server.stop()
})

/** By then a connection gives up by itself: many times the patience of the server, on a busy machine too. */
const OWN_PATIENCE_MS = 90_000

/** A connection that sends a little now and then; whether it was cut off before it gave up by itself. */
function trickle(head: string, drop: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(impatient.port as number, '127.0.0.1', () => socket.write(head))
    const dropping = setInterval(() => socket.write(drop), 200)
    let cut = true
    const patience = setTimeout(() => {
      cut = false
      socket.destroy()
    }, OWN_PATIENCE_MS)
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dropping)
      clearTimeout(patience)
      done(cut)
    })
  })
}

// Side by side, since both mostly wait.
test.concurrent('requests that trickle in are cut off, whoever sends them, and everybody else is served meanwhile', async () => {
  const { admin } = server.people
  const base = `http://127.0.0.1:${impatient.port}`
  const signed = `Host: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\n`
  const many = (head: string, drop: string) => Array.from({ length: 10 }, () => trickle(head, drop))
  const slow = [
    ...many('POST /api/auth/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{', ' '),
    ...many(`POST /api/clients HTTP/1.1\r\n${signed}Content-Length: 60000\r\n\r\n{`, ' '),
    ...many(`POST /api/clients HTTP/1.1\r\n${signed}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ...many(`POST /api/documents/file HTTP/1.1\r\n${signed}Content-Length: 20000000\r\n\r\n`, 'x'),
  ]
  let open = slow.length
  for (const one of slow) one.then(() => open--)
  let servedbeside = 0
  while (open > 0) {
    const headers = { authorization: `Bearer ${admin.token}` }
    expect((await fetch(`${base}/api/clients`, { headers })).status).toBe(200)
    if (open > 0) servedbeside++
    await Bun.sleep(100)
  }
  expect((await Promise.all(slow)).filter((cut) => !cut)).toEqual([])
  // Not behind them: answers came while some of them were still sending.
  expect(servedbeside).toBeGreaterThan(0)
})

test.concurrent('a file over a slow line comes through when its sender was let in, yet nobody may take for ever', async () => {
  const { admin } = server.people
  const made = await admin.post('/api/clients', { name: 'Far away' })
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const body =
    part('referenceid', made.body.data.id) +
    part('filename', 'Gate') +
    `--b\r\nContent-Disposition: form-data; name="file"; filename="gate.txt"\r\nContent-Type: text/plain\r\n\r\n${'slow line '.repeat(60)}\r\n--b--\r\n`
  const head = (length: number) =>
    `POST /api/documents/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`
  const endless = trickle(head(1_000_000), 'x')
  expect(await sentSlowly(head(body.length), body, 30)).toMatch(/^HTTP\/1\.1 200 /)
  const files = await admin.get(`/api/documents/reference/${made.body.data.id}`)
  expect(files.body.data).toHaveLength(1)
  expect(await endless).toBe(true)
})

/** Sends a body in so many pieces, one every fifth of a second; answers what the server said. */
function sentSlowly(head: string, body: string, pieces: number): Promise<string> {
  return new Promise((done) => {
    let said = ''
    const socket = connect(impatient.port as number, '127.0.0.1', () => socket.write(head))
    const size = Math.ceil(body.length / pieces)
    let at = 0
    const timer = setInterval(() => {
      socket.write(body.slice(at, at + size))
      at += size
      if (at >= body.length) clearInterval(timer)
    }, 200)
    socket.on('data', (data) => {
      said += data
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      done(said)
    })
  })
}
