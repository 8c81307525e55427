import { createServer, type IncomingHttpHeaders } from 'node:http'

export type Received = {
  headers: IncomingHttpHeaders
  body: string
  id: string
  json: Record<string, unknown> & { type: string }
}

/** A program that is told: it answers as `answer` says, and keeps what came. */
export async function startReceiver(
  answer: (nth: number) => number | { status: number; location: string } | 'never' = () => 204,
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      received.push({
        headers: request.headers,
        body,
        id: String(request.headers['webhook-id']),
        json: JSON.parse(body),
      })
      const said = answer(received.length)
      if (said === 'never') return
      const { status, location } = typeof said === 'number' ? { status: said, location: '' } : said
      response.writeHead(status, location ? { location } : {}).end('x')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
