import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/index.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-23T10:00:00Z')
let server: TestServer
let office: InvoiceFixtures
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(() => now, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
})
afterAll(async () => {
  await smtp.stop()
  await server.stop()
})

const admin = () => server.people.admin
const deliver = () => server.services.background.run('mail')
const quote = (more: object = {}) =>
  completeJob(office, [{ linerate: 100, description: 'Oak door' }], { status: 1, ...more })
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, server.url)
const answer = (url: string, fields: object = {}) => {
  now = new Date(now.getTime() + 61_000)
  const body = new URLSearchParams({
    answer: 'approve',
    name: 'Jan Smit',
    once: crypto.randomUUID(),
    ...fields,
  })
  return fetch(local(url), { method: 'POST', body })
}
const htmx = (method: string, path: string, body?: object) =>
  htmxRequest(server, admin(), method, path, body as never)
const links = (id: string) => expectOk(admin().get(`/api/jobs/${id}/links`))
const letterTo = (to: string) => ({ to, subject: 'Your estimate', message: 'Here it is.' })
const linkIn = (text: string | undefined) =>
  /https?:\/\/\S+\/www\/job\/\w+\/[\w-]{30}/.exec(text ?? '')?.[0] ?? ''

describe('the dialog that sends an estimate', () => {
  test('mails the paper with its link, which approves', async () => {
    const id = await quote()
    const dialog = (await htmx('GET', `/mail/estimate/${id}`)).html
    expect(dialog).toContain('Make a link')
    expect(dialog).toMatch(/name="expires"[^>]*value="2026-12-23"|value="2026-12-23"[^>]*name="expires"/)
    const sent = await htmx('POST', `/mail/estimate/${id}`, {
      ...letterTo('one@client.test'),
      link: 'true',
      expires: '2026-12-01',
    })
    expect(sent.status).toBe(200)
    await deliver()
    const [mail] = smtp.to('one@client.test')
    const url = linkIn(mail?.text)
    expect(mail?.text).toContain('The link works until 1 Dec 2026')
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^Estimate .+\.pdf$/),
    ])
    const [listed] = await links(id)
    expect(listed).toMatchObject({
      sentto: 'one@client.test',
      state: 'live',
      expires: '2026-12-01T22:00:00.000Z',
    })
    const bytes = new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer)
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(listed.sha256)
    expect(await expectOk(admin().get(`/api/jobs/${id}`))).toMatchObject({ stage: 'quoted' })
    expect((await answer(url)).status).toBe(200)
    expect((await htmx('GET', `/mail/estimate/${id}`)).html).toContain('Estimate approved')
  })

  test('offers a changed estimate to be approved anew, as a revision on its mail, its paper and its page', async () => {
    const id = await quote()
    const { reference } = await expectOk(admin().get(`/api/jobs/${id}`))
    const dialog = async () => (await htmx('GET', `/mail/estimate/${id}`)).html
    const isTicked = (html: string) => /<input[^>]*name="link"[^>]*>/.exec(html)?.[0].includes('checked')
    const mailTo = async (to: string, link: object = { link: 'true' }) => {
      const subject = /name="subject"[^>]*value="([^"]*)"/.exec(await dialog())?.[1] ?? ''
      await htmx('POST', `/mail/estimate/${id}`, { ...letterTo(to), subject, ...link })
      await deliver()
      const [mail] = smtp.to(to)
      const bytes = new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer)
      const paper = (await readPdf(bytes)).text.replace(/\s+/g, ' ')
      const page = mail ? await (await fetch(local(linkIn(mail.text)) || server.url)).text() : ''
      return { mail, paper, page, name: mail?.attachments[0]?.filename }
    }
    const first = await mailTo('r1@client.test')
    expect(first).toMatchObject({ name: `Estimate ${reference}.pdf` })
    expect(first.paper).not.toContain('Revision')
    expect((await answer(linkIn(first.mail?.text))).status).toBe(200)
    const approved = await dialog()
    expect(isTicked(approved)).toBe(false)
    expect(approved).not.toContain('Mark as sent')
    const change = async (estimated: number) => {
      const [line] = (await expectOk(admin().get(`/api/jobs/${id}`))).materials
      await expectOk(admin().patch(`/api/materials/${line.id}`, { estimated, version: line.version }))
    }
    await change(4)
    const changed = await dialog()
    expect(isTicked(changed)).toBe(true)
    expect(changed).toContain('Mark as sent')
    const second = await mailTo('r2@client.test')
    expect(second.name).toBe(`Estimate ${reference} revision 2.pdf`)
    expect(second.mail?.subject).toContain(`Estimate ${reference} revision 2`)
    expect(second.paper).toContain('Revision 2')
    expect(second.page).toContain(`<h1>Estimate ${reference} revision 2</h1>`)
    // The same once more, also without a link, is the same revision; what says something else is the next.
    expect((await mailTo('r2b@client.test', {})).paper).toContain('Revision 2')
    await change(5)
    expect((await mailTo('r3@client.test', {})).paper).toContain('Revision 3')
  })

  test('makes a link to copy and share, which its mail then carries too', async () => {
    const id = await quote()
    const made = (await htmx('POST', `/mail/estimate/${id}/link`, { ...letterTo(''), expires: '2026-12-01' }))
      .html
    const url = linkIn(made)
    expect(made).toContain(`https://wa.me/?text=`)
    expect(made).toContain('sms:?&amp;body=')
    const message = decodeURIComponent(/wa\.me\/\?text=([^"]+)/.exec(made)?.[1] ?? '')
    for (const part of ['Good day', 'Drakensberg Joinery', 'R 115,00', url])
      expect(message.replaceAll('\u00a0', ' ')).toContain(part)
    expect(made).toContain('No number is known yet')
    // The name of a setting is for who can set it.
    expect(made).toContain('Ask whoever installed Joblane for you')
    expect(made).not.toContain('JOBLANE_URL')
    const { client } = await expectOk(admin().get(`/api/jobs/${id}`))
    const { version } = await expectOk(admin().get(`/api/clients/${client.id}`))
    await expectOk(admin().patch(`/api/clients/${client.id}`, { contactnumber: '082 555 0101', version }))
    const again = await htmx('POST', `/mail/estimate/${await quote()}/link`, { expires: '2026-12-01' })
    expect(again.html).toContain('https://wa.me/27825550101?text=')
    expect(again.html).toContain('sms:+27825550101?&amp;body=')
    const code = url.split('/').at(-1)
    const body = { ...letterTo('two@client.test'), link: 'true', code, expires: '2026-12-05' }
    expect((await htmx('POST', `/mail/estimate/${id}`, body)).status).toBe(200)
    await deliver()
    expect(linkIn(smtp.to('two@client.test')[0]?.text)).toBe(url)
    expect(await links(id)).toMatchObject([
      { expires: '2026-12-05T22:00:00.000Z', sentto: 'two@client.test' },
    ])
    expect((await htmx('POST', `/mail/estimate/${id}`, { ...body, code: 'A'.repeat(30) })).status).toBe(409)
  })

  test('withdraws it, and mails the paper alone where no link is wanted', async () => {
    const id = await quote()
    await htmx('POST', `/mail/estimate/${id}/link`, { expires: '' })
    const [live] = await links(id)
    const part = await htmx('DELETE', `/mail/links/${id}/${live.id}`)
    expect(part.html).toContain('was withdrawn')
    expect((await links(id))[0].state).toBe('withdrawn')
    await htmx('POST', `/mail/estimate/${id}`, letterTo('three@client.test'))
    await deliver()
    expect(linkIn(smtp.to('three@client.test')[0]?.text)).toBe('')
    expect(await links(id)).toHaveLength(1)
  })

  test('says which field is wrong, and sends nothing', async () => {
    const id = await quote()
    const wrong = await htmx('POST', `/mail/estimate/${id}`, {
      ...letterTo('four@client.test'),
      link: 'true',
      expires: '2020-01-01',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('not past')
    await deliver()
    expect(smtp.to('four@client.test')).toEqual([])
    expect(await links(id)).toEqual([])
  })
})

describe('a confirmation', () => {
  test('goes to the client and to whoever sent it, with the paper and the signature', async () => {
    const id = await quote()
    await htmx('POST', `/mail/estimate/${id}`, { ...letterTo('buyer@client.test'), link: 'true' })
    await deliver()
    const url = linkIn(smtp.to('buyer@client.test')[0]?.text)
    const page = await answer(url, { comment: 'Go ahead', signature: '320 160*10 80 0 60 20 40 110 120 80' })
    expect(await page.text()).toContain('goes to you by e-mail')
    await deliver()
    for (const to of ['buyer@client.test', 'admin@first.test']) {
      const mail = smtp.to(to).at(-1)
      expect(mail?.subject).toMatch(/^Estimate approved: Estimate /)
      for (const part of ['Jan Smit', 'Go ahead', 'SHA-256']) expect(mail?.text).toContain(part)
      expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual([
        'application/pdf',
        'application/pdf',
        'image/png',
      ])
      expect(mail?.attachments[0]?.filename).toEndWith(' answered.pdf')
    }
  })

  test('goes to the organisation where who sent the link may not see the job any more', async () => {
    const { operations } = server.people
    const [organisation] = await expectOk(admin().get('/api/organisations'))
    const { id: orgid, version } = await expectOk(admin().get(`/api/organisations/${organisation.id}`))
    await expectOk(admin().patch(`/api/organisations/${orgid}`, { email: 'office@first.test', version }))
    const permit = (permission: string) =>
      expectOk(
        admin().post('/api/boards/permissions', {
          ...{ boardid: office.boardid, roleid: server.roleids.Operations, permission },
        }),
      )
    await permit('manage')
    const mailed = async (permission: string) => {
      const { url } = await expectOk(
        operations.post(`/api/jobs/${await quote()}/links`, { purpose: 'approve' }),
      )
      await permit(permission)
      const before = ['operations@first.test', 'office@first.test'].map((to) => smtp.to(to).length)
      expect((await answer(url)).status).toBe(200)
      await deliver()
      return ['operations@first.test', 'office@first.test'].map((to, at) => smtp.to(to).length - before[at]!)
    }
    expect(await mailed('manage')).toEqual([1, 0])
    expect(await mailed('none')).toEqual([0, 1])
  })

  test('promises no mail to a client without an address', async () => {
    const id = await quote({ client: undefined })
    const { url } = await expectOk(admin().post(`/api/jobs/${id}/links`, { purpose: 'approve' }))
    const html = await (await answer(url)).text()
    expect(html).toContain('has been told')
    expect(html).not.toContain('by e-mail')
  })
})

describe('a link to accept', () => {
  test('shows the work without what the account writes for itself, and keeps who accepted it', async () => {
    const id = await completeJob(office, [{ linerate: 100, description: 'Oak door' }], {
      statenote: 'SECRETNOTE',
    })
    await expectOk(admin().post(`/api/jobs/${id}/notes`, { message: 'SECRETMESSAGE' }))
    expect((await htmx('GET', `/mail/card/${id}`)).html).toContain('accept the work')
    const { url } = await expectOk(admin().post(`/api/jobs/${id}/links`, { purpose: 'accept' }))
    const html = await (await fetch(local(url))).text()
    expect(html).toContain('Oak door')
    for (const hidden of ['SECRETNOTE', 'SECRETMESSAGE', 'R\u00a0100', '115,00'])
      expect(html).not.toContain(hidden)
    const before = (await expectOk(admin().get(`/api/jobs/${id}`))).status
    expect(await (await answer(url)).text()).toContain('The work is accepted.')
    const after = await expectOk(admin().get(`/api/jobs/${id}`))
    expect(after.status).toBe(before)
    expect(after.clientlinks).toEqual([
      expect.objectContaining({
        purpose: 'accept',
        answer: expect.objectContaining({ words: 'Work accepted' }),
      }),
    ])
  })

  test('of an invoiced job still is answered, of a draft none is made', async () => {
    const draft = await quote()
    const { status, body } = await admin().post(`/api/jobs/${draft}/links`, { purpose: 'accept' })
    expect([status, body.message]).toEqual([400, expect.stringContaining('accepted once work')])
    expect((await htmx('GET', `/mail/card/${draft}`)).html).not.toContain('Make a link')
  })
})

test('an expired account takes no answers, and says nothing is wrong with the link', async () => {
  const id = await quote()
  const { url } = await expectOk(admin().post(`/api/jobs/${id}/links`, { purpose: 'approve' }))
  const expire = (utcexpires: string | null) =>
    server.services.platform.write(({ db }) =>
      db.update(accounts).set({ utcexpires }).where(eq(accounts.id, server.accountid)).run(),
    )
  await expire('2026-01-01T00:00:00.000Z')
  const page = await answer(url)
  expect([page.status, await page.text()]).toEqual([
    403,
    expect.stringContaining('Nothing is wrong with the link'),
  ])
  await expire(null)
  expect((await answer(url)).status).toBe(200)
})
