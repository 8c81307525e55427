import { expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { MADE, openSevenMetres, USED } from './seven-metres-support.ts'

const { goods, admin } = openSevenMetres()

const net = async (id: string) => Math.round((await expectOk(admin().get(`/api/invoices/${id}`))).net * 100)

test.each(
  [USED, MADE].flatMap((kind) =>
    [
      'i7 b2.3 c2.3',
      'i7 b2.3 c2.3a',
      'i4.1 b2.3 i0.6',
      'b2.3 i4.7',
      'b2.3 i2.1',
      'i7 c2.3a+',
      'i7 e2.3a',
    ].map((steps) => [kind, steps] as const),
  ),
)('the value of a job is what its documents come to, to the cent (%d, %s)', async (kind, steps) => {
  for (const price of [19.99, 33.33, 0.97]) {
    const { job, invoices } = await goods.run(kind, steps, { price })
    let charged = 0
    for (const id of invoices) {
      charged += await net(id)
      for (const note of (await expectOk(admin().get(`/api/invoices/${id}`))).creditnotes)
        charged += await net(note.id)
    }
    const { cost, margin } = await expectOk(admin().get(`/api/jobs/${job.id}/totals`))
    const next = await goods.next(job)
    expect([price, Math.round((margin.actual + cost.actual) * 100)]).toEqual([price, charged + next.net])
  }
})
