import { connect } from 'node:net'

/**
 * The other process of the moves: kept-open connections, sixteen by default, each moving its own share of the jobs to random
 * places of random lanes, one move at a time. Raw HTTP over sockets, so that the client's own cost stays small
 * beside the server's.
 */
const [address = '', token = '', laneText = '{}', seconds = '1', clients = '16'] = process.argv.slice(2)
const url = new URL(address)
/** The lane of each job as these clients know it. */
const lanes = new Map(Object.entries(JSON.parse(laneText) as Record<string, number>))
const ids = [...lanes.keys()]
const CLIENTS = Number(clients)
const END = '\r\n\r\n'
let [done, failed, running] = [0, 0, true]

const pick = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)] as T

/** Some job of the lane; the top where none is found soon. */
function neighbourIn(lane: number, but: string): string | null {
  for (let i = 0; i < 50; i++) {
    const id = pick(ids)
    if (lanes.get(id) === lane && id !== but) return id
  }
  return null
}

function request(own: string[]): string {
  const jobid = pick(own)
  const lane = 1 + Math.floor(Math.random() * 4)
  const afterid = neighbourIn(lane, jobid)
  lanes.set(jobid, lane)
  const body = JSON.stringify({ jobid, lane, afterid, confirmed: true })
  return [
    'POST /api/jobs/reorder HTTP/1.1',
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

function client(index: number): Promise<void> {
  const own = ids.filter((_, i) => i % CLIENTS === index)
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
    if (running) socket.write(request(own))
  })
  return new Promise((ready) =>
    socket.on('connect', () => {
      socket.write(request(own))
      ready()
    }),
  )
}

await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)))
done = 0
const start = performance.now()
await Bun.sleep(Number(seconds) * 1000)
const elapsed = (performance.now() - start) / 1000
running = false
console.log(JSON.stringify({ done, failed, seconds: elapsed }))
process.exit(0)
