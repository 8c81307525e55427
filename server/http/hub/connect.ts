import type { Server } from 'bun'
import { admitConnection } from './admission.ts'
import type { HubData, HubOptions } from './types.ts'

export async function negotiate(request: Request, options: HubOptions): Promise<Response> {
  if (request.method !== 'POST') return refuse(405)
  const who = await admitConnection(request, options)
  if (typeof who === 'number') return refuse(who)
  // The connection is let in by its own credential, so nothing needs to be remembered between the two requests.
  const connectionId = crypto.randomUUID()
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }]
  const headers = { 'cache-control': 'no-store' }
  return Response.json(
    { negotiateVersion: 1, connectionId, connectionToken: crypto.randomUUID(), availableTransports },
    { headers },
  )
}

export async function connect(
  request: Request,
  server: Server<HubData>,
  options: HubOptions,
): Promise<Response | undefined> {
  if (request.method !== 'GET') return refuse(405)
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return refuse(426)
  const who = await admitConnection(request, options)
  if (typeof who === 'number') return refuse(who)
  const data: HubData = { admitted: who, ready: false, heard: Date.now(), records: 0, calls: 0 }
  return server.upgrade(request, { data }) ? undefined : refuse(400)
}

const sentences = {
  400: 'The connection could not be opened.',
  401: 'Sign in first.',
  403: 'This address answers only pages of its own site.',
  405: 'This address does not take that method.',
  426: 'This address speaks WebSocket only.',
}

function refuse(status: keyof typeof sentences): Response {
  return Response.json({ message: sentences[status] }, { status, headers: { 'cache-control': 'no-store' } })
}
