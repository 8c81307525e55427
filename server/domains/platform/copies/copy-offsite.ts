import type { BackgroundJob } from '#server/background.ts'
import { MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import { replicatorThread } from '#server/tasks/offsite/in-thread.ts'
import { pickCopierSettings } from '#server/tasks/offsite/open-copier.ts'
import { watchCopies } from './tell-operators.tsx'

/** Nothing where no place is set. */
export function copyOffsite(services: Services): BackgroundJob[] {
  const { config, clock } = services
  if (!config.replicateto) return []
  const thread = replicatorThread(pickCopierSettings(config))
  const startedutc = clock().toISOString()
  return [
    { name: 'offsite', ofplatform: true, everyms: 5_000, run: thread.start, stop: thread.stop },
    {
      name: 'offsitewatch',
      ofplatform: true,
      everyms: MINUTE_MS / 2,
      run: () => watchCopies(services, startedutc),
    },
  ]
}
