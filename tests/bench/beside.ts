import type { TestServer } from '#tests/support/server.ts'
import { lagMeter } from './lag.ts'

/** How long the work takes, and by how much a timer is late meanwhile, while another business saves. */
export async function beside(server: TestServer, work: () => Promise<unknown>): Promise<[number, number]> {
  let over = false
  const saving = async () => {
    for (let n = 0; !over; n++) {
      await server.other.post('/api/divisions', { name: `Division ${n} of ${Date.now()}` })
      await Bun.sleep(10)
    }
  }
  const lag = lagMeter()
  const start = performance.now()
  const others = saving()
  await work()
  const figures: [number, number] = [performance.now() - start, lag()]
  over = true
  await others
  return figures
}
