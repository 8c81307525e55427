import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { copyOfLines } from '#db/queries/work/copy-lines.ts'
import { lineById, linesByJob } from '#db/queries/work/materials.ts'
import { accountcodes, categories, jobs } from '#db/schema/tenant/index.ts'
import { prepared, queryPlan } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { cardSums, jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { pricedLines, pricedLinesByIds } from '#server/domains/work/jobs/price-lines.ts'
import { addLines, type NewLine } from '#server/domains/work/materials/add-lines.ts'
import { readCsv } from '#server/import/read/csv.ts'
import { asPercent, parsePercent, parseQuantity, parseRate, toDecimal } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { makeItem, makeJob, makeOrganisation, openTestTenant, type TestTenant } from '#tests/stock/support.ts'
import { addLine, changeLine } from '#tests/support/job-lines.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

/** A free line of one unit, with what else is said. */
const line = (jobid: string, rate: number, more: Partial<NewLine> = {}): NewLine => ({
  ...{ jobid, role: 2, description: 'Work', estimated: parseQuantity(1), linerate: parseRate(rate) },
  ...more,
})

/** A job of an organisation with these VAT fields. */
const jobOf = (tx: Tx, organisation: Parameters<typeof makeOrganisation>[1] = {}) =>
  makeJob(tx, { organisation: makeOrganisation(tx, { flagdefault: false, ...organisation }) })

function makeCategory(tx: Tx, values: Partial<typeof categories.$inferInsert>): string {
  const id = Bun.randomUUIDv7()
  tx.db
    .insert(categories)
    .values({ id, name: 'Category', createdutc: tx.now, updatedutc: tx.now, ...values })
    .run()
  return id
}

describe('VAT of lines', () => {
  test('is rounded line by line: 25.06, 25.61 and 25.63 carry 11.44; 0.30 carries 0.05', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      addLines(
        tx,
        [25.06, 25.61, 25.63].map((rate) => line(jobid, rate)),
      )
      expect(jobTotals(tx.db, jobid).quoted).toEqual({ net: 76.3, vat: 11.44, total: 87.74 })
      const small = jobOf(tx)
      addLine(tx, line(small, 0.3))
      expect(jobTotals(tx.db, small).quoted).toEqual({ net: 0.3, vat: 0.05, total: 0.35 })
    }))

  test('comes from the category exemption, the account code, the organisation, in this order', () =>
    tenant.write((tx) => {
      const code = Bun.randomUUIDv7()
      const at = { createdutc: tx.now, updatedutc: tx.now }
      tx.db
        .insert(accountcodes)
        .values({ id: code, code: '200', description: 'Sales', vat: parsePercent(5), ...at })
        .run()
      const exempt = makeItem(tx, { category: makeCategory(tx, { vatexempt: true, accountcode: code }) })
      const override = makeItem(tx, { category: makeCategory(tx, { accountcode: code }) })
      const jobid = jobOf(tx, { vat: parsePercent('15,5') })
      const items = [exempt, override, makeItem(tx), null]
      addLines(
        tx,
        items.map((inventoryid) => line(jobid, 100, { inventoryid })),
      )
      const rates = pricedLines(tx.db, jobid).map(({ vatrate, quoted }) => [vatrate, quoted.vat])
      expect<unknown>(rates).toEqual([
        [0, 0],
        [50_000, 500],
        [155_000, 1_550],
        [155_000, 1_550],
      ])
    }))

  test('is that of each line’s own job where many jobs are asked at once', () =>
    tenant.write((tx) => {
      const rates = [parsePercent(5), parsePercent(10), null]
      const { lines } = addLines(
        tx,
        rates.map((vat) => line(jobOf(tx, { vat }), 100)),
      )
      const reversed = lines.toReversed().map(({ id }) => id)
      const priced = pricedLinesByIds(tx.db, reversed)
      expect(new Map(priced.map((one) => [one.line.id, one.quoted.vat as number]))).toEqual(
        new Map(lines.map(({ id }, n) => [id, [500, 1_000, 1_500][n] as number])),
      )
      expect<unknown>(priced).toEqual(priced.map(({ line }) => pricedLines(tx.db, line.jobid)[0]))
    }))

  test('is none where the organisation is no vendor, also when it is only the default one', async () => {
    const fresh = openTestTenant()
    await fresh.write((tx) => {
      const jobid = makeJob(tx)
      addLine(tx, line(jobid, 100))
      const quoted = () => jobTotals(tx.db, jobid).quoted
      expect(quoted().vat).toBe(0)
      makeOrganisation(tx, { vatnumber: ' ', flagdefault: false })
      expect(quoted().vat).toBe(0)
      makeOrganisation(tx)
      expect(quoted()).toEqual({ net: 100, vat: 15, total: 115 })
    })
    fresh.close()
  })

  test('is that of the day of supply', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      addLine(tx, line(jobid, 100))
      expect(jobTotals(tx.db, jobid).quoted.vat).toBe(15)
      tx.db.update(jobs).set({ completed: '2017-03-01T10:00:00.000Z' }).where(eq(jobs.id, jobid)).run()
      expect(jobTotals(tx.db, jobid).quoted.vat).toBe(14)
    }))
})

describe('what counts', () => {
  test('every billable line is charged, whatever its role; a discount is rounded and subtracted', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const two = parseQuantity(2)
      const consumed = parseQuantity(0.5)
      addLines(tx, [
        line(jobid, 10, { role: 1, estimated: two, consumed }),
        line(jobid, 100, { discount: parsePercent(12.5) }),
        line(jobid, 50, { role: 4, nonbillable: true, consumed }),
        line(jobid, 7, { role: 3 }),
      ])
      expect(jobTotals(tx.db, jobid)).toMatchObject({
        quoted: { net: 114.5, vat: 17.18, total: 131.68 },
        actual: { net: 5, vat: 0.75, total: 5.75 },
      })
    }))

  test.each([
    ['a vendor', '4123456789'],
    ['a non-vendor', ''],
  ])('an item priced with VAT and sold for what it costs has no margin at %s', (_, vatnumber) =>
    tenant.write((tx) => {
      const jobid = jobOf(tx, { vatnumber })
      const inventoryid = makeItem(tx, { rate: parseRate(115), exclusive: false })
      addLine(tx, { jobid, role: 2, inventoryid, estimated: parseQuantity(3) })
      const { quoted, margin } = jobTotals(tx.db, jobid)
      expect(quoted.total).toBe(345)
      expect(margin).toMatchObject({ quoted: 0, quotedpercent: 0 })
    }),
  )

  test('margin is quoted and actual net less cost; a net of nothing has no percentage', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      expect(jobTotals(tx.db, jobid).margin).toEqual({
        ...{ quoted: 0, actual: 0 },
        ...{ quotedpercent: null, actualpercent: null },
      })
      addLines(tx, [
        line(jobid, 300, { costrate: parseRate(100), consumed: parseQuantity(0.5) }),
        line(jobid, 0, { costrate: parseRate(10), nonbillable: true }),
      ])
      expect(jobTotals(tx.db, jobid)).toMatchObject({
        cost: { quoted: 110, actual: 50 },
        margin: { quoted: 190, actual: 100, quotedpercent: 63.33, actualpercent: 66.67 },
      })
    }))

  test('a line whose cost nobody said is named, and earns no percentage while no cost is known', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      addLines(tx, [
        line(jobid, 450, { description: 'Fitting', consumed: parseQuantity(2) }),
        line(jobid, 0, { description: 'Gate code 1234', consumed: parseQuantity(1) }),
      ])
      expect(jobTotals(tx.db, jobid)).toMatchObject({
        uncosted: { quoted: ['Fitting'], actual: ['Fitting'] },
        margin: { quoted: 450, actual: 900, quotedpercent: null, actualpercent: null },
      })
      expect(costByJob(tx.db, [jobid])(jobid).uncosted).toBe(1)
      addLine(tx, line(jobid, 550, { description: 'Board', costrate: parseRate(500) }))
      expect(jobTotals(tx.db, jobid)).toMatchObject({
        uncosted: { quoted: ['Fitting'], actual: ['Fitting'] },
        margin: { quoted: 500, quotedpercent: 50, actualpercent: null },
      })
    }))

  test('what the job makes costs its input, once the job lists some', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const table = makeItem(tx, { inventoryclass: 3, rate: parseRate(800) })
      addLine(tx, line(jobid, 1200, { inventoryid: table }))
      expect(jobTotals(tx.db, jobid).cost.quoted).toBe(800)
      const wood = makeItem(tx, { inventoryclass: 2, rate: parseRate(300), nonbillable: true })
      addLine(tx, line(jobid, 300, { inventoryid: wood, role: 1, nonbillable: undefined }))
      expect(jobTotals(tx.db, jobid)).toMatchObject({ quoted: { net: 1200 }, cost: { quoted: 300 } })
    }))

  test('what is made costs its inputs alone, also where no stock is kept of it, and work in it is labour', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const add = (values: Parameters<typeof makeItem>[1], more: Partial<NewLine>) => {
        const inventoryid = makeItem(tx, { inventoryclass: 0, ...values })
        return addLine(tx, line(jobid, 900, { inventoryid, costrate: undefined, ...more })).line
      }
      const used = (quantity: number) => ({
        ...{ estimated: parseQuantity(quantity), consumed: parseQuantity(quantity) },
      })
      const cupboard = add({ rate: parseRate(500) }, used(6))
      const input = { role: 1, nonbillable: true, jobproduct: cupboard.id }
      add({ inventoryclass: 2, rate: parseRate(80) }, { ...input, ...used(24) })
      add({ baseunit: 'h', rate: parseRate(150) }, { ...input, ...used(9) })
      const fittings = makeCategory(tx, { jobcategory: false, nonpickable: true })
      add({ category: fittings, rate: parseRate(100) }, { ...input, ...used(1) })
      addLine(tx, line(jobid, 0, { unit: 'hour', costrate: parseRate(70), ...used(2) }))
      // Board 1 920; 9 hours of 150, one fitting of 100 and two hours of 70.
      const { materials, labour, total, uncosted } = costByJob(tx.db, [jobid])(jobid)
      expect([materials, labour, total, uncosted].map(Number)).toEqual([192_000, 159_000, 351_000, 0])
      expect(jobTotals(tx.db, jobid).cost).toEqual({
        ...{ quoted: 3510, actual: 3510, quotedlabour: 1590, labour: 1590, untimed: 1590, cameback: 0 },
        ...{ scrapped: 0, late: 0 },
      })
    }))
})

describe('cards', () => {
  test('have what the totals have, for many jobs by one query that scans nothing', () =>
    tenant.write((tx) => {
      type Anything = { role: number; consumed: number }
      const amount = fc.integer({ min: 0, max: 5_000_000 })
      const anyLine: fc.Arbitrary<Anything> = fc.record({
        role: fc.integer({ min: 1, max: 4 }),
        linerate: amount,
        discount: fc.integer({ min: 0, max: 1_000_000 }),
        estimated: amount,
        consumed: fc.oneof(fc.constant(0), amount),
        nonbillable: fc.boolean(),
      })
      const check = (many: Anything[][]) => {
        const jobids = many.map(() => jobOf(tx))
        for (const [at, lines] of many.entries())
          addLines(
            tx,
            lines.map((one) => ({ ...one, jobid: jobids[at]!, description: 'x' }) as unknown as NewLine),
          )
        const sums = cardSums(tx.db, jobids)
        for (const [at, jobid] of jobids.entries()) {
          const { quoted, actual } = jobTotals(tx.db, jobid)
          const card = sums.get(jobid)!
          expect([toDecimal(card.quoted, 'cents'), toDecimal(card.actual, 'cents')]).toEqual([
            quoted.net,
            actual.net,
          ])
          expect(card.lines).toBe(many[at]!.length)
          expect(card.unconsumed).toBe(many[at]!.filter((one) => one.role !== 3 && !one.consumed).length)
          expect(card.unconsumedinputs).toBe(
            many[at]!.filter((one) => one.role === 1 && !one.consumed).length,
          )
        }
      }
      fc.assert(fc.property(fc.array(fc.array(anyLine, { maxLength: 4 }), { maxLength: 3 }), check), {
        numRuns: 20,
      })
      const plan = queryPlan(tx.db, linesByJob.text(), ['[]'])
      expect(plan.filter((step) => /SCAN/.test(step) && !/json_each|SCAN listed /.test(step))).toEqual([])
      expect(plan.join()).toContain('materials_job (jobid=? AND archived=?)')
    }))

  test('have the standard time of what comes out, and an entry for a job without lines', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const item = makeItem(tx, { unitseconds: parseQuantity(90) })
      addLine(tx, line(jobid, 1, { inventoryid: item, estimated: parseQuantity(4) }))
      addLine(tx, line(jobid, 1, { inventoryid: item, role: 1 }))
      const bare = jobOf(tx)
      const sums = cardSums(tx.db, [jobid, bare])
      expect(sums.get(jobid)?.standardminutes).toBe(6)
      expect(sums.get(jobid)?.items).toEqual([item])
      expect<unknown>(sums.get(bare)).toEqual({
        quoted: 0,
        actual: 0,
        lines: 0,
        unconsumed: 0,
        unconsumedinputs: 0,
        unused: 0,
        used: 0,
        standardminutes: 0,
        items: [],
      })
    }))
})

test('the order book comes to the same cents, order by order', async () => {
  const file = `${import.meta.dir}/../../db/demo/northwind/order_details.csv`
  const csv = readCsv('order_details.csv', await Bun.file(file).bytes(), { empty: 'NULL' })
  if (!csv.ok) throw new Error(JSON.stringify(csv.problems))
  const rows = csv.value.rows.map(({ cells: [order, , rate, quantity, discount] }) => ({
    ...{ order: order!, rate: rate!, quantity: quantity! },
    percent: Math.round(Number(discount) * 100),
  }))
  // Whole hundredths on both sides, in plain integers: a second way to the same cents.
  const expected = new Map<string, number>()
  for (const { order, rate, quantity, percent } of rows) {
    const gross = Number(rate.replace('.', '')) * Number(quantity)
    const off = Math.floor((gross * percent + 50) / 100)
    expected.set(order, (expected.get(order) ?? 0) + gross - off)
  }
  await tenant.write((tx) => {
    const jobids = new Map([...expected.keys()].map((order) => [order, makeJob(tx)]))
    const lines = rows.map(({ order, rate, quantity, percent }) =>
      line(jobids.get(order)!, 0, {
        ...{ linerate: parseRate(rate), estimated: parseQuantity(quantity) },
        discount: asPercent(percent * 10_000),
      }),
    )
    expect(addLines(tx, lines, { closed: true }).lines).toHaveLength(2155)
    const sums = cardSums(tx.db, [...jobids.values()])
    const found = [...jobids].map(([order, jobid]) => [order, sums.get(jobid)?.quoted as number])
    expect(found).toEqual([...expected])
  })
})

test('copies of lines are found by an index, their products too', () =>
  tenant.write(({ db }) => {
    const plan = queryPlan(db, copyOfLines.slice(copyOfLines.indexOf('SELECT')), ['[]', '', ''])
    expect(plan.filter((step) => /SCAN/.test(step) && !/SCAN copied VIRTUAL TABLE/.test(step))).toEqual([])
  }))

describe('what goods cost', () => {
  const bought = (tx: Tx) => {
    const inventoryid = makeItem(tx, { rate: parseRate(100), mupercent: parsePercent(100) })
    const quantity = parseQuantity(10)
    bookMovement(tx, { inventoryid, quantity, kind: 'receipt', cost: { rate: parseRate(250) } })
    return inventoryid
  }
  const costOf = (tx: Tx, jobid: string) => [
    jobTotals(tx.db, jobid).cost.actual * 100,
    costByJob(tx.db, [jobid])(jobid).total as number,
  ]
  const worthTaken = (tx: Tx, jobid: string) =>
    prepared<{ value: number }>(
      tx.db,
      'SELECT -sum(value + variance) AS value FROM stock_ledger WHERE jobid = ?',
    ).get([jobid])!.value

  test('is what stock was worth that was taken, also after some of it went back', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const inventoryid = bought(tx)
      const { line } = addLine(tx, { jobid, role: 2, inventoryid, ...{ estimated: parseQuantity(4) } })
      expect(Number(line.costrate)).toBe(2_500_000)
      expect(jobTotals(tx.db, jobid)).toMatchObject({ cost: { quoted: 1000, actual: 0 } })
      changeLine(tx, line.id, { version: line.version, consumed: parseQuantity(4) }, () => null)
      expect(jobTotals(tx.db, jobid)).toMatchObject({ cost: { actual: 1000 }, margin: { actual: -200 } })
      bookMovement(tx, {
        inventoryid,
        quantity: parseQuantity(9),
        kind: 'receipt',
        cost: { rate: parseRate(7) },
      })
      for (const [consumed, cost] of [
        [1, 25_000],
        [3, 25_000 + 2 * 12_850],
        [0, 0],
      ] as const) {
        const { version } = lineById(tx.db, line.id)!.line
        changeLine(tx, line.id, { version, consumed: parseQuantity(consumed) }, () => null)
        expect(costOf(tx, jobid)).toEqual([cost, cost])
        expect(worthTaken(tx, jobid)).toBe(cost)
      }
    }))

  test('is what the line says where nothing is kept in stock, or nobody knows what stock is worth', () =>
    tenant.write((tx) => {
      const jobid = jobOf(tx)
      const used = { role: 2, consumed: parseQuantity(2), costrate: parseRate(30) }
      const unknown = makeItem(tx, { rate: 0 as never })
      const service = makeItem(tx, { inventoryclass: null })
      addLines(tx, [
        { jobid, ...used, description: 'Own words' },
        { jobid, ...used, inventoryid: service },
        { jobid, ...used, inventoryid: unknown },
      ])
      expect(costOf(tx, jobid)).toEqual([18_000, 18_000])
    }))
})
