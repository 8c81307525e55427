import { sessionBySeat } from '#db/queries/platform/sessions.ts'
import type { Webhook, WebhookEvent } from '#db/queries/settings/webhooks.ts'
import type { Claim } from '#server/access/claims.ts'
import { narrowClaims } from '#server/access/narrow-claims.ts'
import type { Person } from '#server/access/person.ts'
import { Problem } from '#server/errors.ts'
import { readPerson, refuseWithoutClaim } from '#server/http/authenticate.ts'
import { createContext } from '#server/http/create-context.ts'
import { currentPerson } from '#server/http/current-person.ts'
import { toJsonReply } from '#server/http/respond.tsx'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { eventKinds, findEventRoute, isWebhookKind } from './event-kinds.ts'

/** Whoever made it left, or may not read any longer what it tells. */
export class NobodyToAsk extends Error {}

/** With the rights that whoever made the webhook has now, and of those only what it was given. @throws NobodyToAsk */
function readMaker(services: Services, accountid: string, { id, userid, claims }: Webhook): Person {
  const row = services.platform.read((db) => sessionBySeat(db, `webhook:${id}`, userid, accountid))
  try {
    const person = readPerson(services, row)
    return { ...person, claims: narrowClaims(person.claims, JSON.parse(claims) as Claim[]) }
  } catch (error) {
    if (error instanceof Problem)
      throw new NobodyToAsk('Whoever made it has no seat in this account any longer.')
    throw error
  }
}

/** What the call of its kind answers now; null where the record is gone or not theirs to see. */
async function readRecord(services: Services, routes: readonly Route[], person: Person, event: WebhookEvent) {
  if (!isWebhookKind(event.kind)) return { message: 'This is a test. Nothing changed.' }
  const { param } = eventKinds[event.kind]
  const route = findEventRoute(routes, event.kind)
  const path = route.path.replace(`:${param}`, event.recordid)
  try {
    refuseWithoutClaim(person, route)
    const context = createContext(
      services,
      {
        request: new Request(services.url + path),
        params: { [param]: event.recordid },
        query: {},
        body: undefined,
      },
      currentPerson(services, person, services.platform.changes()),
      route,
      null,
    )
    const { body } = toJsonReply(await route.handler(context))
    return (body as { data: unknown }).data
  } catch (error) {
    if (error instanceof Problem && [403, 404].includes(error.status)) return null
    throw error
  }
}

export async function buildEvent(
  services: Services,
  routes: readonly Route[],
  accountid: string,
  webhook: Webhook,
  event: WebhookEvent,
): Promise<string> {
  const data = await readRecord(services, routes, readMaker(services, accountid, webhook), event)
  const { kind, recordid, seq, createdutc } = event
  return JSON.stringify({
    type: kind,
    timestamp: createdutc,
    accountid,
    id: recordid,
    version: (data as { version?: number } | null)?.version ?? null,
    change_seq: seq,
    data,
  })
}
