import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountById } from '#db/queries/platform/accounts.ts'
import { audit } from '#db/schema/platform/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const account = () => server.services.platform.read((db) => accountById(db, server.accountid))

describe('the account’s settings', () => {
  test('belong to who manages it; everybody else knows who it is', async () => {
    const { admin, agent, stakeholder } = server.people
    for (const person of [agent, stakeholder]) {
      expect((await person.get('/api/account')).body.data).toEqual({ id: server.accountid, name: 'First' })
      expect((await person.patch('/api/account', { name: 'Mine' })).status).toBe(403)
      const page = (await person.get('/account')).text
      expect(page).toContain('First')
      for (const hidden of ['admin@first.test', server.accountid.slice(0, 30), 'Mail server'])
        expect(page.split('<main')[1], hidden).not.toContain(hidden)
    }
    expect((await admin.get(`/api/account/${server.otherid}`)).status).toBe(404)
    const fees = { fee1: 0, accountfees: [] }
    const saved = await admin.patch('/api/account', { reference: 'F-1', primaryemail: 'office@first.test' })
    expect(saved.body).toMatchObject({
      message: 'Account settings updated',
      data: { reference: 'F-1', ...fees },
    })
    const stale = await admin.patch('/api/account', { reference: 'F-2', version: 1 })
    expect([stale.status, stale.body.data]).toMatchObject([409, { reference: 'F-1', ...fees }])
    expect((await admin.get('/api/account')).body.data).toEqual(saved.body.data)
    const nowhere = await admin.post('/api/account/switch', {})
    expect([nowhere.status, nowhere.body.fields.accountid]).toEqual([400, 'Name the account to open.'])
    for (const field of [
      'utcexpires',
      'subscribed',
      'size',
      'seatspaid',
      'platformowner',
      'archived',
      'logofile',
    ])
      expect((await admin.patch('/api/account', { [field]: 3 })).body.fields, field).toHaveProperty(field)
    const wrong = await admin.patch('/api/account', { name: '', smtpserver: 'http://evil/\r\nRCPT' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Your account changes are not valid'])
    expect(Object.keys(wrong.body.fields)).toEqual(['name', 'smtpserver'])
  })

  test('a mail server inside the network of the installation is refused when it is saved', async () => {
    for (const smtpserver of ['127.0.0.1', '10.0.0.9', 'localhost']) {
      const { status, body } = await server.people.admin.patch('/api/account', { smtpserver, smtpport: 25 })
      expect([status, Object.keys(body.fields)], smtpserver).toEqual([400, ['smtpserver']])
      expect(body.fields.smtpserver).toContain('inside the network')
    }
  })

  test('the mail password is encrypted, never answered, and kept for its own server alone', async () => {
    const { admin } = server.people
    const smtp = {
      smtpserver: 'mail.first.test',
      smtpport: 587,
      smtpusername: 'office',
      smtppassword: 'hunter2-secret',
    }
    const saved = await admin.patch('/api/account', smtp)
    expect(saved.body.data).toMatchObject({ smtppasswordset: true, smtpserver: 'mail.first.test' })
    const stored = account()?.smtppassword as string
    expect(server.services.encryption.decrypt(stored)).toBe('hunter2-secret')
    for (const text of [
      saved.text,
      (await admin.get('/api/account')).text,
      (await admin.get('/account')).text,
    ]) {
      expect(text).not.toContain('hunter2')
      expect(text).not.toContain(stored)
    }
    await admin.patch('/api/account', { reference: 'F-3', smtppassword: '' })
    expect(account()?.smtppassword).toBe(stored)
    // Else whoever may change the settings could have it sent to a server of their own.
    const moved = await admin.patch('/api/account', { smtpserver: 'mail.evil.test' })
    expect(moved.body.data.smtppasswordset).toBe(false)
    const trail = server.services.platform.read((db) => db.select().from(audit).all())
    expect(JSON.stringify(trail)).not.toContain('hunter2')
    expect(trail.some(({ detail }) => detail.includes('smtpserver'))).toBe(true)
    await admin.patch('/api/account', { smtpserver: '', smtpport: '', smtpusername: '' })
  })

  test.each(['', null])('a mail server emptied by %p goes with all that is kept for it', async (emptied) => {
    const { admin } = server.people
    const smtp = { smtpserver: 'mail.first.test', smtpport: 587, smtpusername: 'office', smtppassword: 'x' }
    expect((await admin.patch('/api/account', smtp)).status).toBe(200)
    const answer = await admin.patch('/api/account', { smtpserver: emptied })
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { smtpserver: '', smtpport: null, smtpusername: '', smtppasswordset: false },
    ])
    const lone = await admin.patch('/api/account', { smtpserver: emptied, smtpport: 25 })
    expect(lone.body.fields).toEqual({ smtpserver: 'Name the server that this port belongs to.' })
  })

  test('a logo is a picture by its content, whatever it is called', async () => {
    const { admin, agent } = server.people
    const upload = (bytes: BlobPart, name: string, type: string) => {
      const form = new FormData()
      form.set('file', new File([bytes], name, { type }))
      return admin.post('/api/account/logo', form)
    }
    expect((await admin.post('/api/account/logo', new FormData())).body.message).toBe(
      'Please choose a file to upload',
    )
    for (const [bytes, name, type] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.png', 'image/png'],
      ['<html><script>alert(1)</script>', 'a.jpg', 'image/jpeg'],
      ['\x89PNG\r\n\x1a\n', 'short.png', 'image/png'],
    ] as const)
      expect((await upload(bytes, name, type)).status, name).toBe(400)
    expect((await agent.post('/api/account/logo', new FormData())).status).toBe(403)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    expect((await upload(png, 'logo.html', 'text/html')).body.message).toBe(
      'File has been uploaded successfully',
    )
    const shown = await agent.get('/account/logo')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await server.other.get('/account/logo')).status).toBe(404)
    const page = await fetch(`${server.url}/`, { headers: { cookie: agent.cookie, accept: 'text/html' } })
    expect(await page.text()).toContain('class="accountlogo"')
  })
})
