import { expect, test } from 'bun:test'
import { fillerOfSteps } from './filled-before.ts'

const filledBefore = fillerOfSteps()

/** A line of a job that was delivered by one note, and of which goods came back. */
function addReturned(run: (sql: string) => unknown, events: readonly [id: string, day: string][]) {
  run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
  run(
    "INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('j', 'b', 'J', '', '', '')",
  )
  run("INSERT INTO organisations (id, name, prefix, createdutc, updatedutc) VALUES ('o', 'O', 'O', '', '')")
  run(
    "INSERT INTO materials (id, jobid, role, linerate, discount, estimated, consumed, createdutc, updatedutc) VALUES ('m', 'j', 2, 0, 0, 0, 0, '', '')",
  )
  run(
    "INSERT INTO deliveries (id, boardid, organisation, date, createdutc, updatedutc) VALUES ('n', 'b', 'o', '', '', '')",
  )
  run(
    "INSERT INTO delivery_lines (id, deliveryid, materialid, rank, quantity, returned, restocked, restockedbefore) VALUES ('l', 'n', 'm', 1, 7000000, 5000000, 4000000, 1000000)",
  )
  for (const [id, day] of events)
    run(
      `INSERT INTO delivery_events (id, lineid, kind, quantity, dateutc) VALUES ('${id}', 'l', 'returned', 2000000, '2026-11-${day}T08:00:00.000Z')`,
    )
}

/** Its one line; `more` begins with what it credits, whether to be invoiced again, and what came into stock. */
const invoiceAdder =
  (run: (sql: string) => unknown, columns: string) =>
  (id: string, kind: string, day: string, reason: string, quantity: number, more: string) => {
    run(
      `INSERT INTO invoices (id, jobid, organisation, kind, reason, issuedutc, createdutc, updatedutc) VALUES ('${id}', 'j', 'o', '${kind}', ${reason}, '2026-11-${day}T08:00:00.000Z', '', '')`,
    )
    run(
      `INSERT INTO invoice_lines (invoiceid, position, materialid, quantity, netcents, vatcents, totalcents, ${columns}) VALUES ('${id}', 0, 'm', ${quantity}, 0, 0, 0, ${more})`,
    )
  }

test('which credits goods of before came back for is kept, and what came back before their invoice', () => {
  const fill = (run: (sql: string) => unknown) => {
    addReturned(run, [['e', '02']])
    const add = invoiceAdder(run, 'creditline, again, restocked')
    add('a', 'invoice', '01', 'NULL', 7_000_000, 'NULL, 0, 0')
    add('b', 'creditnote', '03', "'error'", -4_000_000, '0, 1, 0')
    add('c', 'creditnote', '04', "'returned'", -2_000_000, '0, 0, 1000000')
    add('d', 'invoice', '05', 'NULL', 2_000_000, 'NULL, 0, 0')
  }
  const file = filledBefore('_credits_by_notes', fill, true)
  const lines = file.raw.query('SELECT invoiceid AS id, backbynote, backbefore FROM invoice_lines ORDER BY 1')
  expect(lines.all()).toEqual([
    { id: 'a', backbynote: 0, backbefore: 0 },
    { id: 'b', backbynote: 2_000_000, backbefore: 0 },
    { id: 'c', backbynote: 1_000_000, backbefore: 0 },
    { id: 'd', backbynote: 0, backbefore: 2_000_000 },
  ])
})

test('of goods of before that came back, what no credit took is kept with the last return, and what is in no stock with the credit', () => {
  const file = filledBefore('_returns_by_event', (run) => {
    addReturned(run, [
      ['e', '02'],
      ['f', '06'],
    ])
    const add = invoiceAdder(run, 'creditline, again, restocked, backbynote')
    add('a', 'invoice', '01', 'NULL', 7_000_000, 'NULL, 0, 0, 0')
    add('c', 'creditnote', '04', "'returned'", -3_000_000, '0, 0, 1000000, 1000000')
  })
  const events = file.raw.query('SELECT id, uncredited FROM delivery_events ORDER BY id')
  expect(events.all()).toEqual([
    { id: 'e', uncredited: 0 },
    { id: 'f', uncredited: 2_000_000 },
  ])
  const lines = file.raw.query('SELECT invoiceid AS id, backbynote, backaside FROM invoice_lines ORDER BY 1')
  expect(lines.all()).toEqual([
    { id: 'a', backbynote: 0, backaside: 0 },
    { id: 'c', backbynote: 1_000_000, backaside: 1_000_000 },
  ])
})

test('of goods of before, what went out again once mended is kept with its note, and what a return is awaited of with its credit', () => {
  const file = filledBefore('_goods_of_lines', (run) => {
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    run(
      "INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('j', 'b', 'J', '', '', '')",
    )
    run("INSERT INTO organisations (id, name, prefix, createdutc, updatedutc) VALUES ('o', 'O', 'O', '', '')")
    for (const id of ['m', 'k'])
      run(
        `INSERT INTO materials (id, jobid, role, linerate, discount, estimated, consumed, createdutc, updatedutc) VALUES ('${id}', 'j', 2, 0, 0, 7000000, 7000000, '', '')`,
      )
    const deliver = (id: string, materialid: string, quantity: number, back: string) => {
      run(
        `INSERT INTO deliveries (id, boardid, organisation, state, date, createdutc, updatedutc) VALUES ('${id}', 'b', 'o', 'issued', '', '', '')`,
      )
      run(
        `INSERT INTO delivery_lines (id, deliveryid, materialid, rank, quantity, returned, restocked, restockedbefore, redelivered, recharged) VALUES ('${id}', '${id}', '${materialid}', 1, ${quantity}, ${back})`,
      )
    }
    // Two came back to be mended, and went out again.
    deliver('l1', 'm', 7_000_000, '2000000, 0, 0, 0, 0')
    deliver('l2', 'm', 2_000_000, '0, 0, 0, 0, 0')
    // Three came in by a credit note, one of them by a note after it; one more came back, was credited and went out again.
    deliver('k1', 'k', 7_000_000, '2000000, 2000000, 1000000, 0, 0')
    deliver('k2', 'k', 1_000_000, '0, 0, 0, 1000000, 1000000')
    const add = invoiceAdder(run, 'creditline, again, restocked, backbynote')
    add('a', 'invoice', '01', 'NULL', 7_000_000, 'NULL, 0, 0, 0')
    add('c', 'creditnote', '04', "'returned'", -4_000_000, '0, 0, 3000000, 1000000')
    run("UPDATE invoice_lines SET materialid = 'k'")
  })
  expect(file.raw.query('SELECT id, mended FROM delivery_lines ORDER BY id').all()).toEqual([
    { id: 'k1', mended: 0 },
    { id: 'k2', mended: 0 },
    { id: 'l1', mended: 0 },
    { id: 'l2', mended: 2_000_000 },
  ])
  expect(
    file.raw.query("SELECT awaited, fromaside, outagain FROM invoice_lines WHERE invoiceid = 'c'").all(),
  ).toEqual([{ awaited: 2_000_000, fromaside: 0, outagain: 1_000_000 }])
})
