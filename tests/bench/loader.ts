export {}

/** The other process of `load.ts`: connections that take turns at the addresses, one request at a time on each, for some seconds. */
const [addresses = '', headerText = '{}', seconds = '1', connections = '16'] = process.argv.slice(2)
const urls = addresses.split(' ').map((address) => new URL(address))
const url = urls[0] as URL
const headers = Object.entries(JSON.parse(headerText) as Record<string, string>)
const requests = urls.map(({ pathname, search, host }) =>
  Buffer.from(
    [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n'),
  ),
)
const END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '0\r\n\r\n'
let [done, failed, running] = [0, 0, true]

/** `left` in bytes; Infinity until the last chunk of what comes in chunks. */
type State = { left: number; head: Buffer; tail: string }

async function connect(index: number): Promise<void> {
  const request = requests[index % requests.length] as Buffer
  await Bun.connect<State>({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      open(socket) {
        socket.data = { left: -1, head: Buffer.alloc(0), tail: '' }
        socket.write(request)
      },
      data(socket, chunk) {
        const { data } = socket
        let rest = chunk
        if (data.left < 0) {
          const all = data.head.length ? Buffer.concat([data.head, chunk]) : chunk
          const end = all.indexOf(END)
          if (end < 0) {
            data.head = all
            return
          }
          const head = all.toString('latin1', 0, end)
          if (!head.startsWith('HTTP/1.1 2')) failed++
          const chunked = /transfer-encoding: chunked/i.test(head)
          data.left = chunked
            ? Number.POSITIVE_INFINITY
            : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
          rest = all.subarray(end + 4)
          data.head = Buffer.alloc(0)
        }
        data.left -= rest.length
        data.tail = (data.tail + rest.toString('latin1', Math.max(0, rest.length - LAST_CHUNK.length))).slice(
          -LAST_CHUNK.length,
        )
        if (data.left > 0 && !(data.left === Number.POSITIVE_INFINITY && data.tail === LAST_CHUNK)) return
        data.left = -1
        data.tail = ''
        done++
        if (running) socket.write(request)
      },
    },
  })
}

await Promise.all(Array.from({ length: Number(connections) }, (_, n) => connect(n)))
done = 0
const start = performance.now()
await Bun.sleep(Number(seconds) * 1000)
const elapsed = (performance.now() - start) / 1000
console.log(JSON.stringify({ done, failed, seconds: elapsed }))
running = false
process.exit(0)
