import { describe, expect, test } from 'bun:test'
import { COMPLETE } from '#db/job-status.ts'
import { trades } from '#db/trades/index.ts'
import { northwindOrganisation, secondOrganisation } from '#server/tasks/demo/demo-data.ts'
import { stageNames } from '#views/ui/job-stages.ts'

type Terms = {
  estimateterms: string
  paymentdays: number
  invoiceterms: string
  documents?: Record<string, Record<string, string>>
}
const sets: Record<string, Terms> = { ...trades, northwindOrganisation, secondOrganisation }

const textsOf = ({ estimateterms, invoiceterms, documents = {} }: Terms) => [
  estimateterms,
  invoiceterms,
  ...Object.values(documents).flatMap((texts) => Object.values(texts)),
]

describe.each(Object.entries(sets))('the texts of %s', (_, terms) => {
  test('leave days to the terms, which the papers print as dates', () => {
    for (const text of textsOf(terms)) expect(text).not.toMatch(/\d+ ?(?:day|week|month)/i)
  })

  test('ask for the money at once where the terms do', () => {
    const atonce = /payable (?:on|upon|at) (?:completion|collection|delivery)|cash on delivery/i
    expect(terms.paymentdays === 0).toBe(atonce.test(terms.invoiceterms))
  })
})

test.each(Object.entries(trades))(
  'the steps of the trade %s are worked before its jobs are complete',
  (_, { jobcategories }) => {
    expect(jobcategories.flatMap(({ steps }) => steps).filter(({ lane }) => lane >= COMPLETE)).toEqual([])
  },
)

test.each(Object.entries(trades))(
  'the trade %s names no lane as a stage of its jobs',
  (_, { lanes = [] }) => {
    const taken = Object.values(stageNames).map((name) => name.toLowerCase())
    expect(lanes.filter((name) => taken.includes(name.toLowerCase()))).toEqual([])
  },
)
