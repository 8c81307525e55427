import type { Server } from 'bun'
import { syncMemberships } from '#server/access/sync-membership.ts'
import { Problem } from '#server/errors.ts'
import type { Meta } from '#server/http/context.ts'
import type { HubData } from '#server/http/hub.ts'
import { readClient } from '#server/http/read-client.ts'
import { describeError, logUnexpected } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { acquireAccount, releaseAccount } from './account-ownership.ts'
import { bodyDigest, CALL_HEADER, CALL_PATH, type CellCalls, type SignedCall } from './call-cell.ts'
import type { Cell } from './cell.ts'
import { HOP_HEADER, type Hop, STRANGER_HEADER } from './forward-request.ts'
import { measureLoad } from './measure-load.ts'
import { moveAccount } from './move-account.ts'
import { notifyHolders, publishToAccount } from './notify-cells.ts'

/** By which a proxy says whose connection it hands on. */
export const HELLO_PATH = '/internal/hello'

type Tasks = { [K in keyof CellCalls]: (services: Services, value: CellCalls[K]) => unknown }

const tasks: Tasks = {
  release: (services, { accountid }) => releaseAccount(services, accountid),
  arrived: (services, { accountid }) => acquireAccount(services, accountid),
  move(services, { accountid, to, beginbyms }) {
    if (services.clock().getTime() > beginbyms)
      throw new Problem(503, 'The platform was too busy to begin it in time. Please try again.')
    return moveAccount(services, accountid, to)
  },
  people: (services) => syncMemberships(services, services.clock().toISOString()),
  tell: (services, { accountid, told }) => notifyHolders(services, accountid, told),
  publish: (services, { accountid, event, args }) => publishToAccount(services, accountid, event, args),
  endsession: ({ hub }, { sessionid }) => hub.closeSession(sessionid, { toldofit: true }),
  endaccount: ({ hub }, { accountid }) => hub.closeAccount(accountid),
  load: measureLoad,
}

/** Who comes in by the internal port: other processes of this installation, and whose connections they hand on. */
export function createDoors(services: Services, { signer }: Cell) {
  /** Addresses of clients, by the port that their proxy's connection comes from. */
  const clients = new Map<number, string>()
  return (request: Request, server: Server<HubData>, meta: Meta, pathname: string) => {
    const own = server.port ?? 0
    if (pathname === CALL_PATH) return answerAsked(services, signer, request, own)
    const port = server.requestIP(request)?.port ?? 0
    const header = request.headers.get(HOP_HEADER)
    if (pathname === HELLO_PATH) {
      const hello = signer.verify<{ client: string }>('hello', own, header)
      if (hello) clients.set(port, hello.client)
      return hello ? new Response(null, { status: 204 }) : refuseStranger()
    }
    const hop = signer.verify<Hop>('hop', own, header)
    if (hop) return void Object.assign(meta, hop)
    const client = clients.get(port)
    if (client === undefined) return refuseStranger()
    Object.assign(meta, readClient(request, client, services.config), { byownproxy: true })
  }
}

const refuseStranger = () => new Response(null, { status: 403, headers: { [STRANGER_HEADER]: '1' } })

async function answerAsked(
  services: Services,
  signer: Cell['signer'],
  request: Request,
  port: number,
): Promise<Response> {
  const asked = signer.verify<SignedCall>('ask', port, request.headers.get(CALL_HEADER))
  if (!asked || !Object.hasOwn(tasks, asked.task)) return refuseStranger()
  const body = await request.text()
  if (bodyDigest(body) !== asked.digest) return refuseStranger()
  try {
    const answer = await tasks[asked.task](services, JSON.parse(body) as never)
    return Response.json(asked.task === 'load' ? answer : {})
  } catch (error) {
    if (!(error instanceof Problem)) logUnexpected(asked.task, error)
    return Response.json(
      { message: describeError(error) },
      { status: error instanceof Problem ? error.status : 500 },
    )
  }
}
