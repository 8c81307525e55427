import type { TenantEvent } from '#db/types.ts'
import type { HubEvent } from './hub/types.ts'

const CAPACITY = 300

export type RecentEvents = ReturnType<typeof recentEvents>

export function recentEvents() {
  const byAccount = new Map<string, { from: number; events: HubEvent[] }>()

  return {
    add(accountid: string, { event, args, seq }: TenantEvent) {
      const recent = byAccount.get(accountid) ?? { from: seq, events: [] }
      byAccount.set(accountid, recent)
      recent.events.push({ event, args, seq })
      if (recent.events.length <= CAPACITY) return
      const gone = recent.events.shift() as HubEvent
      recent.from = gone.seq + 1
    },

    /** Of an account that is opened: another process may have written to it meanwhile. */
    forget(accountid: string) {
      byAccount.delete(accountid)
    },

    /** `reload` when some of them are no longer known, as after a restart. */
    since(accountid: string, lastSeq: number, now: number): readonly HubEvent[] | 'reload' {
      if (lastSeq >= now) return []
      const recent = byAccount.get(accountid)
      if (!recent || lastSeq + 1 < recent.from) return 'reload'
      return recent.events.filter(({ seq }) => seq > lastSeq)
    },
  }
}
