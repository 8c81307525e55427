import type { HubSocket } from './types.ts'

/** Of one person, a socket for each open page: each message to an account is written to every one of them. */
export const SOCKETS_OF_PERSON = 200

export class Sockets {
  private readonly all = new Set<HubSocket>()
  /** By account and person, the oldest first. */
  private readonly people = new Map<string, Set<HubSocket>>()
  /** By account, the sockets of people who see only a part of it. */
  private readonly filtered = new Map<string, Set<HubSocket>>()

  get size(): number {
    return this.all.size
  }

  /** Gives back the person's oldest when they have one too many. */
  add(ws: HubSocket): HubSocket | undefined {
    this.all.add(ws)
    const { accountid, cansee } = ws.data.admitted
    if (cansee) addTo(this.filtered, accountid, ws)
    const ofPerson = addTo(this.people, personKey(ws), ws)
    return ofPerson.size > SOCKETS_OF_PERSON ? ofPerson.values().next().value : undefined
  }

  remove(ws: HubSocket) {
    this.all.delete(ws)
    removeFrom(this.filtered, ws.data.admitted.accountid, ws)
    removeFrom(this.people, personKey(ws), ws)
  }

  filteredIn(accountid: string): Iterable<HubSocket> {
    return this.filtered.get(accountid) ?? []
  }

  [Symbol.iterator](): Iterator<HubSocket> {
    return this.all.values()
  }
}

const personKey = ({ data: { admitted } }: HubSocket) => `${admitted.accountid} ${admitted.userid}`

function addTo(groups: Map<string, Set<HubSocket>>, key: string, ws: HubSocket): Set<HubSocket> {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group)
  return group.add(ws)
}

function removeFrom(groups: Map<string, Set<HubSocket>>, key: string, ws: HubSocket) {
  const group = groups.get(key)
  if (group?.delete(ws) && !group.size) groups.delete(key)
}
