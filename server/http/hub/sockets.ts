import type { HubSocket } from './types.ts'

export class Sockets {
  private readonly all = new Set<HubSocket>()
  /** By account, the sockets of people who see only a part of it. */
  private readonly filtered = new Map<string, Set<HubSocket>>()

  get size(): number {
    return this.all.size
  }

  add(ws: HubSocket) {
    this.all.add(ws)
    const { accountid, cansee } = ws.data.admitted
    if (!cansee) return
    const ofAccount = this.filtered.get(accountid) ?? new Set()
    this.filtered.set(accountid, ofAccount)
    ofAccount.add(ws)
  }

  remove(ws: HubSocket) {
    this.all.delete(ws)
    const { accountid } = ws.data.admitted
    const ofAccount = this.filtered.get(accountid)
    if (ofAccount?.delete(ws) && !ofAccount.size) this.filtered.delete(accountid)
  }

  filteredIn(accountid: string): Iterable<HubSocket> {
    return this.filtered.get(accountid) ?? []
  }

  [Symbol.iterator](): Iterator<HubSocket> {
    return this.all.values()
  }
}
