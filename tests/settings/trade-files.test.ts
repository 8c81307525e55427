import { describe, expect, test } from 'bun:test'
import { trades } from '#db/trades/index.ts'
import type { Trade } from '#db/trades/trade.ts'
import { stageNames } from '#views/ui/job-stages.ts'

/** Every sentence of its papers. */
const sentences = ({ estimateterms, invoiceterms, documents }: Trade) =>
  [estimateterms, invoiceterms, ...Object.values(documents).flatMap((texts) => Object.values(texts))].flatMap(
    (text) => text.split(/(?<=\.)\s+/),
  )

describe.each(Object.entries(trades))('the file of the trade %s', (_, trade) => {
  test('leaves days to the terms, which the papers print as dates', () => {
    for (const sentence of sentences(trade)) expect(sentence).not.toMatch(/\d+ ?(?:day|week|month)/i)
  })

  test('asks for the money at once where its texts do', () => {
    const atonce = /payable (?:on|upon|at) (?:completion|collection|delivery)|cash on delivery/i
    expect(trade.paymentdays === 0).toBe(atonce.test(trade.invoiceterms))
  })

  test('names no lane as a stage of its jobs', () => {
    const taken = Object.values(stageNames).map((name) => name.toLowerCase())
    expect((trade.lanes ?? []).filter((name) => taken.includes(name.toLowerCase()))).toEqual([])
  })
})
