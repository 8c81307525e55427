import type { TenantEvent } from '#db/types.ts'
import type { HubEvent } from './hub/types.ts'

const KEPT = 300

/** The last events of each account, so that a browser that was away for a moment is told just what it missed. */
export function recentEvents() {
  const byAccount = new Map<string, { from: number; events: HubEvent[] }>()

  return {
    add(accountid: string, { event, args, seq }: TenantEvent) {
      const kept = byAccount.get(accountid) ?? { from: seq, events: [] }
      byAccount.set(accountid, kept)
      kept.events.push({ event, args, seq })
      if (kept.events.length <= KEPT) return
      const gone = kept.events.shift() as HubEvent
      kept.from = gone.seq + 1
    },

    /** Events after `lastSeq`; `reload` when some of them are no longer known, as after a restart. */
    since(accountid: string, lastSeq: number, now: number): readonly HubEvent[] | 'reload' {
      if (lastSeq >= now) return []
      const kept = byAccount.get(accountid)
      if (!kept || lastSeq + 1 < kept.from) return 'reload'
      return kept.events.filter(({ seq }) => seq > lastSeq)
    },
  }
}
