import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findDocumentKind, jobDocumentKinds } from '#server/documents/document-kinds.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'

let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const letter = (to: string, more = {}) => ({
  to,
  subject: 'Your <estimate>',
  message: 'Good day,\n\nhere it is.\n<b>Not bold</b>',
  ...more,
})
const form = (client: Client, path: string, body: object) =>
  client.call('POST', path, body, { 'hx-request': 'true' })

/** The mail to somebody, which comes by itself. */
async function mailTo(address: string) {
  for (let left = 800; left > 0; left--) {
    const [mail] = smtp.to(address)
    if (mail) return mail
    await Bun.sleep(10)
  }
  throw new Error(`No mail came to ${address}.`)
}
const attached = (mail: Awaited<ReturnType<typeof mailTo>>) => mail.attachments[0]

describe('a document by mail', () => {
  test('is answered where the organisation is written to, as the dialog and setup say', async () => {
    const { admin } = server.people
    const job = await completeJob(office, [{ linerate: 100 }])
    const written = { name: 'Answering Works', email: 'kantoor@answers.test' }
    const { id } = await expectOk(admin.post('/api/organisations', written))
    const url = `/mail/estimate/${job}?organisationid=${id}`
    const dialog = await admin.call('GET', url, undefined, { 'hx-request': 'true' })
    expect(dialog.text).toContain('Answers come to kantoor@answers.test.')
    expect((await form(admin, url, letter('answering@client.test'))).status).toBe(200)
    expect((await mailTo('answering@client.test')).replyTo?.[0]?.address).toBe('kantoor@answers.test')
    const withlink = { ...letter('linked@client.test'), link: 'on' }
    expect((await form(admin, url, withlink)).status).toBe(200)
    expect((await mailTo('linked@client.test')).replyTo?.[0]?.address).toBe('kantoor@answers.test')
  })

  test('greets whom its address belongs to, though the place has a contact without one', async () => {
    const { admin } = server.people
    const named = { name: 'Petersen Trust', contactname: 'J Petersen', contactemail: 'petersen@client.test' }
    const client = (await expectOk(admin.post('/api/clients', { ...named, contactnumber: '082 555 0199' })))
      .id
    const site = { name: 'Flat 4', client, contactname: 'Mrs Adams', contactnumber: '083 555 0100' }
    const location = (await expectOk(admin.post('/api/locations', site))).id
    const { id, lines } = await jobToDeliver(office, [{ consumed: 10 }], { client, location })
    const note = await issueNote(admin, office.boardid, [{ materialid: lines[0] ?? '', quantity: 2 }])
    const read = async (path: string) =>
      (await admin.call('GET', path, undefined, { 'hx-request': 'true' })).text
    for (const path of [`/mail/estimate/${id}`, `/mail/card/${id}`, `/mail/deliverynote/${note.id}`]) {
      const dialog = await read(path)
      expect(dialog).toContain('value="petersen@client.test"')
      expect(dialog).toContain('Good day J Petersen,')
      expect(dialog).not.toContain('Good day Mrs Adams')
    }
    const made = await form(admin, `/mail/card/${id}/link`, {})
    expect(made.text).toContain('Good%20day%20J%20Petersen')
    await expectOk(admin.patch(`/api/locations/${location}`, { contactemail: 'adams@site.test' }))
    expect(await read(`/mail/estimate/${id}`)).toMatch(/value="adams@site\.test"[\s\S]*Good day Mrs Adams,/)
    await expectOk(admin.patch(`/api/locations/${location}`, { contactname: '' }))
    expect(await read(`/mail/estimate/${id}`)).toMatch(/value="adams@site\.test"[\s\S]*Good day,/)
  })

  test('goes out as a PDF with what was written, answers come to the sender where no address is given, and the job tells of it', async () => {
    const { admin } = server.people
    const job = await completeJob(office, [{ linerate: 100 }])
    const dialog = await admin.call('GET', `/mail/estimate/${job}`, undefined, { 'hx-request': 'true' })
    expect(dialog.text).toContain('Send Estimate')
    const sent = await form(admin, `/mail/estimate/${job}`, letter('buyer@client.test'))
    expect(sent.status).toBe(200)
    const mail = await mailTo('buyer@client.test')
    expect(mail.subject).toBe('Your <estimate>')
    expect(mail.replyTo?.[0]?.address).toBe('admin@first.test')
    expect(mail.text).toContain('<b>Not bold</b>')
    expect(mail.html).toContain('&lt;b&gt;Not bold&lt;/b&gt;')
    expect(attached(mail)).toMatchObject({ mimeType: 'application/pdf' })
    expect(attached(mail)?.filename).toMatch(/^Estimate .+\.pdf$/)
    expect(
      Buffer.from(attached(mail)?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const history = await expectOk(admin.get(`/api/jobs/${job}/history`))
    expect(history).toContainEqual(
      expect.objectContaining({
        field: 'e-mailed',
        newvalue: expect.stringContaining('to buyer@client.test'),
      }),
    )
  })

  test('an estimate that went out makes the job quoted, another paper does not', async () => {
    const { admin } = server.people
    const job = await completeJob(office, [], { status: 1 })
    const stage = async () => (await expectOk(admin.get(`/api/jobs/${job}`))).stage
    expect(await stage()).toBe('asked')
    await form(admin, `/mail/card/${job}`, letter('card@client.test'))
    expect(await stage()).toBe('asked')
    await form(admin, `/mail/estimate/${job}`, letter('quoted@client.test'))
    await mailTo('quoted@client.test')
    await server.services.background.run('mail')
    expect(await stage()).toBe('quoted')
  })

  test('needs an address, and what the document itself needs', async () => {
    const { admin, stakeholder, jobs } = server.people
    const job = await completeJob(office, [{ linerate: 100 }])
    const refused = await form(admin, `/mail/estimate/${job}`, letter('nobody'))
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('This is not an e-mail address.')
    const injected = letter('x@client.test', { to: 'x@client.test\nBcc: all@client.test' })
    expect((await form(admin, `/mail/estimate/${job}`, injected)).status).toBe(422)
    // Prices are not for everybody, and a job of another account is nobody's.
    expect((await form(jobs, `/mail/estimate/${job}`, letter('j@client.test'))).status).toBe(403)
    expect((await form(jobs, `/mail/card/${job}`, letter('j@client.test'))).status).toBe(200)
    expect((await form(stakeholder, `/mail/card/${job}`, letter('s@client.test'))).status).toBe(403)
    expect((await form(server.other, `/mail/card/${job}`, letter('o@client.test'))).status).toBe(404)
    expect((await form(admin, `/mail/receipt/${job}`, letter('o@client.test'))).status).toBe(404)
  })
})

describe('an invoice by mail', () => {
  test('is the original once, and a copy ever after; a draft stays', async () => {
    const { admin } = server.people
    const draft = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    const path = `/mail/invoice/${draft.id}`
    expect((await form(admin, path, letter('early@client.test'))).text).toContain('A draft has no number yet')
    const { number } = await expectOk(admin.post(`/api/invoices/${draft.id}/issue`, {}))
    const dialog = await admin.call('GET', path, undefined, { 'hx-request': 'true' })
    expect(dialog.text).toContain('takes the original along')
    expect((await form(admin, path, letter('first@client.test'))).status).toBe(200)
    expect(attached(await mailTo('first@client.test'))?.filename).toBe(`Invoice ${number}.pdf`)
    expect((await form(admin, path, letter('second@client.test'))).status).toBe(200)
    expect(attached(await mailTo('second@client.test'))?.filename).toBe(`Invoice ${number} copy.pdf`)
    expect((await expectOk(admin.get(`/api/invoices/${draft.id}`))).originalutc).toEqual(expect.any(String))
  })

  test('is not sent when somebody takes the original in between; the next letter carries a copy', async () => {
    const { admin } = server.people
    const { platform } = server.services
    const { write } = platform
    const draft = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    const path = `/mail/invoice/${draft.id}`
    const { number } = await expectOk(admin.post(`/api/invoices/${draft.id}/issue`, {}))
    platform.write = async (run) => {
      platform.write = write
      const value = await write(run)
      expect((await admin.get(`/render/invoice/${draft.id}`)).status).toBe(200)
      return value
    }
    const refused = await form(admin, path, letter('late@client.test'))
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('so nothing was sent')
    expect((await form(admin, path, letter('late@client.test'))).status).toBe(200)
    expect(attached(await mailTo('late@client.test'))?.filename).toBe(`Invoice ${number} copy.pdf`)
  })
})

describe('a delivery note by mail', () => {
  test('is a copy, told in its history, and leaves the original; a draft stays', async () => {
    const { admin, stakeholder } = server.people
    const job = await jobToDeliver(office, [{}])
    const lines = [{ materialid: job.lines[0]!, quantity: 2 }]
    const draft = await expectOk(admin.post('/api/delivery', { boardid: office.boardid, lines }))
    const path = `/mail/deliverynote/${draft.id}`
    expect((await form(admin, path, letter('early@goods.test'))).text).toContain('A draft has no number yet')
    const { number } = await expectOk(admin.patch(`/api/delivery/${draft.id}`, { status: 'issued' }))
    expect((await admin.get(`/deliveries/${draft.id}`)).text).toContain(path)
    const dialog = await admin.call('GET', path, undefined, { 'hx-request': 'true' })
    expect(dialog.text).toContain(`E-mail Delivery note ${number}`)
    expect(dialog.text).toContain('A copy goes out.')
    expect((await form(admin, path, letter('nobody'))).status).toBe(422)
    expect((await form(stakeholder, path, letter('s@goods.test'))).status).toBe(403)
    expect((await form(server.other, path, letter('o@goods.test'))).status).toBe(404)
    expect((await form(admin, path, letter('yard@goods.test'))).status).toBe(200)
    const file = attached(await mailTo('yard@goods.test'))
    expect(file?.filename).toBe(`Delivery note ${number} copy.pdf`)
    const history = await expectOk(admin.get(`/api/delivery/${draft.id}/history`))
    expect(history).toContainEqual(
      expect.objectContaining({ field: 'e-mailed', newvalue: 'copy to yard@goods.test' }),
    )
    const original = await admin.get(`/render/deliverynote/${draft.id}`)
    expect(original.headers.get('content-disposition')).not.toContain('copy')
  })
})

test.each(jobDocumentKinds)(
  '%s is printed and mailed for whoever may see what stands on it',
  async (kind) => {
    const { admin, jobs } = server.people
    const job = await completeJob(office, [{ linerate: 100 }])
    const { priced, label } = findDocumentKind(kind)
    for (const path of [`/render/${kind}/${job}`, `/mail/${kind}/${job}`]) {
      expect((await admin.get(path)).status).toBe(200)
      expect((await jobs.get(path)).status).toBe(priced ? 403 : 200)
    }
    const { text } = await admin.call('GET', `/mail/${kind}/${job}`, undefined, { 'hx-request': 'true' })
    expect(text).toContain(`${kind === 'estimate' ? 'Send' : 'E-mail'} ${label}`)
    const board = await jobs.get('/jobs/work-shop/progress')
    expect(board.text.includes(`"${kind}"`)).toBe(!priced)
  },
)
