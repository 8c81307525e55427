import type { Server, WebSocketHandler } from 'bun'
import { closeSocket, RESTARTING } from '#server/http/hub/conversation.ts'
import type { HubData, HubSocket } from '#server/http/hub.ts'
import type { Services } from '#server/services.ts'
import type { Cell } from './cell.ts'
import { findTarget, hopHeaders, portIn } from './forward-request.ts'

/** The live connection of an account that another process serves: what comes from one side goes to the other. */
export async function forwardSocket(
  services: Services,
  signer: NonNullable<Services['cell']>['signer'],
  request: Request,
  server: Server<HubData>,
  accountid: string,
): Promise<Response | undefined> {
  const address = await findTarget(services, accountid)
  const { pathname, search } = new URL(request.url)
  const own = [...hopHeaders(signer, request, portIn(address))]
  const headers = own.filter(([name]) => !name.startsWith('sec-websocket-'))
  const relay = new WebSocket(`ws://${address}${pathname}${search}`, {
    headers: Object.fromEntries(headers),
  } as never)
  if (!(await isOpened(relay))) return new Response(null, { status: 503, headers: { 'retry-after': '2' } })
  if (server.upgrade(request, { data: { relay } as HubData })) return
  relay.close()
  return new Response(null, { status: 400 })
}

const isOpened = (relay: WebSocket) =>
  new Promise<boolean>((settle) => {
    relay.onopen = () => settle(true)
    relay.onerror = relay.onclose = () => settle(false)
  })

/** A hub whose sockets may be relays. */
export const withForwardedSockets = (
  own: WebSocketHandler<HubData>,
  { relayed }: Pick<Cell, 'relayed'>,
): WebSocketHandler<HubData> => ({
  ...own,
  open(ws) {
    if (!ws.data.relay) return own.open?.(ws)
    relayed.add(ws)
    join(ws, ws.data.relay)
  },
  message: (ws, frame) => (ws.data.relay ? ws.data.relay.send(frame) : own.message?.(ws, frame)),
  close(ws, code, reason) {
    if (!ws.data.relay) return own.close?.(ws, code, reason)
    relayed.delete(ws)
    ws.data.relay.close()
  },
})

/** Before this process ends: its own hub does not know of these. */
export function closeForwardedSockets({ relayed }: Pick<Cell, 'relayed'>) {
  for (const ws of relayed) closeSocket(ws, true, RESTARTING)
}

/** What may be said by whoever closes; all else is a line that broke. */
const GONE = 1001
const SAID = [1000, 1001, 1008]

function join(ws: HubSocket, relay: WebSocket) {
  relay.onmessage = ({ data }) => void ws.send(data)
  relay.onclose = ({ code, reason }) => ws.close(SAID.includes(code) ? code : GONE, reason)
  relay.onerror = () => {}
}
