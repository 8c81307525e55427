import {
  hasPlatformTimesBeyond,
  hasTimesBeyond,
  pullBackPlatformTimes,
  pullBackTimes,
} from '#db/queries/clock-jump.ts'
import { SYSTEM } from '#db/types.ts'
import { accountRounds } from './account-rounds.ts'
import type { BackgroundJob } from './background.ts'
import { latestNextTime } from './clock-jump.ts'
import { planReports } from './domains/reporting/reportschedules/send-reports.tsx'
import { HOUR_MS } from './instants.ts'
import { logFailure } from './log.ts'
import type { Services } from './services.ts'

/**
 * After a clock that was months ahead is set right, what it put off is done now and not months later. A clock that goes
 * back begins another round.
 */
export function repairClockJump(services: Services): Pick<BackgroundJob, 'run'> {
  const { platform } = services
  const rounds = accountRounds(services, {
    everyms: 6 * HOUR_MS,
    visit: (accountid, now) =>
      mendAccount(services, accountid, now).catch((error) => logFailure(`clock ${accountid}`, error)),
  })
  return {
    async run() {
      const latest = latestNextTime(services.clock())
      if (platform.read((db) => hasPlatformTimesBeyond(db, latest))) {
        await platform.write(({ db, now }) => pullBackPlatformTimes(db, { now, latest }))
        await services.mail.retryNow()
      }
      await rounds()
    },
  }
}

async function mendAccount(services: Services, accountid: string, now: Date) {
  const { tenants, mail, xero, webhooks } = services
  const latest = latestNextTime(now)
  if (!tenants.exists(accountid) || !tenants.glance(accountid, (db) => hasTimesBeyond(db, latest))) return
  await tenants.write(accountid, SYSTEM, (tx) => pullBackTimes(tx.db, { now: tx.now, latest }))
  // A server that was down until then is asked again, too.
  await mail.retryNow(accountid)
  xero.queued(accountid)
  webhooks.queued(accountid)
  planReports(services, accountid)
}
