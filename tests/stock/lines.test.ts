import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { countStock } from '#server/domains/stock/stock/count-stock.ts'
import { asQuantity, parseQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookMovement, reverseMovement } from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import { movedBy } from '#server/stock/direction.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { addLine, changeLine, removeLine } from '#tests/support/job-lines.ts'
import { makeItem, makeJob, makeUnit, openTestTenant, setBlockNegative, type TestTenant } from './support.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

const units = parseQuantity
const show = () => null

test.each([
  ['third', '1/3', 4, 12],
  ['pound', '2.2046', 5, 2.267985],
  ['box', '0.4536', 1.5, 3.306878],
  ['ninth', 9, 9, 1],
] as const)(
  'a %s (%p to the base unit): %p consumed are %p base units, and returned leave nothing',
  (name, ratio, used, base) =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      makeUnit(tx, item, name, String(ratio))
      const input = { jobid: makeJob(tx), inventoryid: item, role: 1, estimated: units(used), unit: name }
      const { line } = addLine(tx, { ...input, consumed: units(used) })
      expect(readOnHand(tx.db, [item]).get(item)?.quantity).toBe(asQuantity(-units(base)))
      expect(listLedger(tx.db, item)[0]).toMatchObject({ enteredquantity: units(used), enteredunit: name })
      changeLine(tx, line.id, { consumed: units(0) }, show)
      expect(readOnHand(tx.db, [item]).get(item)?.quantity).toBe(units(0))
    }),
)

test('consuming in crumbs is consuming at once: no millionth is lost on the way', () =>
  tenant.write((tx) => {
    const item = makeItem(tx)
    makeUnit(tx, item, 'seventh', '7')
    const input = { jobid: makeJob(tx), inventoryid: item, role: 1, estimated: units(7), unit: 'seventh' }
    const { line } = addLine(tx, input)
    for (let n = 1; n <= 70; n++) changeLine(tx, line.id, { consumed: units(n / 10) }, show)
    expect(readOnHand(tx.db, [item]).get(item)?.quantity).toBe(units(-1))
    expect(checkStock(tx.db)).toEqual([])
  }))

type Step =
  | { act: 'consume'; line: number; quantity: Quantity }
  | { act: 'remove'; line: number }
  | { act: 'inbound' | 'outbound' | 'count'; quantity: Quantity }
  | { act: 'reverse'; at: number }

const anyQuantity = fc.integer({ min: 1, max: 30_000_000 }).map(asQuantity)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('consume' as const), line: fc.nat(4), quantity: anyQuantity }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), line: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('inbound' as const, 'outbound' as const, 'count' as const),
      quantity: anyQuantity,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('reverse' as const), at: fc.nat(100) }) },
)

test('whatever people do, on hand is the sum of the ledger, and each line has moved what it says', () =>
  tenant.write((tx) => {
    const jobid = makeJob(tx)
    const check = (steps: Step[], block: boolean) => {
      setBlockNegative(tx, block)
      const item = makeItem(tx)
      makeUnit(tx, item, 'third', '1/3')
      makeUnit(tx, item, 'pound', '0.4536')
      const lines = [1, 2, 3, 4, null].map((inventoryclass, at) => {
        const unit = ['', 'third', 'pound'][at % 3]
        const input = { jobid, inventoryid: item, role: 2, estimated: units(1), inventoryclass, unit }
        return addLine(tx, input).line
      })
      const seqs: number[] = []
      for (const step of steps) attempt(() => run(step, item, lines, seqs))

      expect(checkStock(tx.db)).toEqual([])
      const ledger = listLedger(tx.db, item, { take: 500 })
      const sum = ledger.reduce((total, row) => total + row.quantity, 0)
      expect<number>(readOnHand(tx.db, [item]).get(item)!.quantity).toBe(sum)
      expect(ledger[0]?.balance ?? 0).toBe(sum)
      if (block) expect(ledger.filter((row) => row.quantity < 0 && row.balance < 0)).toEqual([])
      for (const line of lines) {
        const moved = ledger.filter((row) => row.materialid === line.id)
        expect<number>(moved.reduce((total, row) => total + row.quantity, 0)).toBe(movedBy(line))
      }
    }
    const run = (step: Step, item: string, lines: ReturnType<typeof addLine>['line'][], seqs: number[]) => {
      if (step.act === 'consume') {
        const line = lines[step.line]!
        lines[step.line] = changeLine(
          tx,
          line.id,
          { consumed: step.quantity, version: line.version },
          show,
        ).line
      } else if (step.act === 'remove') {
        const { id } = lines[step.line]!
        removeLine(tx, id, undefined, show)
        lines[step.line] = { ...lines[step.line]!, consumed: units(0) }
      } else if (step.act === 'reverse') {
        reverseMovement(tx, seqs[step.at % seqs.length] ?? 0)
      } else if (step.act === 'count') {
        const counts = [{ storageid: null, counted: step.quantity }]
        seqs.push(countStock(tx, { inventoryid: item, counts })[0]!.seq)
      } else {
        const quantity = asQuantity(step.act === 'inbound' ? step.quantity : -step.quantity)
        seqs.push(bookMovement(tx, { inventoryid: item, kind: step.act, quantity }).seq)
      }
    }
    fc.assert(fc.property(fc.array(anyStep, { maxLength: 30 }), fc.boolean(), check), { numRuns: 60 })
  }))

/** What is refused changes nothing, and the next step goes on. */
function attempt(run: () => void) {
  try {
    run()
  } catch (error) {
    expect(String(error)).toMatch(/not enough|could not be found|taken back before/)
  }
}
