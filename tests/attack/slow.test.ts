import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { routes } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { listen } from '#server/http/serve.ts'
import { median } from '#tests/bench/load.ts'
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

/** A connection that sends a little now and then; settles with the seconds until it was closed. */
function trickle(head: string, drop: string): Promise<number> {
  const started = performance.now()
  return new Promise((done) => {
    const socket = connect(impatient.port as number, '127.0.0.1', () => socket.write(head))
    const timer = setInterval(() => socket.write(drop), 200)
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      done((performance.now() - started) / 1000)
    })
    setTimeout(() => socket.destroy(), 30_000).unref()
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
  const served: number[] = []
  while (open > 0) {
    const asked = performance.now()
    expect(
      (await fetch(`${base}/api/clients`, { headers: { authorization: `Bearer ${admin.token}` } })).status,
    ).toBe(200)
    served.push(performance.now() - asked)
    await Bun.sleep(100)
  }
  const took = await Promise.all(slow)
  // By the server: on their own they give up after thirty.
  expect(Math.max(...took)).toBeLessThan(28)
  // Not one after another behind them: most answers come at once, whatever the machine.
  expect(median(served)).toBeLessThan(2_000)
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
  expect(await endless).toBeLessThan(25)
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
