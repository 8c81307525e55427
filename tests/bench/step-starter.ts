import { connect } from 'node:net'

/**
 * The other process of the step starts: sixteen people with kept-open connections, each starting one step after
 * another. `file` holds the bodies of the calls, each to be sent once.
 */
const [address = '', token = '', file = '', seconds = '1'] = process.argv.slice(2)
const url = new URL(address)
const bodies: string[] = await Bun.file(file).json()
const CLIENTS = 16
const END = '\r\n\r\n'
let [done, failed, sent, running] = [0, 0, 0, true]

function request(): string {
  const body = bodies[sent++]
  if (body === undefined) throw new Error(`All ${bodies.length} steps are started: make more of them.`)
  const head = [
    'PATCH /api/steps/job HTTP/1.1',
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return head.join('\r\n') + END + body
}

function person(): Promise<void> {
  const socket = connect(Number(url.port), url.hostname)
  socket.setNoDelay(true)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const head = text.indexOf(END)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
    if (head < 0 || text.length < head + END.length + length) return
    if (!text.startsWith('HTTP/1.1 200')) failed++
    done++
    text = ''
    if (running) socket.write(request())
  })
  return new Promise((ready) =>
    socket.on('connect', () => {
      socket.write(request())
      ready()
    }),
  )
}

await Promise.all(Array.from({ length: CLIENTS }, person))
done = 0
const start = performance.now()
await Bun.sleep(Number(seconds) * 1000)
const elapsed = (performance.now() - start) / 1000
running = false
console.log(JSON.stringify({ done, failed, sent, seconds: elapsed }))
process.exit(0)
