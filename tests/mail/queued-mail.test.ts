import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { sources } from '#tests/support/sources.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const form = (path: string, body: object = {}, method = 'POST') =>
  server.people.admin.call(method, path, body, { 'hx-request': 'true' })

/** What is said after it, and how. */
async function said(path: string, body?: object, method?: string) {
  const { status, text, headers } = await form(path, body, method)
  expect(status, text).toBe(200)
  return JSON.parse(headers.get('hx-trigger') ?? '{}').snackbar
}

describe('where no mail server is set, nothing is said to be on its way', () => {
  const letter = { to: 'buyer@client.test', subject: 'Papers', message: 'Good day' }

  test('of an estimate and of an invoice: in the dialog, when sent, and in the history', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const hx = { 'hx-request': 'true' }
    const dialog = await server.people.admin.call('GET', `/mail/estimate/${jobid}`, undefined, hx)
    expect(dialog.text).toContain('This e-mail waits until a mail server is set')
    expect(await said(`/mail/estimate/${jobid}`, letter)).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('waits until a mail server is set under Account, Configuration.'),
    })
    const settings = '<a href="/account?tab=configuration">Account, Configuration</a>'
    expect(dialog.text).toContain(settings)
    const agent = await server.people.agent.call('GET', `/mail/estimate/${jobid}`, undefined, hx)
    expect(agent.text).toContain('under Account, Configuration.')
    expect(agent.text).not.toContain(settings)
    const [entry] = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/history`))
    expect(JSON.stringify(entry)).toContain('waits until a mail server is set')
  })

  test('the main button is what works now: the link where clients can open it, else the PDF', async () => {
    const primary = /<(?:a|button)[^>]*class="button primary"[^>]*>.*?<\/(?:a|button)>/gs
    const mainButtons = ({ text }: { text: string }) =>
      [...text.matchAll(primary)].map(([button]) => button.replace(/<[^>]+>/g, ''))
    const hx = { 'hx-request': 'true' }
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const here = await server.people.admin.call('GET', `/mail/estimate/${jobid}`, undefined, hx)
    expect(mainButtons(here)).toEqual(['PDF'])
    expect(here.text).toContain(`href="/render/estimate/${jobid}"`)
    expect(here.text).toContain('E-mail later')

    const reached = await startTestServer(undefined, ['--url', 'https://jobs.joinery.test'])
    const job = await completeJob(await createInvoiceFixtures(reached), [{ linerate: 100 }])
    const { admin } = reached.people
    const path = `/mail/estimate/${job}`
    expect(mainButtons(await admin.call('GET', path, undefined, hx))).toEqual(['Make a link'])
    expect(mainButtons(await admin.call('POST', `${path}/link`, {}, hx))).toEqual(['WhatsApp'])
    await reached.stop()
  })

  test.each([
    ['an invitation', '/admin/users', { email: 'new@first.test', licensed: true }, 'POST'],
    ['a message', '/admin/users/email', { subject: 'Hello', message: 'All' }, 'POST'],
    ['a new address', '/account/profile', { email: 'moved@first.test', password: PASSWORD }, 'PATCH'],
  ])('of %s', async (_, path, body, method) => {
    const me = (await expectOk(server.people.admin.get('/api/users/myself'))).id
    const beside: Record<string, object> = {
      '/admin/users': { roles: [server.roleids.Agent] },
      '/admin/users/email': { userids: [me] },
    }
    const asked = { ...body, ...beside[path] }
    const { level, message } = await said(path, asked, method)
    expect([level, message]).toEqual(['warning', expect.stringMatching(/waits until/)])
  })

  test('in the settings', async () => {
    const { text } = await server.people.admin.get('/account?tab=configuration')
    expect(text).toContain('No mail server is set: what you send waits for a week')
  })
})

describe('nothing that waits in an outbox is told as done', () => {
  test('a test of a webhook, and an event that is sent again', async () => {
    const hook = { url: 'https://203.0.114.1/', kinds: ['job.moved'] }
    const { id } = await expectOk(server.people.admin.post('/api/webhooks', hook))
    const event = await expectOk(server.people.admin.post(`/api/webhooks/${id}/test`))
    for (const path of ['test', `events/${event.id}/resend`])
      expect(await said(`/customise/webhooks/${id}/${path}`)).toMatchObject({
        level: 'info',
        message: expect.stringMatching(/waits to be sent/),
      })
  })

  test('that a mail or a test is on its way is said where it is known that a server takes it, and nowhere else', () => {
    const told = sources(['server', 'views', 'islands']).filter(({ code }) =>
      /(mail|test|\$\{what\}) is on its way/i.test(code),
    )
    expect(told.map(({ path }) => path)).toEqual([
      'server/domains/people/auth/actions.tsx',
      'server/mail/queued-mail.ts',
    ])
  })
})
