import type { TestServer } from '#tests/support/server.ts'
import { holdMeter } from './lag.ts'

type Beside = { took: number; lag: number; worked: number }

/** How long the work takes, by how much a timer is late meanwhile, and the most processor time that one wait took, while another business saves. */
export async function beside(server: TestServer, work: () => Promise<unknown>): Promise<Beside> {
  let over = false
  const saving = async () => {
    for (let n = 0; !over; n++) {
      await server.other.post('/api/divisions', { name: `Division ${n} of ${Date.now()}` })
      await Bun.sleep(10)
    }
  }
  const hold = holdMeter()
  const start = performance.now()
  const others = saving()
  await work()
  const took = performance.now() - start
  const { ms: lag, worked } = hold()
  over = true
  await others
  return { took, lag, worked }
}
