import type { Tenants } from '#db/tenants.ts'
import type { Metrics } from './program-metrics.ts'

/** The same accounts, with each write measured until it is on the disk. */
export const timeWrites = (tenants: Tenants, metrics: Metrics): Tenants => ({
  ...tenants,
  write(accountid, by, run) {
    const began = performance.now()
    const written = tenants.write(accountid, by, run)
    written.then(
      () => metrics.sawWrite((performance.now() - began) / 1000),
      () => {},
    )
    return written
  },
})
