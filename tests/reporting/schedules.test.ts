import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { limitAccountMails, MAILS_A_DAY } from '#server/documents/mail-document.tsx'
import { checkTogether } from '#server/domains/reporting/reportschedules/attachment.ts'
import { nextSending } from '#server/domains/reporting/reportschedules/next-sending.ts'
import { reportDays } from '#server/domains/reporting/reportschedules/periods.ts'
import { type Mail, NOTICE } from '#server/mail/queue.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { moveClock, runAfter } from '#tests/support/background.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

test.each([
  ['day', 7, '2026-11-21T04:59:59.000Z', '2026-11-21T05:00:00.000Z'],
  ['day', 7, '2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
  ['monday', 0, '2026-11-21T10:00:00.000Z', '2026-11-22T22:00:00.000Z'],
  ['saturday', 12, '2026-11-21T10:00:00.000Z', '2026-11-28T10:00:00.000Z'],
  ['month', 7, '2026-11-01T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['month', 7, '2026-12-31T23:00:00.000Z', '2027-01-01T05:00:00.000Z'],
])('%s at %i:00, after %s, is %s', (every, hour, after, next) => {
  expect(nextSending(every, hour, 'Africa/Johannesburg', after)).toBe(next)
})

test.each([
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['lastweek', '2026-02-16', '2026-02-22'],
  ['lastmonth', '2026-02-01', '2026-02-28'],
  ['thismonth', '2026-03-01', '2026-03-01'],
  ['thisyear', '2026-01-01', '2026-03-01'],
  ['twelvemonths', '2025-03-02', '2026-03-01'],
])('%s, sent on 1 March, counts %s to %s', (period, start, end) => {
  expect(reportDays(period, '2026-03-01')).toEqual({ start, end })
})

test('goes to no more people than its size allows', () => {
  const mb = 1024 * 1024
  expect(() => checkTogether(10 * mb, 2)).not.toThrow()
  expect(() => checkTogether(40_000, 500)).not.toThrow()
  expect(() => checkTogether(3.25 * mb, 12)).toThrow(
    'A file of 3,3 MB for 12 people is more than 20 MB together: shorten its days, or choose fewer people.',
  )
})

describe('a report by mail', () => {
  let now = new Date('2026-11-20T10:00:00.000Z')
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(() => now)
    await issueInvoice(await createInvoiceFixtures(server), 100)
  })
  afterAll(() => server.stop())

  const sent = (name = 'What we sold') =>
    server.services.tenants
      .read(server.accountid, (db) => db.select().from(tenantOutbox).all())
      .filter(({ payload }) => !payload.startsWith(NOTICE))
      .map(({ payload }) => JSON.parse(server.services.encryption.decrypt(payload)) as Mail)
      .filter(({ subject }) => subject === name)
  const outcome = async (id: string) =>
    (await expectOk(server.people.admin.get(`/api/reportschedules/${id}`))).outcome as string
  const at = async (instant: string, id: string) => {
    const before = await outcome(id)
    await runAfter(server, 'reports', () => {
      now = new Date(instant)
    })
    await until(async () => (await outcome(id)) !== before, 'the report')
  }
  const schedule = (recipients: string[], change: object = {}) => ({
    ...{ name: 'What we sold', report: 'sales-by-client', period: 'thisyear', format: 'pdf' },
    ...{ every: 'day', hour: 7, recipients, ...change },
  })

  test('goes once to who may read it, with the figures of its day', async () => {
    const { admin, operations, jobs } = server.people
    const { id } = await expectOk(
      admin.post('/api/reportschedules', schedule([operations.userid, jobs.userid])),
    )
    await server.services.background.run('reports')
    expect(sent()).toEqual([])
    const listed = async () => {
      const { text } = await admin.call('GET', '/reporting/schedules', undefined, { accept: 'text/html' })
      return text.replaceAll('\u00a0', ' ')
    }
    expect(await listed()).toContain('21 Nov 2026, 07:00')
    await at('2026-11-21T05:10:00.000Z', id)
    expect(await listed()).toContain('22 Nov 2026, 07:00')
    const [mail, ...more] = sent()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'operations@first.test', by: admin.userid })
    expect(mail?.text).toContain('1 Jan 2026 to 21 Nov 2026')
    const { text } = await readPdf(Uint8Array.fromBase64(mail?.attachments?.[0]?.base64 ?? ''))
    expect(text.replaceAll('\u00a0', ' ')).toContain('R 115,00')
    expect(await outcome(id)).toContain('Sent to 1 of 2, since they may not read it:')
    await server.services.background.run('reports')
    // Three days that the program did not run are one mail.
    await at('2026-11-24T12:00:00.000Z', id)
    expect(sent()).toHaveLength(2)
    await expectOk(admin.call('DELETE', `/api/reportschedules/${id}`))
  })

  test('is not sent by the rights that its owner had once', async () => {
    const { admin } = server.people
    const owner = await server.signIn('management@first.test')
    const { id } = await expectOk(
      owner.post('/api/reportschedules', schedule([admin.userid], { format: 'csv' })),
    )
    const allow = (allowed: boolean) =>
      expectOk(
        admin.post('/api/auth/roles/claims', {
          ...{ roleid: server.roleids.Management, claim: 'records.export', allowed },
        }),
      )
    const before = sent().length
    await allow(false)
    await at('2026-11-25T06:00:00.000Z', id)
    expect(await outcome(id)).toContain('Not sent. Whoever set this up may not export this report any more')
    expect(sent()).toHaveLength(before)
    const told = await expectOk(owner.get('/api/communication/notifications'))
    expect(JSON.stringify(told)).toContain('“What we sold” was not sent by mail')
    await allow(true)
    await at('2026-11-26T06:00:00.000Z', id)
    const mail = sent().at(-1)
    expect(mail?.attachments?.[0]?.filename).toBe('Sales by client.csv')
    expect(Buffer.from(mail?.attachments?.[0]?.base64 ?? '', 'base64').toString()).toContain(';1;100;15;115')
  })

  test('waits where the account has mailed all that it may in a day, and says until when', async () => {
    const { admin, operations } = server.people
    const recipients = [admin.userid, operations.userid]
    const { id } = await expectOk(
      admin.post('/api/reportschedules', schedule(recipients, { name: 'What waits', format: 'csv' })),
    )
    const waited = () => sent('What waits')
    await moveClock(server, 'reports', () => {
      now = new Date('2026-11-29T04:00:00.000Z')
    })
    await limitAccountMails(server.services.platform, server.accountid, MAILS_A_DAY - 1)
    await at('2026-11-29T05:10:00.000Z', id)
    expect(await outcome(id)).toBe(
      'Waits. An account mails 500 documents and reports a day: it goes from 30 Nov 2026, 06:00 on.',
    )
    expect(waited()).toEqual([])
    const told = await expectOk(admin.get('/api/communication/notifications'))
    expect(JSON.stringify(told)).toContain('“What waits” waits to be sent by mail.')
    await at('2026-11-30T04:00:01.000Z', id)
    expect(await outcome(id)).toContain('Sent to 2 of 2')
    expect(waited()).toHaveLength(2)
    await expectOk(admin.call('DELETE', `/api/reportschedules/${id}`))
  })

  test('opens no file in which none is due, and heeds a change of hour, of zone, and a report that is brought back', async () => {
    const { admin } = server.people
    await moveClock(server, 'reports', () => {
      now = new Date('2026-12-01T10:00:00.000Z')
    })
    const { id, version } = await expectOk(
      admin.post('/api/reportschedules', schedule([admin.userid], { format: 'csv' })),
    )
    const run = () => server.services.background.run('reports')
    await run()
    const { tenants } = server.services
    const { glance } = tenants
    let opened = 0
    tenants.glance = ((...given: Parameters<typeof glance>) => {
      opened++
      return glance(...given)
    }) as typeof glance
    now = new Date('2026-12-01T10:30:00.000Z')
    await run()
    expect(opened).toBe(0)
    tenants.glance = glance
    await expectOk(admin.patch(`/api/reportschedules/${id}`, { hour: 13, version }))
    // 13:00 in Johannesburg.
    await at('2026-12-01T11:05:00.000Z', id)
    expect(await outcome(id)).toContain('Sent to 1 of 1')
    await expectOk(admin.call('DELETE', `/api/reportschedules/${id}`))
    await expectOk(admin.patch('/api/configuration/settings', { zone: 'Asia/Tokyo' }))
    const { version: archived } = await expectOk(admin.get(`/api/reportschedules/${id}`))
    await expectOk(admin.patch(`/api/reportschedules/${id}`, { archived: false, version: archived }))
    // 13:00 in Tokyo.
    await at('2026-12-02T04:05:00.000Z', id)
    expect(await outcome(id)).toContain('Sent to 1 of 1')
    await expectOk(admin.patch('/api/configuration/settings', { zone: 'Africa/Johannesburg' }))
    await expectOk(admin.call('DELETE', `/api/reportschedules/${id}`))
  })

  test('goes at its next hour after a clock that was days ahead is set right', async () => {
    const { admin } = server.people
    await moveClock(server, 'reports', () => {
      now = new Date('2026-12-03T10:00:00.000Z')
    })
    const { id } = await expectOk(
      admin.post('/api/reportschedules', schedule([admin.userid], { format: 'csv' })),
    )
    await at('2026-12-10T05:05:00.000Z', id)
    await moveClock(server, 'reports', () => {
      now = new Date('2026-12-03T10:01:00.000Z')
    })
    await server.services.background.run('clockjump')
    await at('2026-12-04T05:05:00.000Z', id)
    expect(await outcome(id)).toContain('4 Dec 2026, 07:05: Sent to 1 of 1')
    await expectOk(admin.call('DELETE', `/api/reportschedules/${id}`))
  })

  test('cannot be set up for what one may not read', async () => {
    const { agent, admin } = server.people
    const refused = await agent.post('/api/reportschedules', schedule([admin.userid]))
    expect(refused.status).toBe(403)
    expect(await expectRefused(admin.post('/api/reportschedules', schedule([], { hour: 24 })))).toEqual([
      'hour',
    ])
    // A sign without a figure is no number.
    expect(await expectRefused(admin.post('/api/reportschedules', schedule([], { hour: ' - ' })))).toEqual([
      'hour',
    ])
  })
})
