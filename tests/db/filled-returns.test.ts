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
